// snarl: --open PublishedByStateOfOthers
import java.util.concurrent.atomic.AtomicInteger;

/** Who cancels sets the last state too, while the winner may still write. */
public class PublishedByStateOfOthers {
    private final AtomicInteger state = new AtomicInteger();
    private Object outcome;

    public void setBad(Object value) {
        if (state.compareAndSet(0, 1)) {
            outcome = value;  // expect: data-race PublishedByStateOfOthers.outcome
            state.set(2);
        }
    }

    public void cancel() {
        state.set(2);
    }

    public Object get() {
        return state.get() == 2 ? outcome : null;
    }
}
