import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The tasks of a single-thread executor run one after the other. */
public class ExecutorSingleThread {
    private static int count;

    static void countOk() {
        count++;
    }

    public static void main(String[] args) {
        ExecutorService single = Executors.newSingleThreadExecutor();
        single.submit(ExecutorSingleThread::countOk);
        single.submit(ExecutorSingleThread::countOk);
        single.shutdown();
    }
}
