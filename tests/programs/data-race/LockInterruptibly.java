import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** lockInterruptibly takes the lock, or throws. */
public class LockInterruptibly {
    private final Lock lock = new ReentrantLock();
    private int count;

    void countOk() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LockInterruptibly shared = new LockInterruptibly();
        new Thread(() -> {
            try {
                shared.countOk();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }).start();
        shared.countOk();
    }
}
