import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Objects that leave all work on what they hold to an executor of their own, with one thread. */
public class OpenOwnExecutor {
    public static class Lambdas {
        private final ExecutorService own = Executors.newSingleThreadExecutor();
        private final List<String> names = new ArrayList<>();

        public void addOk(String name) {
            own.execute(() -> names.add(name));
        }

        public int sizeOk() throws InterruptedException, ExecutionException {
            return own.submit(() -> names.size()).get();
        }
    }

    public static class Objects {
        private final Timer own = new Timer(true);
        private int ticks;

        public void tickOk() {
            own.schedule(
                    new TimerTask() {
                        @Override
                        public void run() {
                            ticks++;
                        }
                    },
                    1);
        }
    }

    public static class Periods {
        private final ScheduledExecutorService own = Executors.newSingleThreadScheduledExecutor();
        private int ticks;

        public Periods() {
            own.scheduleAtFixedRate(this::tickOk, 1, 1, TimeUnit.SECONDS);
        }

        private void tickOk() {
            ticks++;
        }

        public void resetOk() {
            own.execute(() -> ticks = 0);
        }
    }

    public static class ReadAtOnce {
        private final ExecutorService own = Executors.newSingleThreadExecutor();
        private volatile boolean isOpen = true;
        private int count;

        public void addBad() {
            own.execute(() -> count++);  // expect: data-race OpenOwnExecutor$ReadAtOnce.count
        }

        public int count() {
            return isOpen ? count : 0;
        }
    }

    public static class TwoExecutors {
        private final ExecutorService one = Executors.newSingleThreadExecutor();
        private final ExecutorService other = Executors.newSingleThreadExecutor();
        private int count;

        public void addBad() {
            one.execute(() -> count++);  // expect: data-race OpenOwnExecutor$TwoExecutors.count
        }

        public void removeBad() {
            other.execute(() -> count--);
        }
    }

    public static class TwoThreads {
        private final ExecutorService own = Executors.newFixedThreadPool(2);
        private int count;

        public void addBad() {
            own.execute(() -> count++);  // expect: data-race OpenOwnExecutor$TwoThreads.count
        }
    }

    public static class NewOnes {
        private ExecutorService own = Executors.newSingleThreadExecutor();
        private int count;

        public void addBad() {
            own.execute(() -> count++);  // expect: data-race OpenOwnExecutor$NewOnes.count
        }

        public synchronized void renewBad() {
            own = Executors.newSingleThreadExecutor();  // expect: data-race OpenOwnExecutor$NewOnes.own
        }
    }

    public static class OfAnother {
        private final ExecutorService own = Executors.newSingleThreadExecutor();
        private int count;

        public void addBad(OfAnother other) {
            other.own.execute(() -> count++);  // expect: data-race OpenOwnExecutor$OfAnother.count
        }
    }
}
