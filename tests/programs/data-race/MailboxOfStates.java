import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** Work is handed to a pool by who takes the word: by states, by a count, by a lambda; a refused task is taken back. */
public class MailboxOfStates {
    private static final int IDLE = 0;
    private static final int SCHEDULED = 1;
    private static final int RUNNING = 2;
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final Queue<Integer> numbers = new ConcurrentLinkedQueue<>();
    private final AtomicInteger state = new AtomicInteger(IDLE);
    private final AtomicInteger waiting = new AtomicInteger();
    private int sum;
    private int product = 1;

    void addOk(int number) {
        numbers.add(number);
        if (state.compareAndSet(IDLE, SCHEDULED)) {
            try {
                pool.execute(() -> addAllOk());
            } catch (RejectedExecutionException refused) {
                sum = -1;
                state.set(IDLE);
            }
        }
    }

    private void addAllOk() {
        state.compareAndSet(SCHEDULED, RUNNING);
        for (Integer number = numbers.poll(); number != null; number = numbers.poll()) {
            sum += number;
        }
        state.set(IDLE);
    }

    void multiplyOk() {
        if (waiting.getAndIncrement() == 0) {
            pool.execute(this::multiplyAllOk);
        }
    }

    private void multiplyAllOk() {
        do {
            product *= 2;
        } while (waiting.decrementAndGet() != 0);
    }

    public static void main(String[] args) throws InterruptedException {
        MailboxOfStates mailbox = new MailboxOfStates();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                mailbox.addOk(1);
                mailbox.multiplyOk();
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        mailbox.pool.shutdown();
    }
}
