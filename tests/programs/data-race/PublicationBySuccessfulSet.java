// snarl: --open PublicationBySuccessfulSet
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

/** A compare-and-set publishes if it sets; what is done afterwards to what it has set races. */
public class PublicationBySuccessfulSet {
    static class Node {
        int value;
        Node next;
    }

    static class Late {
        int value;
    }

    static class Queued {
        int value;
    }

    private final AtomicReference<Node> head = new AtomicReference<>();
    private final AtomicReference<Late> late = new AtomicReference<>();
    private final ConcurrentLinkedQueue<Queued> queue = new ConcurrentLinkedQueue<>();

    private boolean push(Node old, Node node) {
        return head.compareAndSet(old, node);
    }

    public void pushOk(int value) {
        Node node = new Node();
        node.value = value;
        Node old;
        do {
            old = head.get();
            node.next = old;
        } while (!push(old, node));
    }

    public int sumOk() {
        int sum = 0;
        for (Node node = head.get(); node != null; node = node.next) {
            sum += node.value;
        }
        return sum;
    }

    public void setBad(int value) {
        Late made = new Late();
        if (late.compareAndSet(null, made)) {
            made.value = value;  // expect: data-race PublicationBySuccessfulSet$Late.value
        }
    }

    public int lateBad() {
        return late.get().value;
    }

    public void queueBad(int value) {
        Queued made = new Queued();
        queue.add(made);
        made.value = value;  // expect: data-race PublicationBySuccessfulSet$Queued.value
    }

    public int queuedBad() {
        return queue.peek().value;
    }
}
