import java.util.concurrent.atomic.AtomicBoolean;

/** Whether the flag was free is not asked. */
public class SpinLockIgnored {
    private static final AtomicBoolean TAKEN = new AtomicBoolean();
    private static int count;

    static void countBad() {
        TAKEN.compareAndSet(false, true);
        count++;  // expect: data-race SpinLockIgnored.count
        TAKEN.set(false);
    }

    public static void main(String[] args) {
        new Thread(SpinLockIgnored::countBad).start();
        new Thread(SpinLockIgnored::countBad).start();
    }
}
