import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Main reads when the future has been got. */
public class FutureGet {
    private static int result;

    static void computeOk() {
        result = 42;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> future = pool.submit(FutureGet::computeOk);
        future.get();
        System.out.println(result);
        pool.shutdown();
    }
}
