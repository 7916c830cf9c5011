import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Two holders of the read lock may count at the same time. */
public class ReadWriteWriteUnderRead {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private int reads;

    void readBad() {
        lock.readLock().lock();
        try {
            reads++;  // expect: data-race ReadWriteWriteUnderRead.reads
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) {
        ReadWriteWriteUnderRead shared = new ReadWriteWriteUnderRead();
        new Thread(shared::readBad).start();
        new Thread(shared::readBad).start();
    }
}
