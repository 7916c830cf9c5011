import java.util.concurrent.CountDownLatch;

/** Main waits for all workers, which write into objects of their own. */
public class LatchOfMany {
    static class WorkerOk extends Thread {
        private final CountDownLatch done;
        int result;

        WorkerOk(CountDownLatch done) {
            this.done = done;
        }

        @Override
        public void run() {
            result = 7;
            done.countDown();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(2);
        WorkerOk first = new WorkerOk(done);
        WorkerOk second = new WorkerOk(done);
        first.start();
        second.start();
        done.await();
        System.out.println(first.result + second.result);
    }
}
