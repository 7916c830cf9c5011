import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The writer has the write lock of one pair, the reader the read lock of another. */
public class ReadWriteMixed {
    private final ReentrantReadWriteLock ours = new ReentrantReadWriteLock();
    private final ReentrantReadWriteLock theirs = new ReentrantReadWriteLock();
    private int value;

    void setBad() {
        Lock lock = ours.writeLock();
        lock.lock();
        try {
            value = 3;  // expect: data-race ReadWriteMixed.value
        } finally {
            lock.unlock();
        }
    }

    int get() {
        Lock lock = theirs.readLock();
        lock.lock();
        try {
            return value;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        ReadWriteMixed shared = new ReadWriteMixed();
        new Thread(shared::setBad).start();
        System.out.println(shared.get());
    }
}
