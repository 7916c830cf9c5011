// snarl: --open LatchOfPromise
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** A promise that is kept once: who wins writes, then opens the latch; who has waited for the latch reads. */
public class LatchOfPromise {
    private final AtomicBoolean done = new AtomicBoolean();
    private final CountDownLatch latch = new CountDownLatch(1);
    private Object result;
    private Throwable cause;
    private int attempts;

    public LatchOfPromise() {
    }

    public LatchOfPromise(Object value) {
        result = value;
        done.set(true);
        latch.countDown();
    }

    public void succeedOk(Object value) {
        if (done.compareAndSet(false, true)) {
            result = value;
            latch.countDown();
        }
    }

    public void failOk(Throwable problem) {
        if (done.compareAndSet(false, true)) {
            cause = problem;
            latch.countDown();
        }
    }

    public Object getOk() throws InterruptedException {
        latch.await();
        if (cause != null) {
            throw new IllegalStateException(cause);
        }
        return result;
    }

    public void tryBad() {
        if (done.compareAndSet(false, true)) {
            latch.countDown();
            attempts++;  // expect: data-race LatchOfPromise.attempts
        }
    }

    public int attemptsBad() throws InterruptedException {
        latch.await();
        return attempts;
    }
}
