import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A task that waits for another one, or a thread for another, comes after it, whoever has started them. */
public class FutureGotByOther {
    static class Chained {
        int value;
    }

    static class Joined {
        int value;
    }

    static class Beside {
        int value;
    }

    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);

    static void chainOk() throws Exception {
        Chained shared = new Chained();
        Future<?> first = POOL.submit(() -> {
            shared.value = 1;
        });
        Future<?> second = POOL.submit(() -> {
            first.get();
            return shared.value++;
        });
        second.get();
    }

    static void joinOk() {
        Joined shared = new Joined();
        Thread first = new Thread(() -> shared.value = 1);
        first.start();
        new Thread(() -> {
            try {
                first.join();
                shared.value++;
            } catch (InterruptedException stopped) {
                System.out.println("stopped");
            }
        }).start();
    }

    static void besideBad() throws InterruptedException, ExecutionException {
        Beside shared = new Beside();
        Future<?> first = POOL.submit(() -> {
            shared.value = 1;  // expect: data-race FutureGotByOther$Beside.value
        });
        Future<?> second = POOL.submit(() -> {
            shared.value++;
            return first.get();
        });
        second.get();
    }

    public static void main(String[] args) throws Exception {
        chainOk();
        joinOk();
        besideBad();
        POOL.shutdown();
    }
}
