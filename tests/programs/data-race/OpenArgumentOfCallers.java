// snarl: --open OpenArgumentOfCallers
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What callers give as an argument is theirs; what the object keeps of it is shared. */
public class OpenArgumentOfCallers {
    static class Counts {
        int seen;
    }

    private final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
    private volatile List<String> sink = new ArrayList<>();

    public void drainToOk(List<String> target) {
        for (String it = queue.poll(); it != null; it = queue.poll()) {
            target.add(it);
        }
    }

    public void fillOk(int[] cells, Counts counts) {
        cells[0]++;
        counts.seen++;
    }

    public void keepBad(List<String> target) {
        sink = target;
    }

    public void drainToKeptBad() {
        sink.add(queue.poll());  // expect: data-race container OpenArgumentOfCallers.sink
    }
}
