import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/** A task that is submitted twice runs in two futures: that each of these runs once does not help. */
public class TaskSubmittedTwice {
    static class CountingBad implements Runnable {
        private int count;

        @Override
        public void run() {
            count++;  // expect: data-race TaskSubmittedTwice$CountingBad.count
        }
    }

    private static final AtomicBoolean DONE = new AtomicBoolean();
    private static String first;

    static void onceOk() {
        if (DONE.compareAndSet(false, true)) {
            first = "first";
        }
    }

    public static void main(String[] args) {
        CountingBad counting = new CountingBad();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 3; i++) {
            pool.submit(TaskSubmittedTwice::onceOk);
            pool.submit(counting);
        }
        pool.shutdown();
    }
}
