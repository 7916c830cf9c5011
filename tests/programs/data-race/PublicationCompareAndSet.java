import java.util.concurrent.atomic.AtomicReference;

/** A stack without locks: a node is complete when compareAndSet makes it the head. */
public class PublicationCompareAndSet {
    static class Node {
        int value;
        Node next;
    }

    private static final AtomicReference<Node> HEAD = new AtomicReference<>();

    static void pushOk(int value) {
        Node node = new Node();
        node.value = value;
        do {
            node.next = HEAD.get();
        } while (!HEAD.compareAndSet(node.next, node));
    }

    static int sumOk() {
        int sum = 0;
        for (Node node = HEAD.get(); node != null; node = node.next) {
            sum += node.value;
        }
        return sum;
    }

    public static void main(String[] args) {
        new Thread(() -> pushOk(1)).start();
        new Thread(() -> pushOk(2)).start();
        System.out.println(sumOk());
    }
}
