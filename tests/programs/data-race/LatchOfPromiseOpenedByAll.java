// snarl: --open LatchOfPromiseOpenedByAll
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Promises whose latches say little: anybody opens one, one is opened too early, and one was perhaps not waited for. */
public class LatchOfPromiseOpenedByAll {
    private final AtomicBoolean done = new AtomicBoolean();
    private final CountDownLatch open = new CountDownLatch(1);
    private final CountDownLatch kept = new CountDownLatch(1);
    private final CountDownLatch made = new CountDownLatch(1);
    private Object early;
    private Object late;
    private Object known;
    private Object first;

    public LatchOfPromiseOpenedByAll() {
    }

    public LatchOfPromiseOpenedByAll(Object value) {
        first = value;
        made.countDown();
    }

    public void succeed(Object value) {
        if (done.compareAndSet(false, true)) {
            early = value;
            late = value;
            known = value;
            first = value;
            made.countDown();
            open.countDown();
            kept.countDown();
        }
    }

    public void giveUp() {
        open.countDown();
    }

    public Object getBad() throws InterruptedException {
        open.await();
        return early;  // expect: data-race LatchOfPromiseOpenedByAll.early
    }

    public Object firstBad() throws InterruptedException {
        made.await();
        return first;  // expect: data-race LatchOfPromiseOpenedByAll.first
    }

    public Object getForAWhileBad() throws InterruptedException {
        kept.await(1, TimeUnit.SECONDS);
        return late;  // expect: data-race LatchOfPromiseOpenedByAll.late
    }

    public Object getForAWhileOk() throws InterruptedException {
        if (!kept.await(1, TimeUnit.SECONDS)) {
            throw new IllegalStateException("not yet");
        }
        return known;
    }
}
