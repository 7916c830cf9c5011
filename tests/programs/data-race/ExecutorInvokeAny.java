import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** invokeAny returns with the first result, invokeAll with a limit when it is reached: other tasks may go on. */
public class ExecutorInvokeAny {
    private static int progress;
    private static int steps;

    static Integer searchBad() {
        progress = 1;  // expect: data-race ExecutorInvokeAny.progress
        return 1;
    }

    static Integer stepBad() {
        steps = 1;  // expect: data-race ExecutorInvokeAny.steps
        return 1;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Callable<Integer>> searches = List.of(ExecutorInvokeAny::searchBad, () -> 2);
        pool.invokeAny(searches);
        System.out.println(progress);
        List<Callable<Integer>> work = List.of(ExecutorInvokeAny::stepBad);
        pool.invokeAll(work, 1, TimeUnit.SECONDS);
        System.out.println(steps);
        pool.shutdown();
    }
}
