import java.util.concurrent.CompletableFuture;

/** A stage behind all of many runs when all of them are complete. */
public class FP_StageAfterAll {
    private int sum;

    synchronized void addOk(int number) {
        sum += number;
    }

    void showOk() {
        System.out.println(sum);  // false alarm: data-race FP_StageAfterAll.sum
    }

    public static void main(String[] args) {
        FP_StageAfterAll all = new FP_StageAfterAll();
        CompletableFuture<?>[] parts = new CompletableFuture<?>[4];
        for (int i = 0; i < parts.length; i++) {
            int number = i;
            parts[i] = CompletableFuture.runAsync(() -> all.addOk(number));
        }
        CompletableFuture.allOf(parts).thenRun(all::showOk).join();
    }
}
