import java.util.concurrent.locks.ReentrantLock;

/** The monitor of a ReentrantLock is not the lock: one method uses the one, one the other. */
public class LockMonitorOfReentrantLock {
    private final ReentrantLock lock = new ReentrantLock();
    private int value;

    void setBad() {
        lock.lock();
        try {
            value = 1;  // expect: data-race LockMonitorOfReentrantLock.value
        } finally {
            lock.unlock();
        }
    }

    int get() {
        synchronized (lock) {
            return value;
        }
    }

    public static void main(String[] args) {
        LockMonitorOfReentrantLock shared = new LockMonitorOfReentrantLock();
        new Thread(shared::setBad).start();
        System.out.println(shared.get());
    }
}
