import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;

/** Who takes a task off the queue fills it and opens its latch; who has made it waits for that. */
public class FP_LatchOfTakenTask {
    static class Task {
        private final CountDownLatch done = new CountDownLatch(1);
        private int result;
    }

    private final BlockingQueue<Task> queue = new ArrayBlockingQueue<>(4);

    void serveOk() {
        try {
            Task task = queue.take();
            task.result = 1;  // false alarm: data-race FP_LatchOfTakenTask$Task.result
            task.done.countDown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    int askOk() throws InterruptedException {
        Task task = new Task();
        queue.put(task);
        task.done.await();
        return task.result;
    }

    public static void main(String[] args) throws InterruptedException {
        FP_LatchOfTakenTask it = new FP_LatchOfTakenTask();
        for (int i = 0; i < 2; i++) {
            new Thread(it::serveOk).start();
        }
        System.out.println(it.askOk() + it.askOk());
    }
}
