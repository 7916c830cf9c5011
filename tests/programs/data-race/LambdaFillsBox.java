// snarl: --open LambdaFillsBox
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** A box for what a lambda finds: filled while the map computes, read by who is told afterwards. */
public class LambdaFillsBox {
    private final ConcurrentHashMap<String, CompletableFuture<String>> running = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Integer> lengths = new ConcurrentHashMap<>();

    public int lengthOk(String key) {
        Function<String, Integer> count = String::length;
        return lengths.computeIfAbsent(key, count);
    }

    public void refreshOk(String key) {
        long[] started = new long[1];
        CompletableFuture<String> future = running.computeIfAbsent(key, it -> {
            started[0] = System.nanoTime();
            return CompletableFuture.supplyAsync(() -> it);
        });
        future.whenComplete((value, error) -> System.out.println(started[0]));
    }

    public void refreshBad(String key) {
        long[] ended = new long[1];
        CompletableFuture<String> future = CompletableFuture.supplyAsync(() -> {
            ended[0] = System.nanoTime();  // expect: data-race array LambdaFillsBox.ended
            return key;
        });
        System.out.println(ended[0] + " " + future.isDone());
    }
}
