// snarl: --open PublishedByStateTooEarly
import java.util.concurrent.atomic.AtomicInteger;

/** The state says that the outcome is there before it is; or it is read before the state is. */
public class PublishedByStateTooEarly {
    private final AtomicInteger state = new AtomicInteger();
    private final AtomicInteger other = new AtomicInteger();
    private Object outcome;
    private Object guessed;

    public void setBad(Object value) {
        if (state.compareAndSet(0, 1)) {
            state.set(2);
            outcome = value;  // expect: data-race PublishedByStateTooEarly.outcome
        }
    }

    public Object get() {
        return state.get() == 2 ? outcome : null;
    }

    public void guessBad(Object value) {
        if (other.compareAndSet(0, 1)) {
            guessed = value;  // expect: data-race PublishedByStateTooEarly.guessed
            other.set(2);
        }
    }

    public Object getGuessed() {
        return other.get() != 0 ? guessed : null;
    }
}
