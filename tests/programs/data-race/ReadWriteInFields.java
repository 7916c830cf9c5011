import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The two sides of a read-write lock, each in a field. */
public class ReadWriteInFields {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Lock reading = lock.readLock();
    private final Lock writing = lock.writeLock();
    private int value;

    void setOk() {
        writing.lock();
        try {
            value++;
        } finally {
            writing.unlock();
        }
    }

    int getOk() {
        reading.lock();
        try {
            return value;
        } finally {
            reading.unlock();
        }
    }

    public static void main(String[] args) {
        ReadWriteInFields shared = new ReadWriteInFields();
        new Thread(shared::setOk).start();
        System.out.println(shared.getOk());
    }
}
