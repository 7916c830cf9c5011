/** A lock field that is not final, but that nobody writes after construction. */
public class LockNeverReassigned {
    private Object lock = new Object();
    private int count;

    void countOk() {
        synchronized (lock) {
            count++;
        }
    }

    public static void main(String[] args) {
        LockNeverReassigned shared = new LockNeverReassigned();
        new Thread(shared::countOk).start();
        new Thread(shared::countOk).start();
    }
}
