import java.util.concurrent.CompletableFuture;

/** Two asynchronous tasks touch one counter. */
public class CompletableTwo {
    private static int count;

    static void countBad() {
        count++;  // expect: data-race CompletableTwo.count
    }

    public static void main(String[] args) {
        CompletableFuture<Void> first = CompletableFuture.runAsync(CompletableTwo::countBad);
        CompletableFuture<Void> second = CompletableFuture.runAsync(CompletableTwo::countBad);
        CompletableFuture.allOf(first, second).join();
        System.out.println(count);
    }
}
