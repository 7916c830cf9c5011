import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Takes the read lock before it gives up the write lock: one of them is always held. */
public class ReadWriteDowngraded {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int value;

    int nextOk() {
        lock.writeLock().lock();
        try {
            value++;
            lock.readLock().lock();
        } finally {
            lock.writeLock().unlock();
        }
        try {
            return value;
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) {
        ReadWriteDowngraded shared = new ReadWriteDowngraded();
        new Thread(shared::nextOk).start();
        System.out.println(shared.nextOk());
    }
}
