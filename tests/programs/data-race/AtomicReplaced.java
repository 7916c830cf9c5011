import java.util.concurrent.atomic.AtomicInteger;

/** The atomic is replaced by a plain write to the field that holds it. */
public class AtomicReplaced {
    private AtomicInteger count = new AtomicInteger();

    void count() {
        count.incrementAndGet();
    }

    void resetBad() {
        count = new AtomicInteger();  // expect: data-race AtomicReplaced.count
    }

    public static void main(String[] args) {
        AtomicReplaced shared = new AtomicReplaced();
        new Thread(shared::count).start();
        shared.resetBad();
    }
}
