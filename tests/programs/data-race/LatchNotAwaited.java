import java.util.concurrent.CountDownLatch;

/** The reader reads before it waits. */
public class LatchNotAwaited {
    private static final CountDownLatch DONE = new CountDownLatch(1);
    private static int result;

    static void computeBad() {
        result = 42;  // expect: data-race LatchNotAwaited.result
        DONE.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(LatchNotAwaited::computeBad).start();
        System.out.println(result);
        DONE.await();
    }
}
