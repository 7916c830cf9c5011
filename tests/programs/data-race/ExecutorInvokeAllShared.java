import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The tasks of one invokeAll run beside each other. */
public class ExecutorInvokeAllShared {
    private static int steps;

    static Integer stepBad() {
        return ++steps;  // expect: data-race ExecutorInvokeAllShared.steps
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Callable<Integer> first = ExecutorInvokeAllShared::stepBad;
        Callable<Integer> second = ExecutorInvokeAllShared::stepBad;
        pool.invokeAll(List.of(first, second));
        System.out.println(steps);
        pool.shutdown();
    }
}
