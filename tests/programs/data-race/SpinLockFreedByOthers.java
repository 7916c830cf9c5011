import java.util.concurrent.atomic.AtomicBoolean;

/** A third thread sets the flag free, whoever has it. */
public class SpinLockFreedByOthers {
    private static final AtomicBoolean TAKEN = new AtomicBoolean();
    private static int count;

    static void countBad() {
        while (!TAKEN.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        count++;  // expect: data-race SpinLockFreedByOthers.count
        TAKEN.set(false);
    }

    static void reset() {
        TAKEN.set(false);
    }

    public static void main(String[] args) {
        new Thread(SpinLockFreedByOthers::countBad).start();
        new Thread(SpinLockFreedByOthers::countBad).start();
        new Thread(SpinLockFreedByOthers::reset).start();
    }
}
