/** Each thread locks itself. */
public class LockCurrentThread {
    private static int count;

    static void countBad() {
        synchronized (Thread.currentThread()) {
            count++;  // expect: data-race LockCurrentThread.count
        }
    }

    public static void main(String[] args) {
        new Thread(LockCurrentThread::countBad).start();
        new Thread(LockCurrentThread::countBad).start();
    }
}
