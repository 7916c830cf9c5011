// snarl: --open PublicationByFlag
import java.util.concurrent.atomic.AtomicReference;

/** A variable says whether a node was pushed: as long as it does not, nobody knows the node. */
public class PublicationByFlag {
    private final AtomicReference<Node> nodes = new AtomicReference<>();
    private final AtomicReference<Item> items = new AtomicReference<>();
    private volatile int state;

    private static class Node {
        Node next;
    }

    private static class Item {
        Item next;
    }

    public void pushOk() {
        Node node = new Node();
        boolean isPushed = false;
        while (state == 0) {
            if (!isPushed) {
                Node first = nodes.get();
                node.next = first;
                if (state == 0) {
                    isPushed = nodes.compareAndSet(first, node);
                }
            } else {
                Thread.yield();
            }
        }
    }

    public int countOk() {
        int count = 0;
        for (Node node = nodes.get(); node != null; node = node.next) {
            count++;
        }
        return count;
    }

    public void pushBad() {
        Item item = new Item();
        boolean isPushed = false;
        while (state == 0) {
            if (!isPushed) {
                Item first = items.get();
                item.next = first;  // expect: data-race PublicationByFlag$Item.next
                isPushed = items.compareAndSet(first, item);
            } else {
                isPushed = state != 0;
            }
        }
    }

    public int countBad() {
        int count = 0;
        for (Item item = items.get(); item != null; item = item.next) {
            count++;
        }
        return count;
    }
}
