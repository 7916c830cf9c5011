// needs: 21

/** What starts a virtual thread at once gives the thread, which can be joined. */
public class VirtualThreadJoined {
    private static int found;
    private static int early;

    private static void findOk() {
        found = 1;
    }

    private static void countBad() {
        early++;  // expect: data-race VirtualThreadJoined.early
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = Thread.startVirtualThread(VirtualThreadJoined::findOk);
        thread.join();
        System.out.println(found);
        Thread other = Thread.startVirtualThread(VirtualThreadJoined::countBad);
        System.out.println(early);  // expect: data-race VirtualThreadJoined.early
        other.join();
    }
}
