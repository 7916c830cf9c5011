import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Who waits with a limit knows only by what the call returns whether the latch was open. */
public class LatchWithLimit {
    static class Asked {
        int value;
    }

    static class Refused {
        int value;
    }

    static class Ignored {
        int value;
    }

    static class Late {
        int value;
    }

    static class Permitted {
        int value;
    }

    static void askedOk() throws InterruptedException {
        Asked asked = new Asked();
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            asked.value = 1;
            done.countDown();
        }).start();
        if (done.await(1, TimeUnit.SECONDS)) {
            System.out.println(asked.value);
        }
    }

    static void refusedOk() throws InterruptedException {
        Refused refused = new Refused();
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            refused.value = 1;
            done.countDown();
        }).start();
        if (!done.await(1, TimeUnit.SECONDS)) {
            throw new IllegalStateException("late");
        }
        System.out.println(refused.value);
    }

    static void ignoredBad() throws InterruptedException {
        Ignored ignored = new Ignored();
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            ignored.value = 1;
            done.countDown();
        }).start();
        done.await(1, TimeUnit.SECONDS);
        System.out.println(ignored.value);  // expect: data-race LatchWithLimit$Ignored.value
    }

    static void lateBad() throws InterruptedException {
        Late late = new Late();
        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
            late.value = 1;
            done.countDown();
        }).start();
        if (!done.await(1, TimeUnit.SECONDS)) {
            System.out.println("still " + late.value);  // expect: data-race LatchWithLimit$Late.value
        }
    }

    static void permittedOk() throws InterruptedException {
        Permitted permitted = new Permitted();
        Semaphore done = new Semaphore(0);
        new Thread(() -> {
            permitted.value = 1;
            done.release();
        }).start();
        if (done.tryAcquire(1, TimeUnit.SECONDS)) {
            System.out.println(permitted.value);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        askedOk();
        refusedOk();
        ignoredBad();
        lateBad();
        permittedOk();
    }
}
