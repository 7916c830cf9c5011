import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** shutdown does not wait for the tasks. */
public class ExecutorShutdownOnly {
    private static int result;

    static void computeBad() {
        result = 42;  // expect: data-race ExecutorShutdownOnly.result
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(ExecutorShutdownOnly::computeBad);
        pool.shutdown();
        System.out.println(result);
    }
}
