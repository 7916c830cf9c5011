import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What a loop makes for each stage is changed by one thread: that which completes the future, or the late one. */
public class StageOfEach {
    static class Part {
        int sum;
        int twice;
    }

    static void boxesOk() {
        List<int[]> boxes = new ArrayList<>();
        CompletableFuture<?>[] all = new CompletableFuture<?>[4];
        for (int i = 0; i < all.length; i++) {
            int number = i;
            int[] box = new int[1];
            boxes.add(box);
            all[i] = CompletableFuture.supplyAsync(() -> number).thenAccept(it -> box[0] = it);
        }
        CompletableFuture.allOf(all).join();
        System.out.println(boxes.get(0)[0]);
    }

    static void partsOk() {
        for (int i = 0; i < 4; i++) {
            int number = i;
            Part part = new Part();
            CompletableFuture.supplyAsync(() -> number).whenComplete((it, e) -> part.sum += it);
        }
    }

    static void twiceBad() {
        for (int i = 0; i < 4; i++) {
            Part part = new Part();
            CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> 1);
            CompletableFuture<Integer> second = CompletableFuture.supplyAsync(() -> 2);
            first.thenAccept(it -> part.twice += it);  // expect: data-race StageOfEach$Part.twice
            second.thenAccept(it -> part.twice += it);
        }
    }

    static void sharedBad() {
        int[] box = new int[1];
        for (int i = 0; i < 4; i++) {
            int number = i;
            CompletableFuture.supplyAsync(() -> number).thenAccept(it -> box[0] += it);  // expect: data-race array StageOfEach.box
        }
    }

    public static void main(String[] args) {
        boxesOk();
        partsOk();
        twiceBad();
        sharedBad();
    }
}
