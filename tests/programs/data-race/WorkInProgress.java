// snarl: --open WorkInProgress
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Whoever counts up from nothing does the work of all who count up meanwhile. */
public class WorkInProgress extends AtomicInteger {
    private final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
    private int done;

    public void addOk(String item) {
        queue.offer(item);
        if (getAndIncrement() != 0) {
            return;
        }
        drainOk();
    }

    private void drainOk() {
        int missed = 1;
        for (;;) {
            while (queue.poll() != null) {
                done++;
            }
            missed = addAndGet(-missed);
            if (missed == 0) {
                break;
            }
        }
    }

    public void addFastOk(String item) {
        if (get() == 0 && compareAndSet(0, 1)) {
            done++;
            if (decrementAndGet() == 0) {
                return;
            }
        } else {
            queue.offer(item);
            if (getAndIncrement() != 0) {
                return;
            }
        }
        drainOk();
    }
}
