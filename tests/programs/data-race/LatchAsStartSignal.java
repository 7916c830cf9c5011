import java.util.concurrent.CountDownLatch;

/** The workers wait for main to have prepared the input. */
public class LatchAsStartSignal {
    private static final CountDownLatch GO = new CountDownLatch(1);
    private static String input;

    static void workOk() {
        try {
            GO.await();
            System.out.println(input);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) {
        new Thread(LatchAsStartSignal::workOk).start();
        new Thread(LatchAsStartSignal::workOk).start();
        input = "prepared";
        GO.countDown();
    }
}
