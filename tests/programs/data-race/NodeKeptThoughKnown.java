// snarl: --open NodeKeptThoughKnown
import java.util.concurrent.atomic.AtomicReference;

/** A node that was pushed is used again, while others read it. */
public class NodeKeptThoughKnown {
    private static final class Node {
        private Node next;
        private int mode;
        private final Object item;

        Node(Object item) {
            this.item = item;
        }
    }

    private final AtomicReference<Node> head = new AtomicReference<>();

    private static Node fillBad(Node spare, Object item, Node next, int mode) {
        Node node = spare == null ? new Node(item) : spare;
        node.mode = mode;  // expect: data-race NodeKeptThoughKnown$Node.mode
        node.next = next;
        return node;
    }

    public Object push(Object item, int mode) {
        Node spare = null;
        for (;;) {
            Node old = head.get();
            spare = fillBad(spare, item, old, mode);
            if (old == null || old.mode == mode) {
                if (head.compareAndSet(old, spare)) {
                    return spare.item;
                }
            } else if (head.compareAndSet(old, spare)) {
                Node match = spare.next;
                if (match != null) {
                    return match.item;
                }
            } else {
                spare = null;
            }
        }
    }
}
