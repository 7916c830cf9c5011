import java.util.concurrent.CompletableFuture;

/** A stage runs nothing before it is made, though the future that it waits for is on its way. */
public class StageMadeLater {
    private static int before;
    private static int after;

    static CompletableFuture<Void> madeOk(CompletableFuture<Integer> loaded) {
        before = 5;
        return loaded.thenAccept(it -> before += it);
    }

    static CompletableFuture<Void> madeTooEarlyBad(CompletableFuture<Integer> loaded) {
        CompletableFuture<Void> kept = loaded.thenAccept(it -> after += it);  // expect: data-race StageMadeLater.after
        after = 5;
        return kept;
    }

    public static void main(String[] args) {
        CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> 1);
        CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> 2);
        madeTooEarlyBad(one).join();
        madeOk(two).join();
        System.out.println(before + after);
    }
}
