import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** AtomicReferenceFieldUpdater reads and writes the field it is named for. */
public class AtomicUpdater {
    static class Node {
        volatile Object left;
        volatile Object right;
    }

    static final AtomicReferenceFieldUpdater<Node, Object> LEFT =
            AtomicReferenceFieldUpdater.newUpdater(Node.class, Object.class, "left");
    static final AtomicReferenceFieldUpdater<Node, Object> RIGHT =
            AtomicReferenceFieldUpdater.newUpdater(Node.class, Object.class, "right");

    static class A {}

    static class B {}

    public static void main(String[] args) {
        Node node = new Node();
        LEFT.set(node, new A());  // accesses: Node.left set
        RIGHT.compareAndSet(node, null, new B());  // accesses: Node.right compareAndSet
        see(node.left);  // points to: A@21
        see(node.right);  // points to: B@22
        see(LEFT.get(node));  // points to: A@21; accesses: Node.left get
        see(RIGHT.getAndSet(node, null));  // points to: B@22; accesses: Node.right getAndSet
    }

    static void see(Object o) {}
}
