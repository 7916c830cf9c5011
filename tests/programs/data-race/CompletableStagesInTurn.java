import java.util.concurrent.CompletableFuture;

/** A stage comes after what it waits for, in whatever thread it runs; two that wait for the same do not. */
public class CompletableStagesInTurn {
    private static int loaded;
    private static int parsed;
    private static int toldBad;

    private static int loadOk() {
        loaded = 1;
        return loaded;
    }

    private static int parseOk(int number) {
        loaded++;
        parsed = number;
        return loaded;
    }

    private static void tellOk(int number) {
        parsed += number + loaded;
    }

    public static void main(String[] args) {
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(CompletableStagesInTurn::loadOk);
        CompletableFuture<Void> last = first.thenApply(CompletableStagesInTurn::parseOk)
                .thenAccept(CompletableStagesInTurn::tellOk);
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> toldBad = 1);
        CompletableFuture<Void> one = other.thenRun(() -> toldBad++);  // expect: data-race CompletableStagesInTurn.toldBad
        CompletableFuture<Void> two = other.thenRun(() -> toldBad--);  // expect: data-race CompletableStagesInTurn.toldBad
        CompletableFuture.allOf(last, one, two).join();
        System.out.println(loaded + parsed + toldBad);
    }
}
