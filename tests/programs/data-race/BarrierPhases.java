import java.util.concurrent.CyclicBarrier;

/** Each thread writes before the barrier, and reads the other's value behind it. */
public class BarrierPhases {
    private static final CyclicBarrier BARRIER = new CyclicBarrier(2);
    private static int left;
    private static int right;

    static void leftOk() {
        left = 1;
        await();
        System.out.println(right);
    }

    static void rightOk() {
        right = 2;
        await();
        System.out.println(left);
    }

    private static void await() {
        try {
            BARRIER.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        new Thread(BarrierPhases::leftOk).start();
        new Thread(BarrierPhases::rightOk).start();
    }
}
