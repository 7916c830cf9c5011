// snarl: --open WorkInProgressLeftOver
import java.util.concurrent.atomic.AtomicInteger;

/** The worker goes on after it has counted down to nothing. */
public class WorkInProgressLeftOver {
    private final AtomicInteger working = new AtomicInteger();
    private int done;

    public void addBad() {
        if (working.getAndIncrement() != 0) {
            return;
        }
        do {
            done++;  // expect: data-race WorkInProgressLeftOver.done
        } while (working.decrementAndGet() != 0);
        done = 0;
    }
}
