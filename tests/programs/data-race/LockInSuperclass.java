import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The lock is the superclass's, which hands it out by a method. */
public class LockInSuperclass {
    abstract static class Guarded {
        private final Lock lock = new ReentrantLock();

        protected final Lock lock() {
            return lock;
        }
    }

    static class CounterOk extends Guarded {
        private int count;

        void count() {
            lock().lock();
            try {
                count++;
            } finally {
                lock().unlock();
            }
        }
    }

    public static void main(String[] args) {
        CounterOk counter = new CounterOk();
        new Thread(counter::count).start();
        new Thread(counter::count).start();
    }
}
