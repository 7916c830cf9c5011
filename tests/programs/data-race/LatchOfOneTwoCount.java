import java.util.concurrent.CountDownLatch;

/** Two threads count down a latch of one: it opens when the first of them has. */
public class LatchOfOneTwoCount {
    private static final CountDownLatch done = new CountDownLatch(1);
    private static int one;
    private static int two;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            one = 1;  // expect: data-race LatchOfOneTwoCount.one
            done.countDown();
        }).start();
        new Thread(() -> {
            two = 2;  // expect: data-race LatchOfOneTwoCount.two
            done.countDown();
        }).start();
        done.await();
        System.out.println(one + two);
    }
}
