import java.util.concurrent.CountDownLatch;

/** Two threads count down a latch of one: it opens when the first of them has. */
public class LatchOfOneTwoCount {
    private static final CountDownLatch done = new CountDownLatch(1);
    private static int one;
    private static int two;

    static void oneBad() {
        one = 1;  // expect: data-race LatchOfOneTwoCount.one
        done.countDown();
    }

    static void twoBad() {
        two = 2;  // expect: data-race LatchOfOneTwoCount.two
        done.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(LatchOfOneTwoCount::oneBad).start();
        new Thread(LatchOfOneTwoCount::twoBad).start();
        done.await();
        System.out.println(one + two);
    }
}
