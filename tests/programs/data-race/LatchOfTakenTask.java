import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;

/** Who takes a task off the queue fills it and opens its latch; who has made it waits for that. */
public class LatchOfTakenTask {
    static class Task {
        private final CountDownLatch done = new CountDownLatch(1);
        private int result;
        private int late;
        private int early;
        private int forwarded;
    }

    private final BlockingQueue<Task> queue = new ArrayBlockingQueue<>(4);
    private final BlockingQueue<Task> second = new ArrayBlockingQueue<>(4);

    void forwardBad() throws InterruptedException {
        Task task = queue.take();
        second.put(task);
        task.forwarded = 2;  // expect: data-race LatchOfTakenTask$Task.forwarded
    }

    void finishBad() throws InterruptedException {
        Task task = second.take();
        task.result = 1;
        task.early = 1;  // expect: data-race LatchOfTakenTask$Task.early
        task.done.countDown();
        task.late = 1;  // expect: data-race LatchOfTakenTask$Task.late
    }

    int askBad() throws InterruptedException {
        Task task = new Task();
        queue.put(task);
        int early = task.early;
        task.done.await();
        return early + task.result + task.late + task.forwarded;
    }

    void run(Step step) {
        new Thread(() -> {
            try {
                step.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }).start();
    }

    interface Step {
        void run() throws InterruptedException;
    }

    public static void main(String[] args) throws InterruptedException {
        LatchOfTakenTask it = new LatchOfTakenTask();
        it.run(it::forwardBad);
        it.run(it::forwardBad);
        it.run(it::finishBad);
        it.run(it::finishBad);
        System.out.println(it.askBad() + it.askBad());
    }
}
