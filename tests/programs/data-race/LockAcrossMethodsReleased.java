import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A callee releases the lock that its caller believes to hold. */
public class LockAcrossMethodsReleased {
    private final Lock lock = new ReentrantLock();
    private int count;

    private void flush() {
        lock.unlock();
    }

    void countBad() {
        lock.lock();
        flush();
        count++;  // expect: data-race LockAcrossMethodsReleased.count
    }

    public static void main(String[] args) {
        LockAcrossMethodsReleased shared = new LockAcrossMethodsReleased();
        new Thread(shared::countBad).start();
        new Thread(shared::countBad).start();
    }
}
