import java.util.concurrent.CompletableFuture;

/** A callback writes a field that main reads without waiting. */
public class CompletableCallback {
    private static String last = "none";

    static void rememberBad(String text) {
        last = text;  // expect: data-race CompletableCallback.last
    }

    public static void main(String[] args) {
        CompletableFuture.supplyAsync(() -> "done").thenAccept(CompletableCallback::rememberBad);
        System.out.println(last);
    }
}
