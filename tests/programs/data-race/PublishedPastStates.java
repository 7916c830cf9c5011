// snarl: --open PublishedPastStates
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CancellationException;

/** A task that is done or cancelled, once: who is past the state in which the outcome is written may read it. */
public class PublishedPastStates {
    private static final int NEW = 0;
    private static final int COMPLETING = 1;
    private static final int NORMAL = 2;
    private static final int FAILED = 3;
    private static final int CANCELLED = 4;
    private static final VarHandle STATE;
    private volatile int state;
    private Object outcome;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(PublishedPastStates.class, "state", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    public void setOk(Object value) {
        if (STATE.compareAndSet(this, NEW, COMPLETING)) {
            outcome = value;
            STATE.setRelease(this, NORMAL);
        }
    }

    public void failOk(Throwable cause) {
        if (STATE.compareAndSet(this, NEW, COMPLETING)) {
            outcome = cause;
            STATE.setRelease(this, FAILED);
        }
    }

    public boolean cancel() {
        return STATE.compareAndSet(this, NEW, CANCELLED);
    }

    /** The state was asked for already, by all who call this. */
    private Object reportOk(int seen) {
        Object found = outcome;
        if (seen == NORMAL) {
            return found;
        }
        throw seen == CANCELLED ? new CancellationException() : new IllegalStateException((Throwable) found);
    }

    public Object getOk() {
        int seen = state;
        if (seen <= COMPLETING) {
            seen = await(false, 0);
        }
        return reportOk(seen);
    }

    public Object getInTimeOk(long until) {
        int seen = state;
        if (seen <= COMPLETING && (seen = await(true, until)) <= COMPLETING) {
            return null;
        }
        return reportOk(seen);
    }

    /** Without a limit it returns when it is past. */
    private int await(boolean isLimited, long until) {
        while (true) {
            int seen = state;
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
