import java.util.concurrent.atomic.AtomicInteger;

/** An atomic gives each number to one thread only, if it is never set back: the element is that thread's own. */
public class ArrayElementByTicket {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final int[] SLOTS = new int[100];
    private static final AtomicInteger ROUND = new AtomicInteger();
    private static final int[] RING = new int[4];
    private final AtomicInteger size = new AtomicInteger();
    private final String[] names = new String[100];
    private final String[] shared;

    ArrayElementByTicket(String[] shared) {
        this.shared = shared;
    }

    static void slotOk() {
        int slot = NEXT.getAndIncrement();
        SLOTS[slot] = slot;
    }

    static void ringBad() {
        int slot = ROUND.getAndIncrement();
        if (slot >= RING.length) {
            ROUND.set(0);
            slot = 0;
        }
        RING[slot]++;  // expect: data-race array ArrayElementByTicket.RING
    }

    void nameOk(String name) {
        names[size.getAndIncrement()] = name;
    }

    void sharedBad(String name) {
        shared[size.getAndIncrement()] = name;  // expect: data-race array ArrayElementByTicket.shared
    }

    public static void main(String[] args) {
        String[] shared = new String[100];
        ArrayElementByTicket one = new ArrayElementByTicket(shared);
        ArrayElementByTicket two = new ArrayElementByTicket(shared);
        for (ArrayElementByTicket each : new ArrayElementByTicket[] {one, two}) {
            new Thread(() -> {
                slotOk();
                ringBad();
                one.nameOk("a");
                each.sharedBad("b");
            }).start();
        }
    }
}
