import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** A thread comes after all that its starter has waited for; one that was started before does not. */
public class SignalBeforeStart {
    static class Composed {
        int value;
    }

    static class Started {
        int value;
    }

    static class Early {
        int value;
    }

    static int composeOk() {
        Composed shared = new Composed();
        return CompletableFuture.supplyAsync(() -> {
            shared.value = 1;
            return shared;
        }).thenCompose(it -> CompletableFuture.supplyAsync(() -> ++it.value)).join();
    }

    static void startOk() throws InterruptedException {
        Started shared = new Started();
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            shared.value = 1;
            done.countDown();
        }).start();
        done.await();
        new Thread(() -> shared.value++).start();
    }

    static void earlyBad() throws InterruptedException {
        Early shared = new Early();
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            shared.value = 1;  // expect: data-race SignalBeforeStart$Early.value
            done.countDown();
        }).start();
        new Thread(() -> shared.value++).start();
        done.await();
    }

    public static void main(String[] args) throws InterruptedException {
        composeOk();
        startOk();
        earlyBad();
    }
}
