import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** The barrier's action reads what both threads wrote before it. */
public class BarrierAction {
    private static int left;
    private static int right;

    static void sumOk() {
        System.out.println(left + right);
    }

    static void pass(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        CyclicBarrier barrier = new CyclicBarrier(2, BarrierAction::sumOk);
        new Thread(() -> {
            left = 1;
            pass(barrier);
        }).start();
        new Thread(() -> {
            right = 2;
            pass(barrier);
        }).start();
    }
}
