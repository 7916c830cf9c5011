import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Tasks of a pool simulate with generators and arrays of their own; they read what is given. */
public class Simulation {
    static final AtomicLong SUM = new AtomicLong();

    static final class Generator {
        private long state;

        Generator(long seed) {
            state = seed;
        }

        int next(int below) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            return (int) ((state >>> 33) % below);
        }
    }

    record Point(double x, double y) {
        Point moved(Generator by) {
            return new Point(x + by.next(3) - 1, y + by.next(3) - 1);
        }
    }

    static final class Walk implements Runnable {
        private final int steps;

        Walk(int steps) {
            this.steps = steps;
        }

        @Override
        public void run() {
            Generator generator = new Generator(steps);
            double[] far = new double[100];
            Point at = new Point(0, 0);
            for (int i = 0; i < steps; i++) {
                at = at.moved(generator);
                far[i % far.length] = Math.max(far[i % far.length], at.x * at.x + at.y * at.y);
            }
            double sum = 0;
            for (double it : far) {
                sum += it;
            }
            SUM.addAndGet((long) sum);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        for (int i = 0; i < 6; i++) {
            pool.execute(new Walk(2000 + i));
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        System.out.println(SUM.get());
    }
}
