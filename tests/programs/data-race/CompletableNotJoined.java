import java.util.concurrent.CompletableFuture;

/** Nobody waits for what runAsync runs. */
public class CompletableNotJoined {
    private static int steps;

    static void computeBad() {
        steps = 10;  // expect: data-race CompletableNotJoined.steps
    }

    public static void main(String[] args) {
        CompletableFuture.runAsync(CompletableNotJoined::computeBad);
        System.out.println(steps);
    }
}
