// snarl: --open PublishedBySwitch
import java.util.concurrent.atomic.AtomicInteger;

/** Who reads the outcome has found the last state: by a switch, or in a loop that looks again. */
public class PublishedBySwitch {
    private static final int NEW = 0;
    private static final int COMPLETING = 1;
    private static final int NORMAL = 2;
    private static final int FAILED = 3;
    private final AtomicInteger state = new AtomicInteger(NEW);
    private Object outcome;

    public void setOk(Object value) {
        if (state.compareAndSet(NEW, COMPLETING)) {
            outcome = value;
            state.set(NORMAL);
        }
    }

    public void failOk(Throwable cause) {
        if (state.compareAndSet(NEW, COMPLETING)) {
            outcome = cause;
            state.set(FAILED);
        }
    }

    public String tellOk() {
        switch (state.get()) {
            case NORMAL:
                return "done: " + outcome;
            case FAILED:
                return "failed: " + outcome;
            default:
                return "not yet";
        }
    }

    public Object getOk() {
        int seen = state.get();
        while (seen <= COMPLETING) {
            Thread.onSpinWait();
            seen = state.get();
        }
        return outcome;
    }
}
