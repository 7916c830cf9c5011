import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Who waits for a pool with a limit knows only by what the call returns whether it has ended; but a
 * limit of some seconds is taken for none, since there has to be one.
 */
public class ExecutorAwaitWithLimit {
    static class Sum {
        int refused;
        int repeated;
        int asserted;
        int forever;
        int patient;
        int stopped;
        int ignored;
        int brokenOff;
        int late;

        synchronized void add(int amount) {
            refused += amount;
            repeated += amount;
            asserted += amount;
            forever += amount;
            patient += amount;
            stopped += amount;
        }

        synchronized void addBad(int amount) {
            ignored += amount;
            brokenOff += amount;
            late += amount;
        }
    }

    static ExecutorService work(Runnable task) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(task);
        pool.execute(task);
        pool.shutdown();
        return pool;
    }

    static void refusedOk() throws InterruptedException {
        Sum sum = new Sum();
        if (!work(() -> sum.add(1)).awaitTermination(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("late");
        }
        System.out.println(sum.refused);
    }

    static void repeatedOk() throws InterruptedException {
        Sum sum = new Sum();
        ExecutorService pool = work(() -> sum.add(2));
        while (!pool.awaitTermination(10, TimeUnit.MILLISECONDS)) {
            System.out.println("still at work");
        }
        System.out.println(sum.repeated);
    }

    static void assertedOk() throws InterruptedException {
        Sum sum = new Sum();
        require(work(() -> sum.add(3)).awaitTermination(10, TimeUnit.SECONDS));
        System.out.println(sum.asserted);
    }

    static void require(boolean condition) {
        if (!condition) {
            throw new IllegalStateException();
        }
    }

    static void foreverOk() throws InterruptedException {
        Sum sum = new Sum();
        work(() -> sum.add(4)).awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        work(() -> sum.add(4)).awaitTermination(1, TimeUnit.DAYS);
        System.out.println(sum.forever);
    }

    static void patientOk(long seconds) throws InterruptedException {
        Sum sum = new Sum();
        work(() -> sum.add(5)).awaitTermination(10, TimeUnit.SECONDS);
        work(() -> sum.add(5)).awaitTermination(seconds, TimeUnit.SECONDS);
        System.out.println(sum.patient);
    }

    static void stoppedOk() throws InterruptedException {
        Sum sum = new Sum();
        ExecutorService pool = work(() -> sum.add(6));
        if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
            pool.shutdownNow();
        }
        System.out.println(sum.stopped);
    }

    static void ignoredBad() throws InterruptedException {
        Sum sum = new Sum();
        work(() -> sum.addBad(1)).awaitTermination(10, TimeUnit.MILLISECONDS);
        System.out.println(sum.ignored);  // expect: data-race ExecutorAwaitWithLimit$Sum.ignored
    }

    static void brokenOffBad() throws InterruptedException {
        Sum sum = new Sum();
        ExecutorService pool = work(() -> sum.addBad(2));
        if (!pool.awaitTermination(10, TimeUnit.MILLISECONDS)) {
            pool.shutdownNow();
        }
        System.out.println(sum.brokenOff);  // expect: data-race ExecutorAwaitWithLimit$Sum.brokenOff
    }

    static void lateBad() throws InterruptedException {
        Sum sum = new Sum();
        if (!work(() -> sum.addBad(3)).awaitTermination(10, TimeUnit.MILLISECONDS)) {
            System.out.println(sum.late);  // expect: data-race ExecutorAwaitWithLimit$Sum.late
        }
    }

    public static void main(String[] args) throws InterruptedException {
        refusedOk();
        repeatedOk();
        assertedOk();
        foreverOk();
        patientOk(20);
        stoppedOk();
        ignoredBad();
        brokenOffBad();
        lateBad();
    }
}
