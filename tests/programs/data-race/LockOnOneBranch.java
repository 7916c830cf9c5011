import java.util.concurrent.locks.ReentrantLock;

/** The lock is taken on one way to the write only. */
public class LockOnOneBranch {
    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    void workBad(boolean careful) {
        if (careful) {
            lock.lock();
        }
        count++;  // expect: data-race LockOnOneBranch.count
        if (lock.isHeldByCurrentThread()) {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        LockOnOneBranch shared = new LockOnOneBranch();
        new Thread(() -> shared.workBad(args.length == 0)).start();
        new Thread(() -> shared.workBad(args.length == 1)).start();
    }
}
