import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Who finds under the lock that no task is running starts one; it says so under the lock when nothing is left. */
public class SerialByFlag {
    static final ExecutorService POOL = Executors.newCachedThreadPool();

    static class OfLambda {
        private final Queue<Runnable> queue = new ArrayDeque<>();
        private boolean isRunning;
        private int doneOk;
        private int lateBad;

        void add(Runnable task) {
            synchronized (queue) {
                queue.add(task);
                if (isRunning) {
                    return;
                }
                isRunning = true;
            }
            POOL.execute(() -> work());
        }

        private void work() {
            while (true) {
                Runnable task;
                synchronized (queue) {
                    task = queue.poll();
                    if (task == null) {
                        isRunning = false;
                        break;
                    }
                }
                task.run();
                doneOk++;
            }
            lateBad++;  // expect: data-race SerialByFlag$OfLambda.lateBad
        }
    }

    static class OfOneTask {
        private final Queue<Runnable> queue = new ArrayDeque<>();
        private final Runnable worker = new Runnable() {
            @Override
            public void run() {
                work();
            }
        };
        private boolean isRunning;
        private int doneOk;

        synchronized void add(Runnable task) {
            queue.add(task);
            if (!isRunning) {
                isRunning = true;
                POOL.execute(worker);
            }
        }

        private void work() {
            while (true) {
                Runnable task;
                synchronized (this) {
                    if (queue.isEmpty()) {
                        isRunning = false;
                        return;
                    }
                    task = queue.poll();
                }
                task.run();
                doneOk++;
            }
        }
    }

    static class OfTaskEachTime {
        private final Queue<Runnable> queue = new ArrayDeque<>();
        private boolean isRunning;
        private int doneOk;

        synchronized void add(Runnable task) {
            queue.add(task);
            if (!isRunning) {
                isRunning = true;
                POOL.execute(new Runnable() {
                    @Override
                    public void run() {
                        work();
                    }
                });
            }
        }

        private void work() {
            doneOk++;
            synchronized (this) {
                isRunning = false;
            }
        }
    }

    /** The second task does not ask whether the first is running. */
    static class StartedTwice {
        private boolean isRunning;
        private int doneBad;

        synchronized void add() {
            if (!isRunning) {
                isRunning = true;
                POOL.execute(() -> work());
            }
        }

        void hurry() {
            POOL.execute(() -> work());
        }

        private void work() {
            doneBad++;  // expect: data-race SerialByFlag$StartedTwice.doneBad
            synchronized (this) {
                isRunning = false;
            }
        }
    }

    /** Who has started the task says at once that it has ended. */
    static class FreeTooEarly {
        private boolean isRunning;
        private int doneBad;

        synchronized void add() {
            if (!isRunning) {
                isRunning = true;
                POOL.execute(() -> work());
                isRunning = false;
            }
        }

        private void work() {
            doneBad++;  // expect: data-race SerialByFlag$FreeTooEarly.doneBad
            synchronized (this) {
                isRunning = false;
            }
        }
    }

    /** Who asks does not hold the lock. */
    static class AskedOutside {
        private boolean isRunning;
        private int doneBad;

        void add() {
            if (!isRunning) {  // expect: data-race SerialByFlag$AskedOutside.isRunning
                synchronized (this) {
                    isRunning = true;
                }
                POOL.execute(() -> work());
            }
        }

        private void work() {
            doneBad++;  // expect: data-race SerialByFlag$AskedOutside.doneBad
            synchronized (this) {
                isRunning = false;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        OfLambda lambda = new OfLambda();
        OfOneTask one = new OfOneTask();
        OfTaskEachTime each = new OfTaskEachTime();
        StartedTwice twice = new StartedTwice();
        FreeTooEarly early = new FreeTooEarly();
        AskedOutside outside = new AskedOutside();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                lambda.add(() -> System.out.println("done"));
                one.add(() -> System.out.println("done"));
                each.add(() -> System.out.println("done"));
                twice.add();
                twice.hurry();
                early.add();
                outside.add();
            }).start();
        }
        Thread.sleep(100);
        POOL.shutdown();
    }
}
