import java.util.concurrent.CompletableFuture;

/** allOf waits for both, and each wrote a field of its own. */
public class CompletableAllOf {
    private static int left;
    private static int right;

    static void leftOk() {
        left = 1;
    }

    static void rightOk() {
        right = 2;
    }

    public static void main(String[] args) {
        CompletableFuture<Void> first = CompletableFuture.runAsync(CompletableAllOf::leftOk);
        CompletableFuture<Void> second = CompletableFuture.runAsync(CompletableAllOf::rightOk);
        CompletableFuture.allOf(first, second).join();
        System.out.println(left + right);
    }
}
