import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Each object has a thread that runs what its callers have given to it, and nobody else does that. */
public class FP_LoopOfEachObject {
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private int sessions;
    private int calls;
    private volatile boolean stopped;

    public FP_LoopOfEachObject() {
        new Thread(this::loop).start();
    }

    private void loop() {
        try {
            while (!stopped) {
                tasks.take().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public void execute(Runnable task) {
        tasks.add(task);
    }

    public void stop() {
        stopped = true;
    }

    public void openOk() {
        execute(() -> sessions++);  // false alarm: data-race FP_LoopOfEachObject.sessions
    }

    public void callBad() {
        calls++;  // expect: data-race FP_LoopOfEachObject.calls
    }
}
