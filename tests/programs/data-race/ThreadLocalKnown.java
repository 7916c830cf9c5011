// snarl: --open ThreadLocalKnown
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What a thread has made for itself in a thread-local is its own where it got it from there, although others know it. */
public class ThreadLocalKnown {
    private final Queue<Slot> all = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<Slot> own = ThreadLocal.withInitial(Slot::new);
    private final Mine mine = new Mine();
    private final ThreadLocal<Slot> first = new ThreadLocal<>();

    private static class Slot {
        int index;
        int count;
        int shared;
    }

    private static class Mine extends ThreadLocal<Slot> {
        @Override
        protected Slot initialValue() {
            return new Slot();
        }
    }

    public void indexOk() {
        Slot slot = own.get();
        all.add(slot);
        slot.index++;
    }

    public void countOk() {
        Slot slot = mine.get();
        all.add(slot);
        slot.count++;
    }

    public void sharedBad() {
        Slot slot = first.get();
        if (slot == null) {
            slot = all.poll();
            first.set(slot);
        }
        slot.shared++;  // expect: data-race ThreadLocalKnown$Slot.shared
    }

    public int sumBad() {
        int sum = 0;
        for (Slot slot : all) {
            sum += slot.shared;
        }
        return sum;
    }
}
