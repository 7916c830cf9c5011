import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A future of all futures that were made, but not of what hangs on them. */
public class CompletableAllOfOthers {
    private static int late;

    static synchronized void addLate(int number) {
        late += number;  // expect: data-race CompletableAllOfOthers.late
    }

    static void lateBad() {
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            CompletableFuture<Integer> given = CompletableFuture.supplyAsync(() -> number);
            given.thenAccept(CompletableAllOfOthers::addLate);
            all.add(given);
        }
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).join();
        System.out.println(late);
    }

    public static void main(String[] args) {
        lateBad();
    }
}
