// snarl: --open OwnedByExchangeNoLonger
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** It is used before it is taken, after it is given back, though it was not taken, or it stays where it is. */
public class OwnedByExchangeNoLonger {
    private static final AtomicReferenceFieldUpdater<OwnedByExchangeNoLonger, Page> PAGE =
            AtomicReferenceFieldUpdater.newUpdater(OwnedByExchangeNoLonger.class, Page.class, "page");
    private volatile Page page = new Page();
    private final AtomicReference<Early> early = new AtomicReference<>(new Early());
    private final AtomicReference<Unasked> unasked = new AtomicReference<>(new Unasked());
    private final AtomicReference<Same> same = new AtomicReference<>(new Same());
    private final AtomicReference<Node> top = new AtomicReference<>();

    private static class Page {
        int uses;
    }

    private static class Early {
        int number;
    }

    private static class Unasked {
        int number;
    }

    private static class Same {
        int number;
    }

    private static class Node {
        Node next;
        int value;
    }

    public void turnBad() {
        Page taken = PAGE.getAndSet(this, null);
        if (taken != null) {
            page = taken;
            taken.uses++;  // expect: data-race OwnedByExchangeNoLonger$Page.uses
        }
    }

    public void punchBad() {
        Early seen = early.get();
        if (seen != null) {
            seen.number++;  // expect: data-race OwnedByExchangeNoLonger$Early.number
            if (early.compareAndSet(seen, null)) {
                early.set(seen);
            }
        }
    }

    public void punchUnaskedBad() {
        Unasked seen = unasked.get();
        if (seen != null) {
            unasked.compareAndSet(seen, null);
            seen.number++;  // expect: data-race OwnedByExchangeNoLonger$Unasked.number
            unasked.set(seen);
        }
    }

    public void punchSameBad() {
        Same seen = same.get();
        if (seen != null && same.compareAndSet(seen, seen)) {
            seen.number++;  // expect: data-race OwnedByExchangeNoLonger$Same.number
        }
    }

    public void push(int value) {
        Node node = new Node();
        node.value = value;
        do {
            node.next = top.get();
        } while (!top.compareAndSet(node.next, node));
    }

    /** The next one is still there for others. */
    public int popBad() {
        Node first;
        do {
            first = top.get();
            if (first == null || first.next == null) {
                return 0;
            }
        } while (!top.compareAndSet(first, first.next));
        return first.next.value++;  // expect: data-race OwnedByExchangeNoLonger$Node.value
    }
}
