import java.util.concurrent.CountDownLatch;

/** A latch that waits for fewer threads than a loop starts: the last one may not have come. */
public class LatchOfTooFew {
    private final int[] parts = new int[4];
    private final int[] others = new int[4];

    private void setBad(int index) {
        synchronized (parts) {
            parts[index] = 1;  // expect: data-race LatchOfTooFew.parts
        }
    }

    private void setOk(int index) {
        synchronized (others) {
            others[index] = 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LatchOfTooFew all = new LatchOfTooFew();
        CountDownLatch few = new CountDownLatch(3);
        for (int i = 0; i < 4; i++) {
            int index = i;
            new Thread(() -> {
                all.setBad(index);
                few.countDown();
            }).start();
        }
        few.await();
        System.out.println(all.parts[0]);
        CountDownLatch enough = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            int index = i;
            new Thread(() -> {
                all.setOk(index);
                enough.countDown();
            }).start();
        }
        enough.await();
        System.out.println(all.others[0]);
    }
}
