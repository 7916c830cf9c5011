import java.util.concurrent.locks.ReentrantLock;

/** A lock that try-with-resources releases. */
public class LockClosedByTry {
    static class Held implements AutoCloseable {
        private final ReentrantLock lock;

        Held(ReentrantLock lock) {
            this.lock = lock;
            lock.lock();
        }

        @Override
        public void close() {
            lock.unlock();
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private int count;

    void countOk() {
        try (Held held = new Held(lock)) {
            count++;
        }
    }

    public static void main(String[] args) {
        LockClosedByTry shared = new LockClosedByTry();
        new Thread(shared::countOk).start();
        new Thread(shared::countOk).start();
    }
}
