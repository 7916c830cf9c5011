import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** A factory makes one thread for each task: what a task keeps in itself is its thread's own. */
public class FactoryOwnTask {
    static final class Named implements ThreadFactory {
        private final AtomicInteger made = new AtomicInteger();

        @Override
        public Thread newThread(Runnable task) {
            Thread thread = new Thread(task, "clock-" + made.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        }
    }

    static final class Clock {
        private final Thread thread;

        Clock(ThreadFactory factory) {
            thread = factory.newThread(new Runnable() {
                private int tick;

                @Override
                public void run() {
                    for (int i = 0; i < 1_000; i++) {
                        advanceOk();
                    }
                }

                private void advanceOk() {
                    tick++;
                }
            });
        }

        void start() {
            thread.start();
        }
    }

    static final class Shared implements Runnable {
        private int total;

        @Override
        public void run() {
            addBad();
        }

        private void addBad() {
            total++;  // expect: data-race FactoryOwnTask$Shared.total
        }
    }

    public static void main(String[] args) {
        ThreadFactory factory = new Named();
        for (int i = 0; i < 2; i++) {
            new Clock(factory).start();
        }
        String name = "plain-" + args.length;
        for (int i = 0; i < 2; i++) {
            new Clock(task -> new Thread(task, name)).start();
        }
        Shared shared = new Shared();
        factory.newThread(shared).start();
        factory.newThread(shared).start();
    }
}
