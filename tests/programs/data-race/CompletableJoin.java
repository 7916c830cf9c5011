import java.util.concurrent.CompletableFuture;

/** join waits for what supplyAsync runs. */
public class CompletableJoin {
    private static int steps;

    static int computeOk() {
        steps = 10;
        return 42;
    }

    public static void main(String[] args) {
        CompletableFuture<Integer> future =
                CompletableFuture.supplyAsync(CompletableJoin::computeOk);
        int result = future.join();
        System.out.println(result + steps);
    }
}
