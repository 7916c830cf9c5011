package snarl.agent.accesses;

import java.util.ArrayList;
import java.util.List;

/** What was found and is not written yet. Threads add, the tool's own thread takes. */
final class News<T> {
    private final Guard guard = new Guard();
    private List<T> found = new ArrayList<>();

    void add(T item) {
        guard.take();
        try {
            found.add(item);
        } finally {
            guard.state = Guard.FREE;
        }
    }

    /** What was added since it was called last. */
    List<T> take() {
        guard.take();
        try {
            List<T> taken = found;
            found = new ArrayList<>();
            return taken;
        } finally {
            guard.state = Guard.FREE;
        }
    }
}
