import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** One method takes the lock, another releases it, and the write is between the calls. */
public class LockAcrossMethods {
    private final Lock lock = new ReentrantLock();
    private int count;

    private void begin() {
        lock.lock();
    }

    private void end() {
        lock.unlock();
    }

    void countOk() {
        begin();
        try {
            count++;
        } finally {
            end();
        }
    }

    public static void main(String[] args) {
        LockAcrossMethods shared = new LockAcrossMethods();
        new Thread(shared::countOk).start();
        new Thread(shared::countOk).start();
    }
}
