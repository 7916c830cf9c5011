// snarl: --open MadeAndKnown
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Others may know a node and yet leave some of it to the thread that has made it. */
public class MadeAndKnown {
    private final Queue<Waiter> waiters = new ConcurrentLinkedQueue<>();
    private volatile boolean isOpen;

    private static class Waiter {
        final Thread thread;
        int tries;
        int turns;
        int woken;

        Waiter(Thread thread) {
            this.thread = thread;
        }

        boolean isTired() {
            return ++turns > 1000;
        }
    }

    public int waitOk() {
        Waiter waiter = new Waiter(Thread.currentThread());
        waiters.add(waiter);
        while (!isOpen && !waiter.isTired()) {
            waiter.tries++;
            Thread.yield();
        }
        return tell(waiter);
    }

    private int tell(Waiter waiter) {
        return waiter.tries + waiter.turns;
    }

    public int waitBad() {
        Waiter waiter = new Waiter(Thread.currentThread());
        waiters.add(waiter);
        while (!isOpen) {
            Thread.yield();
        }
        return waiter.woken;  // expect: data-race MadeAndKnown$Waiter.woken
    }

    public void openBad() {
        isOpen = true;
        for (Waiter waiter : waiters) {
            waiter.woken++;
        }
    }
}
