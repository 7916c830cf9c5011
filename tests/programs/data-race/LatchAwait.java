import java.util.concurrent.CountDownLatch;

/** The reader waits for the latch that the writer counts down. */
public class LatchAwait {
    private static final CountDownLatch DONE = new CountDownLatch(1);
    private static int result;

    static void computeOk() {
        result = 42;
        DONE.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(LatchAwait::computeOk).start();
        DONE.await();
        System.out.println(result);
    }
}
