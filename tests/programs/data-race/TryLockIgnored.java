import java.util.concurrent.locks.ReentrantLock;

/** Nobody asks whether tryLock has got the lock. */
public class TryLockIgnored {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    void countBad() {
        lock.tryLock();
        try {
            count++;  // expect: data-race TryLockIgnored.count
        } finally {
            if (lock.isHeldByCurrentThread()) {
                lock.unlock();
            }
        }
    }

    public static void main(String[] args) {
        TryLockIgnored shared = new TryLockIgnored();
        new Thread(shared::countBad).start();
        new Thread(shared::countBad).start();
    }
}
