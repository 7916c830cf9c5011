import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The tasks race with each other, whatever is taken from the completion service later. */
public class CompletionServiceTake {
    private static int steps;

    static Integer stepBad() {
        return ++steps;  // expect: data-race CompletionServiceTake.steps
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        service.submit(CompletionServiceTake::stepBad);
        service.submit(CompletionServiceTake::stepBad);
        System.out.println(service.take().get() + service.take().get());
        pool.shutdown();
    }
}
