import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Main reads before it gets the future. */
public class FutureNotGot {
    private static int result;

    static void computeBad() {
        result = 42;  // expect: data-race FutureNotGot.result
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> future = pool.submit(FutureNotGot::computeBad);
        System.out.println(result);
        future.get();
        pool.shutdown();
    }
}
