import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** What was taken out of a queue belongs to its taker, and to helpers that he calls with it, until one of these puts
 * it back. */
public class QueuePassedOnByHelper {
    static class Job {
        private int attempts;
        private int late;
    }

    private final BlockingQueue<Job> queue = new LinkedBlockingQueue<>();

    void work() {
        try {
            while (true) {
                runOk(queue.take());
                runBad(queue.take());
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void runOk(Job job) {
        job.attempts++;
        queue.add(job);
    }

    private void runBad(Job job) {
        queue.add(job);
        countBad(job);
    }

    private void countBad(Job job) {
        job.late++;  // expect: data-race QueuePassedOnByHelper$Job.late
    }

    public static void main(String[] args) {
        QueuePassedOnByHelper pool = new QueuePassedOnByHelper();
        for (int i = 0; i < 4; i++) {
            pool.queue.add(new Job());
        }
        for (int i = 0; i < 2; i++) {
            Thread worker = new Thread(pool::work);
            worker.setDaemon(true);
            worker.start();
        }
    }
}
