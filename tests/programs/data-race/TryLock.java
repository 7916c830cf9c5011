import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The write is on the branch where tryLock has got the lock. */
public class TryLock {
    private final Lock lock = new ReentrantLock();
    private int count;

    void directlyOk() {
        if (lock.tryLock()) {
            try {
                count++;
            } finally {
                lock.unlock();
            }
        }
    }

    void laterOk() throws InterruptedException {
        boolean got = lock.tryLock(10, TimeUnit.MILLISECONDS);
        if (!got) {
            return;
        }
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TryLock shared = new TryLock();
        new Thread(shared::directlyOk).start();
        shared.laterOk();
    }
}
