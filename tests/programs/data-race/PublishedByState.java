// snarl: --open PublishedByState
import java.util.concurrent.atomic.AtomicInteger;

/** Who wins the state writes the outcome; who reads it has seen the state that is set after it. */
public class PublishedByState {
    private final AtomicInteger state = new AtomicInteger();
    private Object outcome;

    public void setOk(Object value) {
        if (state.compareAndSet(0, 1)) {
            outcome = value;
            state.set(2);
        }
    }

    public Object getOk() {
        return state.get() == 2 ? outcome : null;
    }
}
