import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** A helper gives each callback to a pool; who has waited for his own is not concerned by those of others. */
public class HelperRunsCallback {
    private static final ExecutorService POOL = Executors.newCachedThreadPool();

    static class Awaited {
        String text;
    }

    static class Submitted {
        String text;
    }

    static class Early {
        String text;
    }

    static void execute(String name, Consumer<String> callback) {
        POOL.execute(() -> callback.accept(name));
    }

    static void submit(String name, Consumer<String> callback) {
        POOL.submit(() -> callback.accept(name));
    }

    static void awaitOk() throws InterruptedException {
        Awaited found = new Awaited();
        CountDownLatch done = new CountDownLatch(1);
        execute("a", it -> {
            found.text = it;
            done.countDown();
        });
        done.await();
        System.out.println(found.text);
    }

    static void submitOk() throws InterruptedException {
        Submitted found = new Submitted();
        CountDownLatch done = new CountDownLatch(1);
        submit("a", it -> {
            found.text = it;
            done.countDown();
        });
        done.await();
        System.out.println(found.text);
    }

    static void earlyBad() {
        Early found = new Early();
        execute("a", it -> found.text = it);
        submit("b", it -> System.out.println(it));
        System.out.println(found.text);  // expect: data-race HelperRunsCallback$Early.text
    }

    public static void main(String[] args) throws InterruptedException {
        awaitOk();
        submitOk();
        earlyBad();
        POOL.shutdown();
    }
}
