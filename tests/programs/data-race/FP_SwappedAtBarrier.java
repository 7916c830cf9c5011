import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** All read the one array and write the other; when all wait at the barrier, the two are exchanged. */
public class FP_SwappedAtBarrier {
    private int[] now = new int[4];
    private int[] next = new int[4];
    private final CyclicBarrier barrier = new CyclicBarrier(2, this::swap);

    private void swap() {
        int[] old = now;
        now = next;
        next = old;
    }

    void stepOk(int from, int to) {
        try {
            for (int round = 0; round < 3; round++) {
                for (int i = from; i < to; i++) {
                    next[i] = now[(i + 1) % now.length] + 1;  // false alarm: data-race array FP_SwappedAtBarrier.now
                }
                barrier.await();
            }
        } catch (InterruptedException | BrokenBarrierException stop) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        FP_SwappedAtBarrier cells = new FP_SwappedAtBarrier();
        new Thread(() -> cells.stepOk(0, 2)).start();
        new Thread(() -> cells.stepOk(2, 4)).start();
    }
}
