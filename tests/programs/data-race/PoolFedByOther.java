import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Another thread gives tasks to a pool, and main waits for both: first for who gives, then for what was given. */
public class PoolFedByOther {
    private long total;
    private long early;

    private void addOk(int number) {
        total += number;
    }

    private void addEarlyBad(int number) {
        early += number;  // expect: data-race PoolFedByOther.early
    }

    public static void main(String[] args) throws InterruptedException {
        PoolFedByOther all = new PoolFedByOther();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Thread feeder = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                int number = i;
                pool.execute(() -> all.addOk(number));
            }
        });
        feeder.start();
        feeder.join();
        pool.shutdown();
        pool.awaitTermination(10, TimeUnit.SECONDS);
        System.out.println(all.total);

        ExecutorService other = Executors.newSingleThreadExecutor();
        Thread late = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                int number = i;
                other.execute(() -> all.addEarlyBad(number));
            }
        });
        late.start();
        other.awaitTermination(10, TimeUnit.MILLISECONDS);
        System.out.println(all.early);
        late.join();
        other.shutdown();
    }
}
