import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Threads that go on together, round by round: two waits in each round keep what is written in one half of it from
 * what is read in the other; one wait does not. */
public class BarrierRounds {
    private static final double[] PARTS_OK = new double[3];
    private static final double[] PARTS_BAD = new double[3];
    private static final CyclicBarrier TWICE = new CyclicBarrier(3, BarrierRounds::sum);
    private static final CyclicBarrier ONCE = new CyclicBarrier(3);
    private static double total;

    static void sum() {
        total = PARTS_OK[0] + PARTS_OK[1] + PARTS_OK[2];
    }

    static void twoWaitsOk(int me) {
        try {
            for (int round = 0; round < 4; round++) {
                PARTS_OK[me] = round;
                TWICE.await();
                System.out.println(total + PARTS_OK[0]);
                TWICE.await();
            }
        } catch (InterruptedException | BrokenBarrierException problem) {
            throw new IllegalStateException(problem);
        }
    }

    static void oneWaitBad(int me) {
        try {
            for (int round = 0; round < 4; round++) {
                PARTS_BAD[me] = round;  // expect: data-race array BarrierRounds.PARTS_BAD
                ONCE.await();
                System.out.println(PARTS_BAD[0]);
            }
        } catch (InterruptedException | BrokenBarrierException problem) {
            throw new IllegalStateException(problem);
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            int me = i;
            new Thread(() -> twoWaitsOk(me)).start();
            new Thread(() -> oneWaitBad(me)).start();
        }
    }
}
