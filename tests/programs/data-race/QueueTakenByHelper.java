import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Exchanger;

/** What a helper has taken out of a queue belongs to its caller, and so it does in a loop that takes one after the other. */
public class QueueTakenByHelper {
    static final class Job implements Comparable<Job> {
        int attempts;
        int rounds;

        @Override
        public int compareTo(Job other) {
            return 0;
        }

        void run() {
            attempts++;
        }
    }

    private final Queue<Job> jobs = new PriorityQueue<>();

    synchronized void add(Job job) {
        jobs.add(job);
    }

    private synchronized Job next() {
        return jobs.isEmpty() ? null : jobs.poll();
    }

    void workOk() {
        for (Job job = next(); job != null; job = next()) {
            job.run();
            job.rounds++;
        }
    }

    static void swapOk(Exchanger<List<Integer>> exchanger) throws InterruptedException {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            list.add(i);
            list = exchanger.exchange(list);
            list.clear();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        QueueTakenByHelper queue = new QueueTakenByHelper();
        Exchanger<List<Integer>> exchanger = new Exchanger<>();
        for (int i = 0; i < 2; i++) {
            queue.add(new Job());
            new Thread(() -> {
                queue.workOk();
                try {
                    swapOk(exchanger);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }).start();
        }
    }
}
