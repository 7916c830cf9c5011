import java.util.concurrent.CountDownLatch;

/** The latch is counted down before the write. */
public class LatchTooEarly {
    private static final CountDownLatch DONE = new CountDownLatch(1);
    private static int result;

    static void computeBad() {
        DONE.countDown();
        result = 42;  // expect: data-race LatchTooEarly.result
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(LatchTooEarly::computeBad).start();
        DONE.await();
        System.out.println(result);
    }
}
