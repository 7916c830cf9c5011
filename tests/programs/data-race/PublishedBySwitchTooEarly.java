// snarl: --open PublishedBySwitchTooEarly
import java.util.concurrent.atomic.AtomicInteger;

/** A switch that takes a state for the last one, and a loop that looks at another word. */
public class PublishedBySwitchTooEarly {
    private static final int NEW = 0;
    private static final int COMPLETING = 1;
    private static final int NORMAL = 2;
    private final AtomicInteger state = new AtomicInteger(NEW);
    private final AtomicInteger other = new AtomicInteger(NEW);
    private Object outcome;
    private Object result;

    public void setBad(Object value) {
        if (state.compareAndSet(NEW, COMPLETING)) {
            outcome = value;  // expect: data-race PublishedBySwitchTooEarly.outcome
            state.set(NORMAL);
        }
    }

    public String tell() {
        switch (state.get()) {
            case NORMAL:
            case COMPLETING:
                return "done: " + outcome;
            default:
                return "not yet";
        }
    }

    public void finishBad(Object value) {
        if (other.compareAndSet(NEW, COMPLETING)) {
            result = value;  // expect: data-race PublishedBySwitchTooEarly.result
            other.set(NORMAL);
        }
    }

    public Object get() {
        int seen = state.get();
        while (seen <= COMPLETING) {
            Thread.onSpinWait();
            seen = other.get();
        }
        return result;
    }
}
