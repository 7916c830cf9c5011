import java.util.concurrent.locks.ReentrantLock;

/** When parsing fails, the lock has been released before the error is counted. */
public class LockLostInCatch {
    private final ReentrantLock lock = new ReentrantLock();
    private int sum;
    private int errors;

    void addBad(String text) {
        try {
            lock.lock();
            try {
                sum += Integer.parseInt(text);
            } finally {
                lock.unlock();
            }
        } catch (NumberFormatException e) {
            errors++;  // expect: data-race LockLostInCatch.errors
        }
    }

    public static void main(String[] args) {
        LockLostInCatch shared = new LockLostInCatch();
        new Thread(() -> shared.addBad("one")).start();
        new Thread(() -> shared.addBad("2")).start();
    }
}
