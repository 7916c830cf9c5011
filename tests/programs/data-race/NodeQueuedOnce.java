// snarl: --open NodeQueuedOnce
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

/** A flag says whether the node is known: as long as it is not set, the node is its thread's own. */
public class NodeQueuedOnce {
    private static final class Node {
        private Node next;
        private int count;
    }

    private static final class Again {
        private Again next;
    }

    private final AtomicReference<Node> head = new AtomicReference<>();
    private final ConcurrentLinkedQueue<Node> asleep = new ConcurrentLinkedQueue<>();
    private final AtomicReference<Again> again = new AtomicReference<>();
    private final ConcurrentLinkedQueue<Again> awake = new ConcurrentLinkedQueue<>();
    private volatile int phase;

    public void waitOk(int until) {
        wait(until, null);
    }

    public void waitWithOk(int until) {
        Node node = new Node();
        node.count = until;
        wait(until, node);
    }

    private void wait(int until, Node given) {
        Node node = given;
        boolean isQueued = false;
        wake(until);
        while (phase < until) {
            if (node == null) {
                node = new Node();
            } else if (!isQueued) {
                Node first = node.next = head.get();
                if (first == null || phase == 0) {
                    isQueued = head.compareAndSet(first, node);
                }
            } else {
                asleep.add(node);
            }
        }
    }

    private void wake(int until) {
        for (Node node = asleep.poll(); node != null && phase > until; node = asleep.poll()) {
            phase++;
        }
    }

    public int countOk() {
        int count = 0;
        for (Node node = head.get(); node != null; node = node.next) {
            count++;
        }
        for (Node node : asleep) {
            count += node.next == null ? 1 : 2;
        }
        return count;
    }

    /** It is asleep, and queued again. */
    public void waitBad(int until) {
        Again node = new Again();
        boolean isQueued = false;
        while (phase < until) {
            if (!isQueued) {
                Again first = node.next = again.get();  // expect: data-race NodeQueuedOnce$Again.next
                isQueued = again.compareAndSet(first, node);
            } else {
                awake.add(node);
                isQueued = phase == 0;
            }
        }
    }

    public int countBad() {
        int count = 0;
        for (Again node = again.get(); node != null; node = node.next) {
            count++;
        }
        return count;
    }
}
