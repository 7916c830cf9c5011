import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A pool that is made with one thread at most runs its tasks one after the other. */
public class PoolsOfOneThread {
    private static int seen;
    private static int due;
    private static int wide;
    private static int growing;

    static void seeOk() {
        seen++;
    }

    static void fallDueOk() {
        due++;
    }

    static void widenBad() {
        wide++;  // expect: data-race PoolsOfOneThread.wide
    }

    static void growBad() {
        growing++;  // expect: data-race PoolsOfOneThread.growing
    }

    private static ExecutorService pool(int most) {
        return new ThreadPoolExecutor(1, most, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1));
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService one =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        ScheduledThreadPoolExecutor timed = new ScheduledThreadPoolExecutor(1);
        ScheduledThreadPoolExecutor two = new ScheduledThreadPoolExecutor(2);
        ExecutorService more = pool(2);
        for (int i = 0; i < 2; i++) {
            one.execute(PoolsOfOneThread::seeOk);
            timed.schedule(PoolsOfOneThread::fallDueOk, 1, TimeUnit.MILLISECONDS);
            two.schedule(PoolsOfOneThread::widenBad, 1, TimeUnit.MILLISECONDS);
            more.execute(PoolsOfOneThread::growBad);
        }
        one.shutdown();
        timed.shutdown();
        two.shutdown();
        more.shutdown();
    }
}
