import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A pool without room lets who gives it a task run that task himself: his own, and none that another one gave. So
 * tasks do not come one after the other, although the pool has one thread.
 */
public class OpenCallerRuns {
    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
            1, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), new ThreadPoolExecutor.CallerRunsPolicy());
    private int handled;

    public OpenCallerRuns() {
        pool.execute(new Loop());
    }

    public void fire(String event) {
        pool.execute(() -> handleBad(event));
    }

    private void handleBad(String event) {
        handled += event.length();  // expect: data-race OpenCallerRuns.handled
        if (handled > 100) {
            pool.shutdown();
        }
    }

    private static final class Loop implements Runnable {
        private int rounds;
        private boolean isEnded;

        @Override
        public void run() {
            while (!isEnded) {
                isEnded = ++rounds > 10;
            }
        }
    }
}
