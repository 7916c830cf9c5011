import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A stage behind all of many runs when all of them are complete, in whatever thread, and once. */
public class StageAfterAll {
    private int sum;
    private int notes;
    private int shown;

    synchronized void addOk(int number) {
        sum += number;
    }

    synchronized void noteBad(int number) {
        notes += number;
    }

    void showOk() {
        System.out.println(sum);
        shown++;
    }

    void showBad() {
        System.out.println(notes);  // expect: data-race StageAfterAll.notes
    }

    void arrayOk() {
        CompletableFuture<?>[] parts = new CompletableFuture<?>[4];
        for (int i = 0; i < parts.length; i++) {
            int number = i;
            parts[i] = CompletableFuture.runAsync(() -> addOk(number));
        }
        CompletableFuture.allOf(parts).thenRun(this::showOk).join();
        System.out.println(shown);
    }

    /** The future in the list is complete before what hangs on it has run. */
    void listBad() {
        List<CompletableFuture<Integer>> parts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            CompletableFuture<Integer> part = CompletableFuture.supplyAsync(() -> number);
            part.thenAccept(this::noteBad);
            parts.add(part);
        }
        CompletableFuture.allOf(parts.toArray(new CompletableFuture<?>[0])).thenRun(this::showBad).join();
    }

    public static void main(String[] args) {
        new StageAfterAll().arrayOk();
        new StageAfterAll().listBad();
    }
}
