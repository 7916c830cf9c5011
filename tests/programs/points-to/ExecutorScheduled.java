import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Scheduled executors: schedule, at a fixed rate, with a fixed delay. */
public class ExecutorScheduled {
    static class A {}

    static final CountDownLatch DONE = new CountDownLatch(3);

    static class Once implements Callable<Object> {
        @Override
        public Object call() {  // reached
            DONE.countDown();
            return new A();
        }
    }

    static class Rate implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: Rate@49
            DONE.countDown();
        }
    }

    static class Delay implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: Delay@50
            DONE.countDown();
        }
    }

    static class Later implements Runnable {
        @Override
        public void run() {  // reached
            see(this);  // points to: Later@51
        }
    }

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<Object> once = pool.schedule(new Once(), 1, TimeUnit.MILLISECONDS);
        see(once.get());  // points to at least: A@18
        pool.scheduleAtFixedRate(new Rate(), 0, 1, TimeUnit.MILLISECONDS);
        pool.scheduleWithFixedDelay(new Delay(), 0, 1, TimeUnit.MILLISECONDS);
        pool.schedule(new Later(), 0, TimeUnit.MILLISECONDS).get();
        DONE.await();
        pool.shutdownNow();
    }

    static void see(Object o) {}
}
