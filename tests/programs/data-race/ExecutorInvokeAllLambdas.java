import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A lambda that is in the list once runs once; one that a loop makes runs beside others like it. */
public class ExecutorInvokeAllLambdas {
    private static final int[] ROWS_OK = new int[2];
    private int steps;

    static void fillOk(ExecutorService pool) throws InterruptedException {
        pool.invokeAll(List.of(() -> ROWS_OK[0] = 1, () -> ROWS_OK[1] = 2));
        System.out.println(ROWS_OK[0] + ROWS_OK[1]);
    }

    void stepsBad(ExecutorService pool) throws InterruptedException {
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            tasks.add(() -> ++steps);  // expect: data-race ExecutorInvokeAllLambdas.steps
        }
        pool.invokeAll(tasks);
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        fillOk(pool);
        List<ExecutorInvokeAllLambdas> all = new ArrayList<>();
        all.add(new ExecutorInvokeAllLambdas());
        for (ExecutorInvokeAllLambdas one : all) {
            one.stepsBad(pool);
        }
        pool.shutdown();
    }
}
