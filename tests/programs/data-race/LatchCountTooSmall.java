import java.util.concurrent.CountDownLatch;

/** Two threads count down, but the latch opens after one of them. */
public class LatchCountTooSmall {
    private static final CountDownLatch DONE = new CountDownLatch(1);
    private static int total;

    static void addBad() {
        synchronized (DONE) {
            total++;
        }
        DONE.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            new Thread(LatchCountTooSmall::addBad).start();
        }
        DONE.await();
        System.out.println(total);  // expect: data-race LatchCountTooSmall.total
    }
}
