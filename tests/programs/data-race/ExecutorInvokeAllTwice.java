import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A task that is in the list twice runs beside itself. */
public class ExecutorInvokeAllTwice {
    static class TaskBad implements Callable<Integer> {
        int steps;

        @Override
        public Integer call() {
            steps++;  // expect: data-race ExecutorInvokeAllTwice$TaskBad.steps
            return steps;
        }
    }

    static class TaskOk implements Callable<Integer> {
        int turns;

        @Override
        public Integer call() {
            turns++;
            return turns;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        TaskBad task = new TaskBad();
        pool.invokeAll(List.of(task, task));
        List<TaskOk> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            tasks.add(new TaskOk());
        }
        pool.invokeAll(tasks);
        pool.shutdown();
    }
}
