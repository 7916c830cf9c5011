import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Executors: invokeAll, completion services, future tasks, single threads, shutdown. */
public class ServicesOfThreads {
    static class Part {
        int done;
    }

    static void invokeAllOk() throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Callable<Part>> calls = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            calls.add(() -> {
                Part p = new Part();
                p.done = 1;
                return p;
            });
        }
        int sum = 0;
        for (var f : pool.invokeAll(calls)) sum += f.get().done;
        pool.shutdown();
        System.out.println(sum);
    }

    static class Chunk {
        int done;
    }

    static void completionOk() throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newCachedThreadPool();
        CompletionService<Chunk> service = new ExecutorCompletionService<>(pool);
        for (int i = 0; i < 3; i++) {
            service.submit(() -> {
                Chunk c = new Chunk();
                c.done = 1;
                return c;
            });
        }
        int sum = 0;
        for (int i = 0; i < 3; i++) sum += service.take().get().done;
        pool.shutdown();
        System.out.println(sum);
    }

    static class Slice {
        int done;
    }

    static void futureTaskOk() throws InterruptedException, ExecutionException {
        FutureTask<Slice> task = new FutureTask<>(() -> {
            Slice s = new Slice();
            s.done = 3;
            return s;
        });
        new Thread(task).start();
        System.out.println(task.get().done);
    }

    static int single;

    static void singleThreadOk() throws InterruptedException {
        ExecutorService one = Executors.newSingleThreadExecutor();
        for (int i = 0; i < 3; i++) one.execute(() -> single++);
        one.shutdown();
        one.awaitTermination(1, TimeUnit.SECONDS);
    }

    static int hurried;

    static void noAwaitBad() {
        ExecutorService one = Executors.newSingleThreadExecutor();
        one.execute(() -> hurried++);  // expect: data-race ServicesOfThreads.hurried
        one.shutdown();
        System.out.println(hurried);
    }

    static int pooled;

    static void poolBad() throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 3; i++) pool.execute(() -> pooled++);  // expect: data-race ServicesOfThreads.pooled
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        System.out.println(pooled);
    }

    static class Server {
        private boolean running = true;
        private int served;
        private Thread thread;

        void startBad() {
            thread = new Thread(this::loop);
            thread.start();
        }

        private void loop() {
            while (running && served < 1000) {  // expect: data-race ServicesOfThreads$Server.running (note)
                served++;
            }
        }

        void stop() throws InterruptedException {
            running = false;
            thread.join();
            System.out.println(served);
        }
    }

    public static void main(String[] args) throws Exception {
        invokeAllOk();
        completionOk();
        futureTaskOk();
        singleThreadOk();
        noAwaitBad();
        poolBad();
        Server server = new Server();
        server.startBad();
        server.stop();
    }
}
