import java.util.concurrent.atomic.AtomicBoolean;

/** A lock of one's own, made of an atomic flag. */
public class FP_SpinLock {
    private static final AtomicBoolean TAKEN = new AtomicBoolean();
    private static int count;

    static void countOk() {
        while (!TAKEN.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        count++;  // false alarm: data-race FP_SpinLock.count
        TAKEN.set(false);
    }

    public static void main(String[] args) {
        new Thread(FP_SpinLock::countOk).start();
        new Thread(FP_SpinLock::countOk).start();
    }
}
