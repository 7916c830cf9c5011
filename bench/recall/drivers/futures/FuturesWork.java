import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What java.util.concurrent runs for us: futures, pools, timers, streams, flows. */
public class FuturesWork {
    public static void main(String[] args) throws Exception {
        chains();
        combinations();
        pools();
        scheduled();
        forkJoin();
        parallelStreams();
        flow();
        queues();
        locals();
    }

    private static void chains() throws Exception {
        CompletableFuture<String> chain =
                CompletableFuture.supplyAsync(() -> 20)
                        .thenApply(n -> n + 1)
                        .thenApplyAsync(n -> n * 2)
                        .thenCompose(n -> CompletableFuture.supplyAsync(() -> "n" + n))
                        .thenCombine(CompletableFuture.completedFuture("!"), String::concat)
                        .whenComplete((text, problem) -> note(text));
        System.out.println(chain.get(10, TimeUnit.SECONDS));
        CompletableFuture<Object> failed =
                CompletableFuture.supplyAsync(() -> { throw new IllegalStateException("no"); })
                        .handle((value, problem) -> problem == null ? value : problem.getMessage());
        System.out.println(failed.join());
        System.out.println(
                CompletableFuture.<String>failedFuture(new CompletionException("x", null))
                        .exceptionally(Throwable::getMessage)
                        .join());
        CompletableFuture.runAsync(new Work("run")).thenRun(() -> note("then")).join();
        CompletableFuture.supplyAsync(new Make()).thenAccept(FuturesWork::note).join();
    }

    private static void note(String text) {
        if (text == null) {
            throw new IllegalArgumentException("nothing to note");
        }
    }

    /** A task. */
    private record Work(String name) implements Runnable {
        @Override
        public void run() {
            note(name);
        }
    }

    /** A supplier with a class of its own. */
    private static final class Make implements java.util.function.Supplier<String> {
        @Override
        public String get() {
            return "made";
        }
    }

    private static void combinations() {
        List<CompletableFuture<Integer>> parts = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int n = i;
            parts.add(CompletableFuture.supplyAsync(() -> n * n));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new));
        System.out.println(all.thenApply(none -> parts.stream().mapToInt(CompletableFuture::join).sum()).join());
        CompletableFuture<String> never = new CompletableFuture<>();
        System.out.println(never.completeOnTimeout("late", 20, TimeUnit.MILLISECONDS).join());
        System.out.println(CompletableFuture.anyOf(new CompletableFuture<>(), CompletableFuture.completedFuture("any")).join());
        CompletableFuture<String> first = new CompletableFuture<>();
        CompletableFuture<String> either = first.applyToEither(new CompletableFuture<>(), s -> s + "!");
        first.complete("first");
        System.out.println(either.join());
    }

    private static void pools() throws Exception {
        ThreadFactory factory = task -> new Thread(task, "worker");
        ExecutorService pool = Executors.newFixedThreadPool(2, factory);
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int n = i;
            tasks.add(() -> n + 1);
        }
        int sum = 0;
        for (var future : pool.invokeAll(tasks)) {
            sum += future.get();
        }
        System.out.println(sum + " " + (pool.invokeAny(tasks) > 0));
        pool.execute(new Work("executed"));
        System.out.println(pool.submit(new Work("submitted"), "result").get());
        ExecutorCompletionService<Integer> completion = new ExecutorCompletionService<>(pool);
        completion.submit(() -> 5);
        System.out.println(completion.take().get());
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS));
        ThreadPoolExecutor own =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
                    @Override
                    protected void afterExecute(Runnable task, Throwable problem) {
                        note("after");
                    }
                };
        own.submit(() -> note("in own")).get();
        own.shutdown();
    }

    private static void scheduled() throws Exception {
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
        CountDownLatch ticks = new CountDownLatch(3);
        var ticking = scheduler.scheduleAtFixedRate(ticks::countDown, 1, 2, TimeUnit.MILLISECONDS);
        System.out.println(scheduler.schedule(() -> "scheduled", 5, TimeUnit.MILLISECONDS).get());
        System.out.println(ticks.await(10, TimeUnit.SECONDS) + " " + ticking.cancel(false));
        scheduler.shutdownNow();
        Timer timer = new Timer(true);
        CountDownLatch rang = new CountDownLatch(1);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        rang.countDown();
                    }
                },
                5);
        System.out.println(rang.await(10, TimeUnit.SECONDS));
        timer.cancel();
    }

    /** Fibonacci, forked. */
    private static final class Fibonacci extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;
        private final int n;

        Fibonacci(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) {
                return n;
            }
            Fibonacci left = new Fibonacci(n - 1);
            left.fork();
            return new Fibonacci(n - 2).compute() + left.join();
        }
    }

    private static void forkJoin() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        System.out.println(pool.invoke(new Fibonacci(12)) + pool.submit(() -> 1).get());
        pool.shutdown();
    }

    private static void parallelStreams() {
        System.out.println(IntStream.range(0, 1000).parallel().filter(n -> n % 3 == 0).mapToLong(n -> n * n).sum());
        Map<Integer, List<String>> groups =
                List.of("one", "two", "three", "four").parallelStream()
                        .map(String::toUpperCase)
                        .sorted(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()))
                        .collect(Collectors.groupingBy(String::length));
        System.out.println(groups);
        ConcurrentHashMap<String, AtomicInteger> counts = new ConcurrentHashMap<>();
        IntStream.range(0, 50).parallel().forEach(n -> counts.computeIfAbsent("k" + n % 3, k -> new AtomicInteger()).incrementAndGet());
        System.out.println(counts.get("k1") + " " + counts.reduceValues(1, AtomicInteger::get, Integer::sum));
    }

    /** Collects what it is sent. */
    private static final class Collector implements Flow.Subscriber<String> {
        private final List<String> seen = new ArrayList<>();
        private final CountDownLatch done = new CountDownLatch(1);
        private Flow.Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(1);
        }

        @Override
        public void onNext(String item) {
            seen.add(item);
            subscription.request(1);
        }

        @Override
        public void onError(Throwable problem) {
            done.countDown();
        }

        @Override
        public void onComplete() {
            done.countDown();
        }
    }

    private static void flow() throws Exception {
        Collector collector = new Collector();
        try (SubmissionPublisher<String> publisher = new SubmissionPublisher<>()) {
            publisher.subscribe(collector);
            publisher.submit("a");
            publisher.submit("b");
        }
        collector.done.await(10, TimeUnit.SECONDS);
        System.out.println(collector.seen);
    }

    private static void queues() throws Exception {
        LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
        Thread consumer = new Thread(() -> consume(queue));
        consumer.start();
        AtomicInteger count = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            queue.put(count::incrementAndGet);
        }
        queue.put(() -> Thread.currentThread().interrupt());
        consumer.join();
        System.out.println(count);
        CyclicBarrier barrier = new CyclicBarrier(2, () -> note("both"));
        Thread other = new Thread("other") {
            @Override
            public void run() {
                await(barrier);
            }
        };
        other.start();
        await(barrier);
        other.join();
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static void consume(LinkedBlockingQueue<Runnable> queue) {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                queue.take().run();
            } catch (InterruptedException end) {
                return;
            }
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(10, TimeUnit.SECONDS);
        } catch (Exception problem) {
            throw new IllegalStateException(problem);
        }
    }

    private static void locals() throws InterruptedException {
        ThreadLocal<List<String>> local = ThreadLocal.withInitial(ArrayList::new);
        local.get().add("mine");
        Thread thread = new Thread(() -> local.get().add("its"));
        thread.setUncaughtExceptionHandler((who, problem) -> note(problem.getMessage()));
        thread.start();
        thread.join();
        Thread failing = new Thread(() -> { throw new IllegalStateException("uncaught"); });
        failing.setUncaughtExceptionHandler((who, problem) -> note(problem.getMessage()));
        failing.start();
        failing.join();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> note("end")));
        System.out.println(local.get());
    }
}
