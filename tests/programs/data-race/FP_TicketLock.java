import java.util.concurrent.atomic.AtomicInteger;

/** Who has drawn the number that is served is alone; nobody else has drawn the same. */
public class FP_TicketLock {
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger served = new AtomicInteger();
    private int count;

    void countOk() {
        int mine = next.getAndIncrement();
        while (served.get() != mine) {
            Thread.onSpinWait();
        }
        count++;  // false alarm: data-race FP_TicketLock.count
        served.incrementAndGet();
    }

    public static void main(String[] args) {
        FP_TicketLock lock = new FP_TicketLock();
        for (int i = 0; i < 3; i++) {
            new Thread(lock::countOk).start();
        }
    }
}
