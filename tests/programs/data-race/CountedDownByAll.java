import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** All count an atomic down when they are done; the last one sums up what they have, and tells. */
public class CountedDownByAll {
    static class Sum {
        private final AtomicInteger left = new AtomicInteger(3);
        private final CountDownLatch told = new CountDownLatch(1);
        private int parts;
        private int late;
        private String result;
        private String kept;

        void addOk(int part) {
            synchronized (this) {
                parts += part;
            }
            if (left.decrementAndGet() == 0) {
                result = "sum " + parts;
                told.countDown();
                kept = result;  // expect: data-race CountedDownByAll$Sum.kept
            }
        }

        synchronized void addLateBad(int part) {
            late += part;
        }

        String resultOk() throws InterruptedException {
            told.await();
            return result;
        }

        String keptBad() throws InterruptedException {
            told.await();
            return kept + late;  // expect: data-race CountedDownByAll$Sum.late
        }
    }

    static class SumOfTooFew {
        private final AtomicInteger left = new AtomicInteger(2);
        private int parts;

        void addBad(int part) {
            synchronized (this) {
                parts += part;
            }
            if (left.decrementAndGet() == 0) {
                System.out.println(parts);  // expect: data-race CountedDownByAll$SumOfTooFew.parts
            }
        }
    }

    static class Arrivals {
        private final AtomicInteger here = new AtomicInteger();
        private final int[] parts = new int[3];

        void arriveOk(int me) {
            parts[me] = me;
            if (here.incrementAndGet() == 3) {
                System.out.println(parts[0] + parts[1] + parts[2]);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Sum sum = new Sum();
        SumOfTooFew few = new SumOfTooFew();
        Arrivals arrivals = new Arrivals();
        for (int i = 0; i < 3; i++) {
            int me = i;
            new Thread(() -> {
                sum.addOk(me);
                sum.addLateBad(me);
            }).start();
            new Thread(() -> few.addBad(me)).start();
            new Thread(() -> arrivals.arriveOk(me)).start();
        }
        System.out.println(sum.resultOk() + sum.keptBad());
    }
}
