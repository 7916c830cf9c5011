// snarl: --open PublishedPastStatesTooEarly
import java.util.concurrent.atomic.AtomicInteger;

/** Readers who may not be past the state in which the outcome is written, and a writer who goes on when he is. */
public class PublishedPastStatesTooEarly {
    private static final int NEW = 0;
    private static final int COMPLETING = 1;
    private static final int NORMAL = 2;
    private static final int CANCELLED = 4;
    private final AtomicInteger state = new AtomicInteger();
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicInteger late = new AtomicInteger();
    private final AtomicInteger given = new AtomicInteger();
    private final AtomicInteger limited = new AtomicInteger();
    private Object outcome;
    private Object cancelled;
    private Object written;
    private Object helped;
    private Object waited;

    public void setBad(Object value) {
        if (state.compareAndSet(NEW, COMPLETING)) {
            outcome = value;  // expect: data-race PublishedPastStatesTooEarly.outcome
            state.set(NORMAL);
        }
    }

    public void cancel() {
        state.compareAndSet(NEW, CANCELLED);
    }

    private Object report(int seen) {
        Object found = outcome;
        return seen >= NORMAL ? found : null;
    }

    public Object get() {
        return report(state.get());
    }

    public void leaveBad(Object value) {
        if (left.compareAndSet(NEW, COMPLETING)) {
            left.set(NORMAL);
        }
        if (left.compareAndSet(NEW, CANCELLED)) {
            cancelled = value;  // expect: data-race PublishedPastStatesTooEarly.cancelled
        }
    }

    public Object getCancelled() {
        return left.get() > COMPLETING ? cancelled : null;
    }

    public void setLateBad(Object value) {
        if (late.compareAndSet(NEW, COMPLETING)) {
            late.set(CANCELLED);
            written = value;  // expect: data-race PublishedPastStatesTooEarly.written
        }
    }

    public void cancelLate() {
        late.compareAndSet(NEW, CANCELLED);
    }

    public Object getLate() {
        return late.get() > COMPLETING ? written : null;
    }

    public void helpBad(Object value) {
        if (given.compareAndSet(NEW, COMPLETING)) {
            end(value);
        }
    }

    private void end(Object value) {
        given.set(NORMAL);
        helped = value;  // expect: data-race PublishedPastStatesTooEarly.helped
    }

    public Object getHelped() {
        return given.get() == NORMAL ? helped : null;
    }

    public void setLimitedBad(Object value) {
        if (limited.compareAndSet(NEW, COMPLETING)) {
            waited = value;  // expect: data-race PublishedPastStatesTooEarly.waited
            limited.set(NORMAL);
        }
    }

    public Object getLimited(long until) {
        await(true, until);
        return waited;
    }

    private int await(boolean isLimited, long until) {
        while (true) {
            int seen = limited.get();
            if (seen > COMPLETING) {
                return seen;
            }
            if (isLimited && System.nanoTime() > until) {
                return seen;
            }
            Thread.onSpinWait();
        }
    }
}
