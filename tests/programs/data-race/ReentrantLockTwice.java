import java.util.concurrent.locks.ReentrantLock;

/** Taken twice and released once, the lock is still held. */
public class ReentrantLockTwice {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    void countOk() {
        lock.lock();
        try {
            lock.lock();
            try {
                count++;
            } finally {
                lock.unlock();
            }
            count++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        ReentrantLockTwice shared = new ReentrantLockTwice();
        new Thread(shared::countOk).start();
        new Thread(shared::countOk).start();
    }
}
