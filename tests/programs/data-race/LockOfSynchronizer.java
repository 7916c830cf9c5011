import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** Locks that a program makes of the JDK's synchronizer: one lets one thread in at a time, the other two. */
public class LockOfSynchronizer {
    static class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int ignored) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(int ignored) {
            setState(0);
            return true;
        }

        void lock() {
            acquire(1);
        }

        void unlock() {
            release(1);
        }
    }

    static class Pair extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int ignored) {
            int inside = getState();
            return inside < 2 && compareAndSetState(inside, inside + 1);
        }

        @Override
        protected boolean tryRelease(int ignored) {
            while (true) {
                int inside = getState();
                if (compareAndSetState(inside, inside - 1)) {
                    return true;
                }
            }
        }
    }

    private final Mutex mutex = new Mutex();
    private final Pair pair = new Pair();
    private int alone;
    private int together;

    void countOk() {
        mutex.lock();
        try {
            alone++;
        } finally {
            mutex.unlock();
        }
    }

    void countBad() {
        pair.acquire(1);
        try {
            together++;  // expect: data-race LockOfSynchronizer.together
        } finally {
            pair.release(1);
        }
    }

    public static void main(String[] args) {
        LockOfSynchronizer counts = new LockOfSynchronizer();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                counts.countOk();
                counts.countBad();
            }).start();
        }
    }
}
