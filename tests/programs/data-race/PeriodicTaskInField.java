import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A task that runs again and again, which its owner has made for itself: one run comes after the other. */
public class PeriodicTaskInField {
    static class WatchOk {
        private final TimerTask detector = new Detector();
        private int seen;

        WatchOk(Timer timer) {
            timer.schedule(detector, 1, 1);
        }

        void close() {
            detector.cancel();
        }

        class Detector extends TimerTask {
            private int last;

            @Override
            public void run() {
                last = seen;
                seen++;
                if (seen > 5) {
                    cancel();
                }
            }
        }
    }

    static class TickOk {
        private final Runnable task = this::tick;
        private int ticks;

        private void tick() {
            ticks++;
        }

        void start(ScheduledExecutorService pool) {
            pool.scheduleWithFixedDelay(task, 1, 1, TimeUnit.MILLISECONDS);
        }
    }

    static class TwiceBad {
        private final Runnable task = new Count();
        private int count;

        TwiceBad(ScheduledExecutorService pool) {
            pool.scheduleAtFixedRate(task, 1, 1, TimeUnit.MILLISECONDS);
            pool.scheduleAtFixedRate(task, 1, 1, TimeUnit.MILLISECONDS);
        }

        class Count implements Runnable {
            @Override
            public void run() {
                count++;  // expect: data-race PeriodicTaskInField$TwiceBad.count
            }
        }
    }

    static class StartedTwiceBad {
        private final Runnable task = this::tick;
        private int ticks;

        private void tick() {
            ticks++;  // expect: data-race PeriodicTaskInField$StartedTwiceBad.ticks
        }

        void start(ScheduledExecutorService pool) {
            pool.scheduleWithFixedDelay(task, 1, 1, TimeUnit.MILLISECONDS);
        }
    }

    static class RunByOthersBad {
        private final Runnable task = this::tick;
        private int ticks;

        private void tick() {
            ticks++;  // expect: data-race PeriodicTaskInField$RunByOthersBad.ticks
        }

        void start(ScheduledExecutorService pool) {
            pool.scheduleWithFixedDelay(task, 1, 1, TimeUnit.MILLISECONDS);
        }

        void flush() {
            task.run();
        }
    }

    static class GivenAgainBad {
        private Runnable task = new Count();
        private int count;

        void start(ScheduledExecutorService pool) {
            pool.scheduleAtFixedRate(task, 1, 1, TimeUnit.MILLISECONDS);
            task = new Count();
            pool.scheduleAtFixedRate(task, 1, 1, TimeUnit.MILLISECONDS);
        }

        class Count implements Runnable {
            @Override
            public void run() {
                count++;  // expect: data-race PeriodicTaskInField$GivenAgainBad.count
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(4);
        for (int i = 0; i < 2; i++) {
            Timer timer = new Timer();
            WatchOk watch = new WatchOk(timer);
            new TickOk().start(pool);
            new TwiceBad(pool);
            StartedTwiceBad twice = new StartedTwiceBad();
            twice.start(pool);
            twice.start(pool);
            RunByOthersBad byOthers = new RunByOthersBad();
            byOthers.start(pool);
            byOthers.flush();
            new GivenAgainBad().start(pool);
            Thread.sleep(10);
            watch.close();
            timer.cancel();
        }
        pool.shutdownNow();
    }
}
