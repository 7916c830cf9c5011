// snarl: --open PublicationIfTrue
import java.util.concurrent.atomic.AtomicReference;

/** A method that makes a node known only if it returns true leaves it to its caller otherwise. */
public class PublicationIfTrue {
    private final AtomicReference<Node> head = new AtomicReference<>();
    private Entry entries;

    private static class Node {
        Node next;
        int tries;
        int late;
    }

    private static class Entry {
        Entry next;
        int tries;
        int late;
    }

    private boolean tryPush(Node first, Node node) {
        return first == head.get() && head.compareAndSet(first, node);
    }

    private synchronized Entry first() {
        return entries;
    }

    private synchronized boolean tryAdd(Entry first, Entry entry) {
        if (entries != first) {
            return false;
        }
        entries = entry;
        return true;
    }

    public void pushOk() {
        Node node = new Node();
        Node first;
        do {
            first = head.get();
            node.next = first;
            node.tries++;
        } while (!tryPush(first, node));
    }

    public void addOk() {
        Entry entry = new Entry();
        while (true) {
            entry.next = first();
            entry.tries++;
            if (tryAdd(entry.next, entry)) {
                return;
            }
        }
    }

    public int sumOk() {
        int sum = 0;
        for (Node node = head.get(); node != null; node = node.next) {
            sum += node.tries + node.late;
        }
        for (Entry entry = first(); entry != null; entry = entry.next) {
            sum += entry.tries + entry.late;
        }
        return sum;
    }

    public void pushBad() {
        Node node = new Node();
        if (tryPush(null, node)) {
            node.late = 1;  // expect: data-race PublicationIfTrue$Node.late
        }
    }

    public void addBad() {
        Entry entry = new Entry();
        if (!tryAdd(null, entry)) {
            return;
        }
        entry.late = 1;  // expect: data-race PublicationIfTrue$Entry.late
    }
}
