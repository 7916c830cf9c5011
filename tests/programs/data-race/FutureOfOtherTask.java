import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Main waits for one task, and reads what another writes. */
public class FutureOfOtherTask {
    private static int result;

    static void computeBad() {
        result = 42;  // expect: data-race FutureOfOtherTask.result
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.submit(FutureOfOtherTask::computeBad);
        Future<?> other = pool.submit(() -> System.out.println("other"));
        other.get();
        System.out.println(result);
        pool.shutdown();
    }
}
