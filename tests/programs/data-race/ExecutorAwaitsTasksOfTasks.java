import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Tasks hand in the next tasks, as others do too; who has waited for the executor comes after all of them. */
public class ExecutorAwaitsTasksOfTasks {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);
    private static final AtomicInteger ROUNDS = new AtomicInteger(9);
    private static int count;
    private static int seen;

    static synchronized void addBad() {
        count++;
        seen++;  // expect: data-race ExecutorAwaitsTasksOfTasks.seen
    }

    static void step() {
        addBad();
        if (ROUNDS.decrementAndGet() > 0) {
            POOL.execute(ExecutorAwaitsTasksOfTasks::step);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] givers = new Thread[2];
        for (int i = 0; i < givers.length; i++) {
            givers[i] = new Thread(() -> POOL.execute(ExecutorAwaitsTasksOfTasks::step));
            givers[i].start();
        }
        for (Thread giver : givers) {
            giver.join();
        }
        POOL.shutdown();
        System.out.println(seen);
        POOL.awaitTermination(1, TimeUnit.HOURS);
        System.out.println(count);
    }
}
