/** Two latches of the program's own: who has waited for one knows nothing of the other. */
public class GuardedLatchOfTwo {
    static class Latch {
        private int count = 1;

        synchronized void countDown() {
            count--;
            notifyAll();
        }

        synchronized void await() throws InterruptedException {
            while (count != 0) {
                wait();
            }
        }
    }

    private static int one;

    static void oneBad(Latch latch) {
        one = 1;  // expect: data-race GuardedLatchOfTwo.one
        latch.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        Latch first = new Latch();
        Latch second = new Latch();
        new Thread(() -> oneBad(first)).start();
        new Thread(second::countDown).start();
        second.await();
        System.out.println(one);
    }
}
