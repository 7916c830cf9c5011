// snarl: --open OwnedByExchange
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Who gets an object out of a word by an exchange, or by a comparison that succeeds, has it alone until he gives it back. */
public class OwnedByExchange {
    private static final AtomicReferenceFieldUpdater<OwnedByExchange, Page> PAGE =
            AtomicReferenceFieldUpdater.newUpdater(OwnedByExchange.class, Page.class, "page");
    private static final VarHandle BUFFER;
    private volatile Page page = new Page();
    private volatile Buffer buffer = new Buffer();
    private final AtomicReference<Ticket> ticket = new AtomicReference<>(new Ticket());
    private final AtomicReference<Node> top = new AtomicReference<>();

    static {
        try {
            BUFFER = MethodHandles.lookup().findVarHandle(OwnedByExchange.class, "buffer", Buffer.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private static class Page {
        int uses;
    }

    private static class Buffer {
        int length;

        void add() {
            length++;
        }
    }

    private static class Ticket {
        int number;
    }

    private static class Node {
        Node next;
        int value;
    }

    public void turnOk() {
        Page taken = PAGE.getAndSet(this, null);
        if (taken != null) {
            taken.uses++;
            page = taken;
        }
    }

    public void fillOk() {
        Buffer taken = (Buffer) BUFFER.getAndSet(this, null);
        if (taken != null) {
            taken.length++;
            taken.add();
            BUFFER.setRelease(this, taken);
        }
    }

    public int punchOk() {
        Ticket seen = ticket.get();
        if (seen == null || !ticket.compareAndSet(seen, null)) {
            return -1;
        }
        int number = seen.number++;
        ticket.set(seen);
        return number;
    }

    public void pushOk(int value) {
        Node node = new Node();
        node.value = value;
        do {
            node.next = top.get();
        } while (!top.compareAndSet(node.next, node));
    }

    public int popOk() {
        Node first;
        do {
            first = top.get();
            if (first == null) {
                return 0;
            }
        } while (!top.compareAndSet(first, first.next));
        return first.value++;
    }
}
