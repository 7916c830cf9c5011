/** Workers that were given one lock exclude each other. */
public class LockPassedIn {
    static class Total {
        int sum;
    }

    static class WorkerOk extends Thread {
        private final Object lock;
        private final Total total;

        WorkerOk(Object lock, Total total) {
            this.lock = lock;
            this.total = total;
        }

        @Override
        public void run() {
            synchronized (lock) {
                total.sum++;
            }
        }
    }

    public static void main(String[] args) {
        Object lock = new Object();
        Total total = new Total();
        new WorkerOk(lock, total).start();
        new WorkerOk(lock, total).start();
    }
}
