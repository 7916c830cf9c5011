// needs: 21

/** Virtual threads race like others. */
public class VirtualThreads {
    private static int count;

    static void countBad() {
        count++;  // expect: data-race VirtualThreads.count
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = Thread.startVirtualThread(VirtualThreads::countBad);
        Thread second = Thread.ofVirtual().start(VirtualThreads::countBad);
        first.join();
        second.join();
    }
}
