import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * Threads that take turns with what they have, round by round: the barrier between two rounds is meant
 * to order them, though it does so with a lock. What they count within a round, nothing orders.
 */
public class Rounds {
    private static final int THREADS = 3;
    private static final int ROUNDS = 200;

    private final CyclicBarrier barrier = new CyclicBarrier(THREADS);
    private final Cell[] cells = new Cell[THREADS];
    private int unordered;

    /** What goes round. */
    private static final class Cell {
        int visits;
    }

    private void play(int player) throws InterruptedException, BrokenBarrierException {
        for (int round = 0; round < ROUNDS; round++) {
            cells[(player + round) % THREADS].visits++;
            barrier.await();
            unordered++;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Rounds rounds = new Rounds();
        for (int i = 0; i < THREADS; i++) {
            rounds.cells[i] = new Cell();
        }
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int player = i;
            threads[i] =
                    new Thread(
                            () -> {
                                try {
                                    rounds.play(player);
                                } catch (InterruptedException | BrokenBarrierException problem) {
                                    throw new IllegalStateException(problem);
                                }
                            });
            threads[i].start();
        }
        int visits = 0;
        for (int i = 0; i < THREADS; i++) {
            threads[i].join();
            visits += rounds.cells[i].visits;
        }
        System.out.println(visits);
    }
}
