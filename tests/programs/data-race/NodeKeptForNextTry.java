// snarl: --open NodeKeptForNextTry
import java.util.concurrent.atomic.AtomicReference;

/** A node that could not be pushed is used again; one that was pushed is forgotten. */
public class NodeKeptForNextTry {
    private static final class Node {
        private Node next;
        private int mode;
        private final Object item;

        Node(Object item) {
            this.item = item;
        }
    }

    private final AtomicReference<Node> head = new AtomicReference<>();

    private static Node fill(Node spare, Object item, Node next, int mode) {
        Node node = spare == null ? new Node(item) : spare;
        node.mode = mode;
        node.next = next;
        return node;
    }

    private boolean replace(Node old, Node node) {
        return old == head.get() && head.compareAndSet(old, node);
    }

    public Object pushOk(Object item, int mode) {
        Node spare = null;
        for (;;) {
            Node old = head.get();
            if (old == null || old.mode == mode) {
                spare = fill(spare, item, old, mode);
                if (replace(old, spare)) {
                    return spare.item;
                }
            } else {
                spare = fill(spare, item, old, 2 | mode);
                if (replace(old, spare)) {
                    Node match = spare.next;
                    if (match != null) {
                        return match.item;
                    }
                    spare = null;
                }
            }
        }
    }
}
