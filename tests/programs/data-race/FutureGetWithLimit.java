import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Who waits for a future with a limit, and goes on when the time is over, has not waited for its task. */
public class FutureGetWithLimit {
    private int late;
    private int lateToo;
    private int inTime;

    private void addLateBad() {
        late++;  // expect: data-race FutureGetWithLimit.late
    }

    private void addLateTooBad() {
        lateToo++;  // expect: data-race FutureGetWithLimit.lateToo
    }

    private void addInTimeOk() {
        inTime++;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        FutureGetWithLimit all = new FutureGetWithLimit();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<?> first = pool.submit(all::addLateBad);
        try {
            first.get(10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("late");
        }
        System.out.println(all.late);
        Future<?> second = CompletableFuture.runAsync(all::addLateTooBad);
        try {
            second.get(10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("late, too");
        }
        System.out.println(all.lateToo);
        Future<?> third = pool.submit(all::addInTimeOk);
        pool.shutdown();
        try {
            third.get(10, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
        System.out.println(all.inTime);
    }
}
