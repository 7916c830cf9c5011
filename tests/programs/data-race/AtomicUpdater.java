import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** An updater for a volatile field. */
public class AtomicUpdater {
    private static final AtomicIntegerFieldUpdater<AtomicUpdater> COUNT =
            AtomicIntegerFieldUpdater.newUpdater(AtomicUpdater.class, "count");
    private volatile int count;

    void countOk() {
        COUNT.incrementAndGet(this);
    }

    public static void main(String[] args) {
        AtomicUpdater shared = new AtomicUpdater();
        new Thread(shared::countOk).start();
        new Thread(shared::countOk).start();
        System.out.println(shared.count);
    }
}
