import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A list of futures, all of them got before main reads. */
public class FutureList {
    static class PartOk implements Runnable {
        int sum;

        @Override
        public void run() {
            sum = 5;
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<PartOk> parts = new ArrayList<>();
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            PartOk part = new PartOk();
            parts.add(part);
            futures.add(pool.submit(part));
        }
        for (Future<?> future : futures) {
            future.get();
        }
        int total = 0;
        for (PartOk part : parts) {
            total += part.sum;
        }
        System.out.println(total);
        pool.shutdown();
    }
}
