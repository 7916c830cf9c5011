import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** invokeAll returns when all tasks are done. */
public class ExecutorInvokeAll {
    static class TaskOk implements Callable<Integer> {
        int steps;

        @Override
        public Integer call() {
            steps = 10;
            return steps;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        TaskOk first = new TaskOk();
        TaskOk second = new TaskOk();
        pool.invokeAll(List.of(first, second));
        System.out.println(first.steps + second.steps);
        pool.shutdown();
    }
}
