import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A stage that is broken off after a time is complete for who waits, and its function runs on. */
public class FN_StageBrokenOff {
    static final class Order {
        final List<String> notes = new ArrayList<>();
        final List<String> lines = new ArrayList<>();
    }

    static void limitedBad(Order order) {
        CompletableFuture<Integer> price = CompletableFuture.supplyAsync(() -> 10);
        CompletableFuture<Void> noted = price.thenAcceptAsync(it -> order.notes.add("price " + it));
        CompletableFuture<Void> limited = noted.orTimeout(1, TimeUnit.SECONDS).exceptionally(e -> null);
        CompletableFuture.allOf(price, limited).join();
        order.notes.add("done");  // expect: data-race FN_StageBrokenOff$Order.notes
    }

    static void allOk(Order order) {
        CompletableFuture<Integer> price = CompletableFuture.supplyAsync(() -> 10);
        CompletableFuture<Void> noted = price.thenAcceptAsync(it -> order.lines.add("price " + it));
        CompletableFuture<Void> quiet = noted.exceptionally(e -> null);
        CompletableFuture.allOf(price, quiet).join();
        order.lines.add("done");
    }

    public static void main(String[] args) {
        Order order = new Order();
        limitedBad(order);
        allOk(order);
    }
}
