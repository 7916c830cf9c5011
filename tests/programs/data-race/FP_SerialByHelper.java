import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** As SerialByFlag, but a helper says that the task has ended where it gives nothing: that is not told apart. */
public class FP_SerialByHelper {
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final Queue<Runnable> queue = new ArrayDeque<>();
    private boolean isRunning;
    private int done;
    private int lateBad;

    synchronized void addOk(Runnable task) {
        queue.add(task);
        if (!isRunning) {
            isRunning = true;
            pool.execute(() -> work());
        }
    }

    private synchronized Runnable next() {
        if (queue.isEmpty()) {
            isRunning = false;
            return null;
        }
        return queue.poll();
    }

    private void work() {
        for (Runnable task = next(); task != null; task = next()) {
            task.run();
            done++;  // false alarm: data-race FP_SerialByHelper.done
        }
        lateBad++;  // expect: data-race FP_SerialByHelper.lateBad
    }

    public static void main(String[] args) throws InterruptedException {
        FP_SerialByHelper serial = new FP_SerialByHelper();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> serial.addOk(() -> System.out.println("done"))).start();
        }
        Thread.sleep(100);
        serial.pool.shutdown();
    }
}
