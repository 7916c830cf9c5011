import java.util.concurrent.atomic.AtomicBoolean;

/** A spin lock in methods of its own: what comes behind the one that gives it back is not guarded. */
public class SpinLockWrapped {
    private final AtomicBoolean taken = new AtomicBoolean();
    private int countOk;
    private int lateBad;

    private void lock() {
        while (!taken.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
    }

    private void unlock() {
        taken.set(false);
    }

    void count() {
        lock();
        countOk++;
        unlock();
        lateBad++;  // expect: data-race SpinLockWrapped.lateBad
    }

    public static void main(String[] args) {
        SpinLockWrapped box = new SpinLockWrapped();
        new Thread(box::count).start();
        new Thread(box::count).start();
    }
}
