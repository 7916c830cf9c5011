import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Main reads when the pool has come to its end. */
public class ExecutorAwaitTermination {
    private static int total;

    static synchronized void addOk(int amount) {
        total += amount;
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 4; i++) {
            pool.execute(() -> addOk(3));
        }
        pool.shutdown();
        if (pool.awaitTermination(10, TimeUnit.SECONDS)) {
            System.out.println(total);
        }
    }
}
