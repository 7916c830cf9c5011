import java.util.concurrent.atomic.AtomicBoolean;

/** A lock of one's own, made of an atomic flag. */
public class SpinLock {
    private static final AtomicBoolean TAKEN = new AtomicBoolean();
    private static int count;

    static void countOk() {
        while (!TAKEN.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        count++;
        TAKEN.set(false);
    }

    public static void main(String[] args) {
        new Thread(SpinLock::countOk).start();
        new Thread(SpinLock::countOk).start();
    }
}
