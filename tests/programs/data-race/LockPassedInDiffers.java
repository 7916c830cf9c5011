/** Workers that were given a lock each do not exclude each other. */
public class LockPassedInDiffers {
    static class Total {
        int sum;
    }

    static class WorkerBad extends Thread {
        private final Object lock;
        private final Total total;

        WorkerBad(Object lock, Total total) {
            this.lock = lock;
            this.total = total;
        }

        @Override
        public void run() {
            synchronized (lock) {
                total.sum++;  // expect: data-race LockPassedInDiffers$Total.sum
            }
        }
    }

    public static void main(String[] args) {
        Total total = new Total();
        new WorkerBad(new Object(), total).start();
        new WorkerBad(new Object(), total).start();
    }
}
