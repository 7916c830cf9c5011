import java.util.concurrent.CompletableFuture;

/** A future that the program itself completes. */
public class CompletableByHand {
    private static int before;
    private static int behindBad;

    public static void main(String[] args) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        new Thread(() -> {
            before = 1;
            done.complete(null);
            behindBad = 2;  // expect: data-race CompletableByHand.behindBad
        }).start();
        done.join();
        System.out.println(before + behindBad);
    }
}
