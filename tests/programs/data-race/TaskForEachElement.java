import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Loops that give tasks to an executor: each task once, or each twice. */
public class TaskForEachElement {
    static class Once implements Runnable {
        int steps;

        @Override
        public void run() {
            steps++;
        }
    }

    static class Indexed extends Once {
        int more;

        @Override
        public void run() {
            more++;
        }
    }

    static class Twice implements Runnable {
        int stepsBad;

        @Override
        public void run() {
            stepsBad++;  // expect: data-race TaskForEachElement$Twice.stepsBad
        }
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Once> once = new ArrayList<>();
        List<Twice> twice = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            once.add(new Once());
            twice.add(new Twice());
        }
        for (Once task : once) {
            pool.submit(task);
        }
        for (Twice task : twice) {
            pool.submit(task);
        }
        for (Twice task : twice) {
            pool.submit(task);
        }
        Indexed[] tasks = new Indexed[3];
        Future<?>[] ends = new Future<?>[3];
        for (int i = 0; i < 3; i++) {
            tasks[i] = new Indexed();
            ends[i] = pool.submit(tasks[i]);
        }
        for (int i = 0; i < 3; i++) {
            ends[i].get();
            System.out.println(tasks[i].more);
        }
        pool.shutdown();
    }
}
