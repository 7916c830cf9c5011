import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** Locks that people write themselves. */
public class HandMadeLocks {
    static class SpinLock {
        private final AtomicBoolean held = new AtomicBoolean();

        void lock() {
            while (!held.compareAndSet(false, true)) Thread.yield();
        }

        void unlock() {
            held.set(false);
        }
    }

    static class NotALock {
        private volatile boolean held;

        void lock() {
            while (held) Thread.yield();
            held = true;
        }

        void unlock() {
            held = false;
        }
    }

    static class Mutex {
        private static class Sync extends AbstractQueuedSynchronizer {
            protected boolean tryAcquire(int ignore) {
                return compareAndSetState(0, 1);
            }

            protected boolean tryRelease(int ignore) {
                setState(0);
                return true;
            }
        }

        private final Sync sync = new Sync();

        void lock() {
            sync.acquire(1);
        }

        void unlock() {
            sync.release(1);
        }
    }

    final SpinLock spin = new SpinLock();
    final NotALock not = new NotALock();
    final Mutex mutex = new Mutex();
    int bySpin, byNot, byMutex;

    void spinOk() {
        spin.lock();
        try {
            bySpin++;
        } finally {
            spin.unlock();
        }
    }

    void notBad() {
        not.lock();
        try {
            byNot++;  // expect: data-race HandMadeLocks.byNot
        } finally {
            not.unlock();
        }
    }

    void mutexOk() {
        mutex.lock();
        try {
            byMutex++;
        } finally {
            mutex.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        HandMadeLocks it = new HandMadeLocks();
        Thread a = new Thread(() -> {
            it.spinOk();
            it.notBad();
            it.mutexOk();
        });
        Thread b = new Thread(() -> {
            it.spinOk();
            it.notBad();
            it.mutexOk();
        });
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
