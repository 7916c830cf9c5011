import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A future of all futures in an array, which is filled one by one or from a list. */
public class CompletableAllOfArray {
    private static final int[] SQUARES = new int[4];
    private static int sum;

    static void squareOk() {
        CompletableFuture<?>[] all = new CompletableFuture<?>[4];
        for (int i = 0; i < 4; i++) {
            int number = i;
            all[i] = CompletableFuture.runAsync(() -> SQUARES[number] = number * number);
        }
        CompletableFuture.allOf(all).join();
        System.out.println(SQUARES[3]);
    }

    static synchronized void add(int number) {
        sum += number;
    }

    static void sumOk() {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            all.add(CompletableFuture.supplyAsync(() -> number).thenAccept(CompletableAllOfArray::add));
        }
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).join();
        System.out.println(sum);
    }

    public static void main(String[] args) {
        squareOk();
        sumOk();
    }
}
