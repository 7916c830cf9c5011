import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Monte Carlo: paths of prices, each from a generator of its own, and a list of what they give. */
final class MonteCarlo {
    private static final int DAYS = 1_000;

    private static final class Result {
        private int path;
        private double last;
        private double mean;
        private double spread;

        Result(int path) {
            this.path = path;
        }
    }

    /** What one thread uses again for each of its paths. */
    private static final class Simulation {
        private final double[] prices = new double[DAYS];
        private Random64 random;
        private double spare;
        private boolean hasSpare;

        Result simulate(int path) {
            random = new Random64(path);
            hasSpare = false;
            double price = 100;
            for (int day = 0; day < DAYS; day++) {
                price *= 1 + 0.0002 + 0.01 * normal();
                prices[day] = price;
            }
            Result result = new Result(path);
            result.last = price;
            for (double each : prices) {
                result.mean += each / DAYS;
            }
            for (int day = 1; day < DAYS; day++) {
                double change = prices[day] / prices[day - 1] - 1;
                result.spread += change * change;
            }
            return result;
        }

        private double normal() {
            if (hasSpare) {
                hasSpare = false;
                return spare;
            }
            while (true) {
                double x = 2 * random.fraction() - 1;
                double y = 2 * random.fraction() - 1;
                double square = x * x + y * y;
                if (square < 1 && square > 0) {
                    double factor = Math.sqrt(-2 * Math.log(square) / square);
                    spare = y * factor;
                    hasSpare = true;
                    return x * factor;
                }
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        int paths = Integer.parseInt(arguments[1]);
        AtomicInteger nextPath = new AtomicInteger();
        List<Result> results = Collections.synchronizedList(new ArrayList<>());
        Workers.run(
                threads,
                worker -> {
                    Simulation simulation = new Simulation();
                    for (int path = nextPath.getAndIncrement(); path < paths; ) {
                        results.add(simulation.simulate(path));
                        path = nextPath.getAndIncrement();
                    }
                });
        List<Result> sorted = new ArrayList<>(results);
        sorted.sort(Comparator.comparingInt(result -> result.path));
        double sum = 0;
        for (Result result : sorted) {
            sum += result.last + result.mean + Math.sqrt(result.spread);
        }
        System.out.println("checksum " + Double.toHexString(sum));
    }
}
