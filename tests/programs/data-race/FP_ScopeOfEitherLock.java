import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A scope holds the lock that it is made with: the one to read, or the one to write. */
public class FP_ScopeOfEitherLock {
    static final class Scope implements AutoCloseable {
        private final Lock lock;

        Scope(Lock lock) {
            this.lock = lock;
            lock.lock();
        }

        @Override
        public void close() {
            lock.unlock();
        }
    }

    private final ReadWriteLock locks = new ReentrantReadWriteLock();
    private int hours;
    private int zone;

    public void tickOk() {
        try (Scope scope = new Scope(locks.writeLock())) {
            hours++;  // false alarm: data-race FP_ScopeOfEitherLock.hours
        }
    }

    public int hoursOk() {
        try (Scope scope = new Scope(locks.readLock())) {
            return hours;
        }
    }

    public void moveBad() {
        try (Scope scope = new Scope(locks.readLock())) {
            zone++;  // expect: data-race FP_ScopeOfEitherLock.zone (note)
        }
    }
}
