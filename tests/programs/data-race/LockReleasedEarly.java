import java.util.concurrent.locks.ReentrantLock;

/** The last write comes after the lock was released. */
public class LockReleasedEarly {
    private final ReentrantLock lock = new ReentrantLock();
    private int first;
    private int last;

    void workBad() {
        lock.lock();
        first++;
        lock.unlock();
        last++;  // expect: data-race LockReleasedEarly.last
    }

    public static void main(String[] args) {
        LockReleasedEarly shared = new LockReleasedEarly();
        new Thread(shared::workBad).start();
        new Thread(shared::workBad).start();
    }
}
