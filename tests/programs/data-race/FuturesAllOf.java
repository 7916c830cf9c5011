import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What runs after all of some futures sees what they did. */
public class FuturesAllOf {
    static class Box {
        int value;
    }

    static int left, right, sum;

    static void allOfThenRunOk() {
        CompletableFuture<Void> a = CompletableFuture.runAsync(() -> left = 1);
        CompletableFuture<Void> b = CompletableFuture.runAsync(() -> right = 2);
        CompletableFuture.allOf(a, b).thenRun(() -> sum = left + right).join();
        System.out.println(sum);
    }

    static int left2, right2, sum2;

    static void anyOfThenRunBad() {
        CompletableFuture<Void> a = CompletableFuture.runAsync(() -> left2 = 1);  // expect: data-race FuturesAllOf.left2
        CompletableFuture<Void> b = CompletableFuture.runAsync(() -> right2 = 2);  // expect: data-race FuturesAllOf.right2
        CompletableFuture.anyOf(a, b).thenRun(() -> sum2 = left2 + right2).join();
        System.out.println(sum2);
    }

    static int one, other;

    static void allOfOneThenRunBad() {
        CompletableFuture<Void> a = CompletableFuture.runAsync(() -> one = 1);
        CompletableFuture<Void> b = CompletableFuture.runAsync(() -> other = 2);  // expect: data-race FuturesAllOf.other
        CompletableFuture.allOf(a).thenRun(() -> System.out.println(one + other)).join();
        b.join();
    }

    static int tally;

    static void streamOfFuturesOk() {
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int n = i;
            futures.add(CompletableFuture.supplyAsync(() -> n * n));
        }
        CompletableFuture.allOf(futures.toArray(new CompletableFuture[0])).join();
        for (CompletableFuture<Integer> f : futures) tally += f.join();
        System.out.println(tally);
    }

    static int shared;

    static void allOfBad() {
        CompletableFuture<Void> a = CompletableFuture.runAsync(() -> shared++);  // expect: data-race FuturesAllOf.shared
        CompletableFuture<Void> b = CompletableFuture.runAsync(() -> shared++);
        CompletableFuture.allOf(a, b).join();
        System.out.println(shared);
    }

    static int early;

    static void notAwaitedBad() {
        CompletableFuture<Void> a = CompletableFuture.runAsync(() -> early = 1);  // expect: data-race FuturesAllOf.early
        CompletableFuture<Void> b = CompletableFuture.runAsync(() -> { });
        CompletableFuture.allOf(b).join();
        System.out.println(early);
        a.join();
    }

    public static void main(String[] args) {
        allOfThenRunOk();
        anyOfThenRunBad();
        allOfOneThenRunBad();
        streamOfFuturesOk();
        allOfBad();
        notAwaitedBad();
    }
}
