// snarl: --open PublishedByVolatileState
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** As a future keeps its outcome: a volatile state, taken by a handle, whose order tells all. */
public class PublishedByVolatileState {
    private static final int NEW = 0;
    private static final int COMPLETING = 1;
    private static final int NORMAL = 2;
    private static final int FAILED = 3;
    private static final VarHandle STATE;
    private volatile int state;
    private Object outcome;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(PublishedByVolatileState.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
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

    public Object getOk() {
        if (state <= COMPLETING) {
            return null;
        }
        return outcome;
    }
}
