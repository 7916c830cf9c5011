// snarl: --open OpenArgumentOfCallers
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What callers give as an argument, and the object does not keep, is theirs. */
public class OpenArgumentOfCallers {
    static class Counts {
        int seen;
    }

    private final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();

    public void drainToOk(List<String> target) {
        for (String it = queue.poll(); it != null; it = queue.poll()) {
            target.add(it);
        }
    }

    public void fillOk(Counts counts) {
        counts.seen++;
    }
}
