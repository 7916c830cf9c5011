// snarl: --open ArgumentAndElement
import java.util.concurrent.ConcurrentLinkedQueue;

/** A queue keeps what it is offered, but not what it drains to: that is the caller's. */
public class ArgumentAndElement {
    static class Counts {
        int seen;
    }

    private final ConcurrentLinkedQueue<Object> queue = new ConcurrentLinkedQueue<>();

    public static Counts counts() {
        return new Counts();
    }

    public void offerOk(Object element) {
        queue.offer(element);
    }

    public void drainToOk(Counts target) {
        while (queue.poll() != null) {
            target.seen++;
        }
    }
}
