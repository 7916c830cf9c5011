import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A job that is put into a queue twice is taken by two workers. */
public class FN_QueuedTwice {
    static final class Job {
        int tries;
    }

    private final BlockingQueue<Job> queue = new LinkedBlockingQueue<>();

    void workBad() {
        try {
            for (int i = 0; i < 3; i++) {
                queue.take().tries++;  // expect: data-race FN_QueuedTwice$Job.tries
            }
        } catch (InterruptedException e) {
            return;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        FN_QueuedTwice all = new FN_QueuedTwice();
        new Thread(all::workBad).start();
        new Thread(all::workBad).start();
        for (int i = 0; i < 3; i++) {
            Job job = new Job();
            all.queue.put(job);
            all.queue.put(job);
        }
    }
}
