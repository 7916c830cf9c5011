import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Atomic variables in final fields. */
public class Atomics {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final AtomicLong TOTAL = new AtomicLong();
    private static final AtomicBoolean DONE = new AtomicBoolean();
    private static final LongAdder HITS = new LongAdder();

    static void workOk() {
        COUNT.incrementAndGet();
        TOTAL.addAndGet(5);
        DONE.compareAndSet(false, true);
        HITS.increment();
    }

    public static void main(String[] args) {
        new Thread(Atomics::workOk).start();
        new Thread(Atomics::workOk).start();
        System.out.println(COUNT.get() + TOTAL.get() + HITS.sum());
    }
}
