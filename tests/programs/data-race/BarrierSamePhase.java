import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Both threads write behind the barrier, in the same phase. */
public class BarrierSamePhase {
    private static final CyclicBarrier BARRIER = new CyclicBarrier(2);
    private static int count;

    static void workBad() {
        try {
            BARRIER.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            return;
        }
        count++;  // expect: data-race BarrierSamePhase.count
    }

    public static void main(String[] args) {
        new Thread(BarrierSamePhase::workBad).start();
        new Thread(BarrierSamePhase::workBad).start();
    }
}
