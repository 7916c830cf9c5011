import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A stage runs once: in the thread that completes what it waits for, or in the one that is late. */
public class StageRunsOnce {
    static int exceptOk;
    static int handleOk;
    static int bothOk;
    static int seenOk;
    static int manyBad;
    static int twoBad;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> System.out.println(1), pool);
        CompletableFuture<Void> two = CompletableFuture.runAsync(() -> System.out.println(2), pool);
        one.exceptionally(e -> {
            exceptOk++;
            return null;
        });
        one.handle((v, e) -> handleOk++);
        one.runAfterBoth(two, () -> bothOk++);
        one.runAfterBoth(two, () -> System.out.println(3)).whenComplete((v, e) -> seenOk++);
        for (int i = 0; i < 3; i++) {
            one.thenRun(() -> manyBad++);  // expect: data-race StageRunsOnce.manyBad
        }
        one.whenComplete((v, e) -> twoBad++);  // expect: data-race StageRunsOnce.twoBad
        two.whenComplete((v, e) -> twoBad++);
        pool.shutdown();
    }
}
