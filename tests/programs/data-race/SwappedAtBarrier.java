import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** All read the one array and write the other; when all wait at the barrier, the two are exchanged. */
public class SwappedAtBarrier {
    private int[] now = new int[4];
    private int[] next = new int[4];
    private boolean[][] alive = new boolean[4][4];
    private boolean[][] born = new boolean[4][4];
    private int[] front = new int[4];
    private int[] back = new int[4];
    private final CyclicBarrier barrier = new CyclicBarrier(4, this::swap);

    private void swap() {
        int[] old = now;
        now = next;
        next = old;
        boolean[][] dead = alive;
        alive = born;
        born = dead;
    }

    /** The first one may be done before others have read what it exchanges. */
    private void swapTooEarly() {
        int[] old = front;
        front = back;  // expect: data-race SwappedAtBarrier.front
        back = old;  // expect: data-race SwappedAtBarrier.back
    }

    void stepOk(int me) {
        next[me] = now[(me + 1) % now.length] + 1;
        for (int i = 0; i < born[me].length; i++) {
            born[me][i] = !alive[(me + 1) % 4][i];
        }
    }

    void stepBad(int me) {
        back[me] = front[(me + 1) % front.length] + 1;  // expect: data-race array SwappedAtBarrier.front
        if (me == 0) {
            swapTooEarly();
        }
    }

    void work(int me) {
        try {
            for (int round = 0; round < 3; round++) {
                stepOk(me);
                stepBad(me);
                barrier.await();
            }
        } catch (InterruptedException | BrokenBarrierException stop) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        SwappedAtBarrier cells = new SwappedAtBarrier();
        for (int i = 0; i < 4; i++) {
            int me = i;
            new Thread(() -> cells.work(me)).start();
        }
    }
}
