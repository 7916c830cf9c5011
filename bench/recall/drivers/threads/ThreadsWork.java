import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;

/** Virtual threads, builders, scoped values, gatherers, patterns: what is new since 17. */
public class ThreadsWork {
    private static final ScopedValue<String> USER = ScopedValue.newInstance();

    sealed interface Message permits Text, Number, Stop {}

    record Text(String text) implements Message {}

    record Number(int value, Text unit) implements Message {}

    enum Stop implements Message {
        NOW
    }

    public static void main(String[] args) throws Exception {
        starts();
        executors();
        scopes();
        messages();
        streams();
        sequenced();
    }

    private static void starts() throws Exception {
        LongAdder count = new LongAdder();
        List<Thread> threads = new ArrayList<>();
        threads.add(Thread.startVirtualThread(count::increment));
        threads.add(Thread.ofVirtual().name("named").start(new Add(count)));
        threads.add(Thread.ofPlatform().daemon().name("platform").start(() -> count.add(2)));
        Thread unstarted = Thread.ofVirtual().unstarted(() -> add(count, 3));
        unstarted.start();
        threads.add(unstarted);
        ThreadFactory factory = Thread.ofVirtual().name("v", 0).factory();
        for (int i = 0; i < 20; i++) {
            Thread thread = factory.newThread(new Add(count));
            thread.start();
            threads.add(thread);
        }
        Thread.Builder.OfPlatform builder = Thread.ofPlatform().uncaughtExceptionHandler((who, problem) -> add(count, 4));
        threads.add(builder.start(() -> { throw new IllegalStateException("uncaught"); }));
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(count);
    }

    /** A task. */
    private record Add(LongAdder to) implements Runnable {
        @Override
        public void run() {
            add(to, 1);
        }
    }

    private static void add(LongAdder to, int number) {
        to.add(number);
        Thread.yield();
    }

    private static void executors() throws Exception {
        Semaphore few = new Semaphore(2);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                int n = i;
                results.add(executor.submit(() -> limited(few, n)));
            }
            int sum = 0;
            for (Future<Integer> result : results) {
                sum += result.get();
            }
            System.out.println(sum + CompletableFuture.supplyAsync(() -> 1, executor).thenApplyAsync(n -> n + 1, executor).get());
            executor.execute(new Add(new LongAdder()));
        }
        try (ExecutorService executor = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            Callable<String> any = () -> "any";
            System.out.println(executor.invokeAny(List.of(any)));
        }
    }

    private static int limited(Semaphore few, int n) throws InterruptedException {
        few.acquire();
        try {
            Thread.sleep(1);
            return n * n;
        } finally {
            few.release();
        }
    }

    private static void scopes() throws Exception {
        ScopedValue.where(USER, "ann").run(() -> System.out.println("user " + USER.get()));
        String called = ScopedValue.where(USER, "bob").call(() -> greet());
        System.out.println(called + USER.orElse("nobody"));
    }

    private static String greet() {
        return "hello " + USER.get();
    }

    private static void messages() throws Exception {
        BlockingQueue<Message> queue = new ArrayBlockingQueue<>(2);
        Thread reader = Thread.ofVirtual().start(() -> read(queue));
        queue.put(new Text("a text"));
        queue.put(new Number(3, new Text("m")));
        queue.put(new Number(30, new Text("km")));
        queue.put(Stop.NOW);
        reader.join();
    }

    private static void read(BlockingQueue<Message> queue) {
        try {
            String line;
            do {
                line = describe(queue.take());
                System.out.println(line);
            } while (!line.equals("now"));
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private static String describe(Message message) {
        return switch (message) {
            case Text(var text) when text.isEmpty() -> "empty";
            case Text text -> text.toString();
            case Number(int value, Text(var unit)) when value > 10 -> "many " + unit;
            case Number number -> number.value() + " of " + number.unit() + number.hashCode() % 1;
            case Stop stop -> stop.name().toLowerCase();
        };
    }

    private static void streams() {
        System.out.println(IntStream.range(0, 10).boxed().gather(Gatherers.windowFixed(3)).toList());
        System.out.println(List.of(3, 1, 2).stream().gather(Gatherers.mapConcurrent(2, n -> n * 10)).toList());
        System.out.println(IntStream.range(0, 100).parallel().mapToObj(n -> new Text("t" + n % 5)).distinct().count());
        System.out.println(List.of("a", "b").stream().<String>mapMulti((s, out) -> { out.accept(s); out.accept(s + s); }).toList());
    }

    private static void sequenced() {
        List<String> list = new ArrayList<>(List.of("x", "y"));
        list.addFirst("w");
        System.out.println(list.reversed() + list.getLast());
        System.out.println(new StringBuilder("ab").repeat("c", 2).compareTo(new StringBuilder("abd")) < 0);
    }
}
