import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** One task alone in a pool has no one to race with. */
public class ExecutorOfOneTask {
    private static int count;

    static void countOk() {
        count++;
    }

    public static void main(String[] args) {
        count = 5;
        ExecutorService pool = Executors.newFixedThreadPool(4);
        pool.submit(ExecutorOfOneTask::countOk);
        pool.shutdown();
    }
}
