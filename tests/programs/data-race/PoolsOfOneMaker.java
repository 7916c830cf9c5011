import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One method makes all pools: whose caller runs what is too much runs tasks of that pool alone. */
public class PoolsOfOneMaker {
    private static int opened;
    private static int closed;

    private static ThreadPoolExecutor poolOf(
            BlockingQueue<Runnable> waiting, RejectedExecutionHandler tooMuch) {
        return new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, waiting, tooMuch);
    }

    static void openOk() {
        opened++;
    }

    static void closeBad() {
        closed++;  // expect: data-race PoolsOfOneMaker.closed
    }

    public static void main(String[] args) {
        ThreadPoolExecutor opening =
                poolOf(new LinkedBlockingQueue<>(), new ThreadPoolExecutor.DiscardPolicy());
        ThreadPoolExecutor closing =
                poolOf(new SynchronousQueue<>(), new ThreadPoolExecutor.CallerRunsPolicy());
        for (int i = 0; i < 4; i++) {
            opening.execute(PoolsOfOneMaker::openOk);
            closing.execute(PoolsOfOneMaker::closeBad);
        }
        opening.shutdown();
        closing.shutdown();
    }
}
