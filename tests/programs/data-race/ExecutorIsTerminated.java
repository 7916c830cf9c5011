import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Who has asked until the answer was that all is done, has waited for it. To be shut down is less. */
public class ExecutorIsTerminated {
    private static int terminated;
    private static int shutDown;
    private static int done;

    static synchronized void terminatedOk() {
        terminated++;
    }

    static synchronized void shutDownBad() {
        shutDown++;  // expect: data-race ExecutorIsTerminated.shutDown
    }

    static void doneOk() {
        done++;
    }

    public static void main(String[] args) {
        ExecutorService first = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 4; i++) {
            first.execute(ExecutorIsTerminated::terminatedOk);
        }
        first.shutdown();
        while (!first.isTerminated()) {
            Thread.onSpinWait();
        }
        System.out.println(terminated);

        ExecutorService second = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 4; i++) {
            second.execute(ExecutorIsTerminated::shutDownBad);
        }
        second.shutdown();
        while (!second.isShutdown()) {
            Thread.onSpinWait();
        }
        System.out.println(shutDown);

        ExecutorService third = Executors.newFixedThreadPool(2);
        Future<?> task = third.submit(ExecutorIsTerminated::doneOk);
        third.shutdown();
        while (!task.isDone()) {
            Thread.onSpinWait();
        }
        System.out.println(done);
    }
}
