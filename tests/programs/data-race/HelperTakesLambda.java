import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A method runs what it is given with the lock held. */
public class HelperTakesLambda {
    private final Lock lock = new ReentrantLock();
    private int count;

    private void locked(Runnable body) {
        lock.lock();
        try {
            body.run();
        } finally {
            lock.unlock();
        }
    }

    void countOk() {
        locked(() -> count++);
    }

    void clearOk() {
        locked(() -> count = 0);
    }

    public static void main(String[] args) {
        HelperTakesLambda shared = new HelperTakesLambda();
        new Thread(shared::countOk).start();
        new Thread(shared::clearOk).start();
    }
}
