import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Each of two objects has a helper with a lock of its own; who uses the other's helper holds another lock. */
public class LockPartOfTwoOwners {
    interface Body {
        void run();
    }

    static class Locker {
        private final Lock lock = new ReentrantLock();

        void with(Body body) {
            lock.lock();
            try {
                body.run();
            } finally {
                lock.unlock();
            }
        }
    }

    static class Rows {
        final Locker locker = new Locker();
        int count;

        void addOk() {
            locker.with(() -> count++);
        }

        void removeOk() {
            locker.with(() -> count--);
        }
    }

    static class Columns {
        final Locker locker = new Locker();
        int count;

        void addBad() {
            locker.with(() -> count++);  // expect: data-race LockPartOfTwoOwners$Columns.count
        }

        void removeBad(Locker other) {
            other.with(() -> count--);
        }
    }

    public static void main(String[] args) {
        Rows rows = new Rows();
        Columns columns = new Columns();
        Runnable work = () -> {
            rows.addOk();
            rows.removeOk();
            columns.addBad();
            columns.removeBad(rows.locker);
        };
        new Thread(work).start();
        new Thread(work).start();
    }
}
