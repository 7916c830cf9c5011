// snarl: --open SpinLockOfUpdater
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** A lock of one's own in a volatile field, taken and freed by methods of its own. */
public class SpinLockOfUpdater {
    private static final AtomicIntegerFieldUpdater<SpinLockOfUpdater> BUSY =
            AtomicIntegerFieldUpdater.newUpdater(SpinLockOfUpdater.class, "busy");
    private volatile int busy;
    private int count;
    private int tried;

    private boolean tryLock() {
        return busy == 0 && BUSY.compareAndSet(this, 0, 1);
    }

    private void unlock() {
        busy = 0;
    }

    public void countOk() {
        while (!tryLock()) {
            Thread.onSpinWait();
        }
        try {
            count++;
        } finally {
            unlock();
        }
    }

    public int getOk() {
        if (tryLock()) {
            try {
                return count;
            } finally {
                unlock();
            }
        }
        return -1;
    }

    public void tryBad() {
        if (tryLock()) {
            unlock();
        } else {
            tried++;  // expect: data-race SpinLockOfUpdater.tried
        }
    }
}
