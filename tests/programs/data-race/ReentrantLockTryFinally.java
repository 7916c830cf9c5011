import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** lock, try, finally unlock. */
public class ReentrantLockTryFinally {
    private final Lock lock = new ReentrantLock();
    private int count;

    void countOk() {
        lock.lock();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    int getOk() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        ReentrantLockTryFinally shared = new ReentrantLockTryFinally();
        new Thread(shared::countOk).start();
        System.out.println(shared.getOk());
    }
}
