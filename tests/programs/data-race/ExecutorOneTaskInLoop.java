import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A loop hands the same kind of task to a cached pool again and again. */
public class ExecutorOneTaskInLoop {
    private int handled;

    void acceptBad(Executor pool) {
        pool.execute(() -> handled++);  // expect: data-race ExecutorOneTaskInLoop.handled
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newCachedThreadPool();
        ExecutorOneTaskInLoop server = new ExecutorOneTaskInLoop();
        for (int i = 0; i < 4; i++) {
            server.acceptBad(pool);
        }
        pool.shutdown();
    }
}
