import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Two single-thread executors are two threads. */
public class ExecutorTwoSingleThreads {
    private static int count;

    static void countBad() {
        count++;  // expect: data-race ExecutorTwoSingleThreads.count
    }

    public static void main(String[] args) {
        ExecutorService left = Executors.newSingleThreadExecutor();
        ExecutorService right = Executors.newSingleThreadExecutor();
        left.execute(ExecutorTwoSingleThreads::countBad);
        right.execute(ExecutorTwoSingleThreads::countBad);
        left.shutdown();
        right.shutdown();
    }
}
