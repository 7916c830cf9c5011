/** A latch of the program's own: who has waited comes after all who have counted, but not after those of another. */
public class GuardedLatch {
    static class Latch {
        private int count;

        Latch(int count) {
            this.count = count;
        }

        synchronized void countDown() {
            if (--count == 0) {
                notifyAll();
            }
        }

        synchronized void await() throws InterruptedException {
            while (count > 0) {
                wait();
            }
        }
    }

    private static int one;
    private static int two;
    private static int late;

    static void oneOk(Latch latch) {
        one = 1;
        latch.countDown();
    }

    static void twoBad(Latch latch) {
        two = 2;
        latch.countDown();
        late = 3;  // expect: data-race GuardedLatch.late
    }

    public static void main(String[] args) throws InterruptedException {
        Latch latch = new Latch(2);
        new Thread(() -> oneOk(latch)).start();
        new Thread(() -> twoBad(latch)).start();
        latch.await();
        System.out.println(one + two + late);
    }
}
