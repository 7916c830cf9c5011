import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A future that was cancelled is done, and its task may still run. */
public class FutureCancelled {
    private int got;
    private int asked;
    private int done;

    private void countGotBad() {
        while (!Thread.interrupted()) {
            got++;  // expect: data-race FutureCancelled.got
        }
    }

    private void countAskedBad() {
        while (!Thread.interrupted()) {
            asked++;  // expect: data-race FutureCancelled.asked
        }
    }

    private void countDoneOk() {
        done++;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        FutureCancelled all = new FutureCancelled();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Future<?> first = pool.submit(all::countGotBad);
        first.cancel(true);
        try {
            first.get();
        } catch (CancellationException e) {
            System.out.println("cancelled");
        }
        System.out.println(all.got);
        Future<?> second = pool.submit(all::countAskedBad);
        second.cancel(true);
        while (!second.isDone()) {
            Thread.onSpinWait();
        }
        System.out.println(all.asked);
        Future<?> third = pool.submit(all::countDoneOk);
        third.get();
        System.out.println(all.done);
        pool.shutdown();
    }
}
