import java.util.concurrent.locks.ReentrantLock;

/** The write is on the branch where tryLock has failed, too. */
public class TryLockElse {
    private final ReentrantLock lock = new ReentrantLock();
    private int hurried;

    void countBad() {
        if (lock.tryLock()) {
            lock.unlock();
        } else {
            hurried++;  // expect: data-race TryLockElse.hurried
        }
    }

    public static void main(String[] args) {
        TryLockElse shared = new TryLockElse();
        for (int i = 0; i < 3; i++) {
            new Thread(shared::countBad).start();
        }
    }
}
