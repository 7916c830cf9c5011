import java.util.Arrays;
import java.util.Collections;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Work that is handed to other threads, and what comes back. */
class Pools {
    /** The caller gives, and the task takes. */
    abstract static class ToTask extends Edge {
        private final CountDownLatch done = new CountDownLatch(1);

        @Override
        void give() {}

        @Override
        void take() {}

        /** Returns what must be shut down at the end: that may tell what the task did. */
        abstract ExecutorService hand(Runnable task) throws Exception;

        @Override
        void run() throws Exception {
            ordered = 1;
            ExecutorService pool =
                    hand(
                            () -> {
                                quietly(this::second);
                                done.countDown();
                            });
            racy = 1;
            done.await();
            if (pool != null) {
                pool.shutdown();
            }
        }
    }

    static class Submits extends ToTask {
        @Override
        ExecutorService hand(Runnable task) {
            ExecutorService pool = Executors.newFixedThreadPool(2);
            pool.submit(task);
            return pool;
        }
    }

    static class Executes extends ToTask {
        @Override
        ExecutorService hand(Runnable task) {
            ExecutorService pool = Executors.newSingleThreadExecutor();
            pool.execute(() -> {});
            pool.execute(task);
            return pool;
        }
    }

    static class Schedules extends ToTask {
        @Override
        ExecutorService hand(Runnable task) {
            ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
            pool.schedule(task, 1, TimeUnit.MILLISECONDS);
            return pool;
        }
    }

    static class InTimer extends ToTask {
        @Override
        ExecutorService hand(Runnable task) throws Exception {
            Timer timer = new Timer(true);
            Thread.sleep(10);
            timer.schedule(
                    new TimerTask() {
                        @Override
                        public void run() {
                            task.run();
                        }
                    },
                    1);
            return null;
        }
    }

    static class Forks extends ToTask {
        @Override
        ExecutorService hand(Runnable task) {
            ForkJoinPool.commonPool().execute(task);
            return null;
        }
    }

    /** So many that the one who does them does not sleep, and is not told that there are more. */
    static class ForksOften extends ToTask {
        private static final int TIMES = 20_000;

        @Override
        ExecutorService hand(Runnable task) {
            ForkJoinPool pool = new ForkJoinPool(1);
            for (int i = 0; i < TIMES; i++) {
                int[] given = {i};
                pool.execute(() -> given[0]++);
            }
            pool.execute(task);
            return pool;
        }
    }

    static class RunsTask extends ToTask {
        @Override
        ExecutorService hand(Runnable task) {
            new Thread(new FutureTask<>(task, null)).start();
            return null;
        }
    }

    static class Publishes extends ToTask {
        @Override
        ExecutorService hand(Runnable task) {
            SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>();
            publisher.consume(item -> task.run());
            publisher.submit(1);
            return null;
        }
    }

    /** The task gives, and the caller takes; a third thread does what nobody orders. */
    abstract static class FromTask extends Edge {
        @Override
        void give() {
            ordered = 1;
        }

        @Override
        void run() throws Exception {
            Thread third = new Thread(() -> racy = 1);
            third.start();
            take();
            ordered++;
            racy++;
            third.join();
        }
    }

    static class Gets extends FromTask {
        @Override
        void take() throws Exception {
            ExecutorService pool = Executors.newCachedThreadPool();
            pool.submit(this::give).get();
            pool.shutdown();
        }
    }

    static class InvokesAll extends FromTask {
        @Override
        void take() throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(2);
            Callable<Object> task =
                    () -> {
                        give();
                        return null;
                    };
            for (Future<Object> each : pool.invokeAll(Collections.nCopies(1, task))) {
                each.get();
            }
            pool.shutdown();
        }
    }

    static class Terminates extends FromTask {
        @Override
        void take() throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            pool.execute(this::give);
            pool.shutdown();
            if (!pool.awaitTermination(100, TimeUnit.SECONDS)) {
                throw new IllegalStateException("it does not end");
            }
        }
    }

    static class Services extends FromTask {
        @Override
        void take() throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            CompletionService<Object> service = new ExecutorCompletionService<>(pool);
            service.submit(this::give, null);
            service.take();
            pool.shutdown();
        }
    }

    static class Completes extends FromTask {
        @Override
        void take() throws Exception {
            CompletableFuture<String> future = new CompletableFuture<>();
            new Thread(
                            () -> {
                                give();
                                future.complete("given");
                            })
                    .start();
            future.get();
        }
    }

    static class Joins extends FromTask {
        @Override
        void take() {
            CompletableFuture.runAsync(this::give).join();
        }
    }

    static class Stages extends FromTask {
        @Override
        void take() {
            CompletableFuture<Void> start = CompletableFuture.runAsync(this::give);
            CompletableFuture<Void> left = start.thenRunAsync(() -> ordered++);
            CompletableFuture<Void> right = left.thenCombineAsync(start, (a, b) -> null);
            right.thenRun(() -> ordered++).handle((value, problem) -> null).join();
        }
    }

    static class TimesOut extends FromTask {
        @Override
        void take() {
            CompletableFuture<String> future = new CompletableFuture<>();
            future.completeOnTimeout("late", 1, TimeUnit.MILLISECONDS)
                    .thenAccept(text -> give())
                    .join();
        }
    }

    static class InForkJoin extends FromTask {
        private final int[] numbers = new int[64];

        private class Task extends RecursiveAction {
            private final int from;
            private final int to;
            private int sum;

            Task(int from, int to) {
                this.from = from;
                this.to = to;
            }

            @Override
            protected void compute() {
                if (to - from <= 4) {
                    for (int i = from; i < to; i++) {
                        numbers[i]++;
                        sum += numbers[i];
                    }
                    return;
                }
                int middle = (from + to) / 2;
                Task left = new Task(from, middle);
                Task right = new Task(middle, to);
                left.fork();
                right.compute();
                left.join();
                sum = left.sum + right.sum;
            }
        }

        @Override
        void take() {
            Arrays.fill(numbers, 1);
            Task task = new Task(0, numbers.length);
            new ForkJoinPool(4).invoke(task);
            if (task.sum != 2 * numbers.length) {
                throw new IllegalStateException("sum " + task.sum);
            }
            for (int number : numbers) {
                ordered += number;
            }
        }
    }

    static class InStream extends FromTask {
        @Override
        void take() {
            int[][] boxes = new int[1000][1];
            IntStream.range(0, boxes.length).parallel().forEach(i -> boxes[i][0]++);
            int sum = IntStream.range(0, boxes.length).parallel().map(i -> boxes[i][0]).sum();
            for (int[] box : boxes) {
                ordered += box[0] * sum;
            }
        }
    }

    static class Sorts extends FromTask {
        @Override
        void take() {
            Integer[] numbers = new Integer[20_000];
            Arrays.parallelSetAll(numbers, i -> (i * 7919) % 20_000);
            Arrays.parallelSort(numbers);
            for (int i = 0; i < 100; i++) {
                ordered += numbers[i];
            }
        }
    }
}
