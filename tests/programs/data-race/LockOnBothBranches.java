import java.util.concurrent.locks.ReentrantLock;

/** The lock is taken on each way to the write, in two different manners. */
public class LockOnBothBranches {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    void workOk(boolean polite) throws InterruptedException {
        if (polite) {
            lock.lockInterruptibly();
        } else {
            lock.lock();
        }
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    void run() {
        try {
            workOk(Thread.currentThread().isDaemon());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        LockOnBothBranches shared = new LockOnBothBranches();
        new Thread(shared::run).start();
        new Thread(shared::run).start();
    }
}
