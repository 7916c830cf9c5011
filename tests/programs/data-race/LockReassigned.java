/** The lock itself is replaced: two threads may hold two of them. */
public class LockReassigned {
    private Object lock = new Object();
    private int count;

    void countBad() {
        synchronized (lock) {
            count++;  // expect: data-race LockReassigned.count
        }
    }

    void renewBad() {
        lock = new Object();  // expect: data-race LockReassigned.lock
    }

    public static void main(String[] args) {
        LockReassigned shared = new LockReassigned();
        new Thread(shared::countBad).start();
        new Thread(shared::countBad).start();
        new Thread(shared::renewBad).start();
    }
}
