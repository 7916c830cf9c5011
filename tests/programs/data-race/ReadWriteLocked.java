import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Writes under the write lock, reads under the read lock. */
public class ReadWriteLocked {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private int value;

    void setOk(int value) {
        lock.writeLock().lock();
        try {
            this.value = value;
        } finally {
            lock.writeLock().unlock();
        }
    }

    int getOk() {
        lock.readLock().lock();
        try {
            return value;
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) {
        ReadWriteLocked shared = new ReadWriteLocked();
        new Thread(() -> shared.setOk(1)).start();
        new Thread(() -> shared.setOk(2)).start();
        System.out.println(shared.getOk());
    }
}
