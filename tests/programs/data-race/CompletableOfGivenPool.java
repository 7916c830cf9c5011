import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Stages that a pool runs which a method is given: what they captured is new, and both have it. */
public class CompletableOfGivenPool {
    static List<String> bothBad(Executor pool) {
        List<String> lines = new ArrayList<>();
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> lines.add("a"), pool);  // expect: data-race CompletableOfGivenPool.lines
        CompletableFuture<Void> two = CompletableFuture.runAsync(() -> lines.add("b"), pool);
        CompletableFuture.allOf(one, two).join();
        return lines;
    }

    static List<String> inTurnOk(Executor pool) {
        List<String> texts = new ArrayList<>();
        CompletableFuture.runAsync(() -> texts.add("a"), pool).join();
        CompletableFuture.runAsync(() -> texts.add("b"), pool).join();
        return texts;
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        System.out.println(bothBad(pool).size() + inTurnOk(pool).size());
        pool.shutdown();
    }
}
