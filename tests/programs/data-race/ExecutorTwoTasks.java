import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Two tasks of a pool touch one counter. */
public class ExecutorTwoTasks {
    private static int count;

    static void countBad() {
        count++;  // expect: data-race ExecutorTwoTasks.count
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.submit(ExecutorTwoTasks::countBad);
        pool.submit(ExecutorTwoTasks::countBad);
        pool.shutdown();
    }
}
