// snarl: --open OpenExecutorOfOwnTask*
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** Callers cannot give an executor the tasks that a program has made for itself. */
public class OpenExecutorOfOwnTask {
    /** Runs at once what it is given, by whoever has it. */
    public static final class AtOnce implements Executor {
        @Override
        public void execute(Runnable task) {
            checked(task).run();
        }

        private static <T> T checked(T task) {
            return Objects.requireNonNull(task);
        }
    }

    private final Executor executor = new AtOnce();
    private final Worker worker = new Worker();
    private final AtomicBoolean isStarted = new AtomicBoolean();

    public void startOk() {
        if (isStarted.compareAndSet(false, true)) {
            executor.execute(worker);
        }
    }

    private static final class Worker implements Runnable {
        private int ticks;

        @Override
        public void run() {
            ticks++;
        }
    }

    public static final class Shared implements Runnable {
        private int ticksBad;

        @Override
        public void run() {
            ticksBad++;  // expect: data-race OpenExecutorOfOwnTask$Shared.ticksBad
        }
    }
}
