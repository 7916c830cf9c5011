import java.util.ArrayList;
import java.util.List;

/** Listeners are added by some callers while others fire events. */
public class OpenListener {
    public interface Listener {
        void changed();
    }

    private final List<Listener> listeners = new ArrayList<>();

    public void addBad(Listener listener) {
        listeners.add(listener);  // expect: data-race container OpenListener.listeners (note)
    }

    public void fire() {
        for (Listener each : listeners) {
            each.changed();
        }
    }
}
