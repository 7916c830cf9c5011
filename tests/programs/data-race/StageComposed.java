import java.util.concurrent.CompletableFuture;

/** A future that is made of another one, which a stage starts, is complete when that one is. */
public class StageComposed {
    static class Sum {
        int total;
    }

    public static void main(String[] args) {
        Sum sum = new Sum();
        CompletableFuture<Sum> all = CompletableFuture.supplyAsync(() -> sum)
                .thenCompose(given -> CompletableFuture.supplyAsync(() -> addOk(given)));
        System.out.println(all.join().total);
    }

    private static Sum addOk(Sum sum) {
        sum.total += 2;
        return sum;
    }
}
