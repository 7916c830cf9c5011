import java.util.concurrent.CompletableFuture;

/** A join of a future does not wait for the stages that hang on it. */
public class StageAfterJoin {
    private static int told;

    static void tellBad() {
        told = 1;  // expect: data-race StageAfterJoin.told
    }

    public static void main(String[] args) {
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> System.out.println("first"));
        first.thenRun(StageAfterJoin::tellBad);
        first.join();
        System.out.println(told);  // expect: data-race StageAfterJoin.told
    }
}
