import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * A travelling salesman, by branch and bound: threads take beginnings of tours from a queue, and
 * share the length of the best tour so far, under a lock.
 */
final class Salesman {
    private static final int BEGINNING = 4;

    /** The best tour so far; it can only become shorter. */
    private static final class Best {
        private int length;
        private int[] tour = {};

        Best(int length) {
            this.length = length;
        }

        synchronized int length() {
            return length;
        }

        synchronized void offer(int candidate, int[] cities) {
            if (candidate < length) {
                length = candidate;
                tour = cities.clone();
            }
        }
    }

    private static final class Beginning {
        private final int[] cities;
        private final int length;

        Beginning(int[] cities, int length) {
            this.cities = cities;
            this.length = length;
        }
    }

    private final int count;
    private final int[][] distances;
    private final int[] cheapest;
    private final Best best;
    private final ArrayDeque<Beginning> queue = new ArrayDeque<>();

    private Salesman(int count) {
        this.count = count;
        this.distances = new int[count][count];
        this.cheapest = new int[count];
        Random64 random = new Random64(7);
        int[] x = new int[count];
        int[] y = new int[count];
        for (int i = 0; i < count; i++) {
            x[i] = random.below(1_000);
            y[i] = random.below(1_000);
        }
        for (int i = 0; i < count; i++) {
            cheapest[i] = Integer.MAX_VALUE;
            for (int j = 0; j < count; j++) {
                distances[i][j] = (int) Math.round(Math.hypot(x[i] - x[j], y[i] - y[j]));
                if (i != j) {
                    cheapest[i] = Math.min(cheapest[i], distances[i][j]);
                }
            }
        }
        this.best = new Best(greedy());
        begin(new int[] {0}, 0);
    }

    /** The length of a tour that always goes to the nearest city. */
    private int greedy() {
        boolean[] isVisited = new boolean[count];
        int length = 0;
        int here = 0;
        for (int step = 1; step < count; step++) {
            isVisited[here] = true;
            int nearest = -1;
            for (int city = 0; city < count; city++) {
                boolean isNearer =
                        nearest < 0 || distances[here][city] < distances[here][nearest];
                if (!isVisited[city] && isNearer) {
                    nearest = city;
                }
            }
            length += distances[here][nearest];
            here = nearest;
        }
        return length + distances[here][0] + 1;
    }

    private void begin(int[] cities, int length) {
        if (cities.length == BEGINNING) {
            queue.add(new Beginning(cities, length));
            return;
        }
        for (int city = 1; city < count; city++) {
            if (!contains(cities, city)) {
                int[] longer = Arrays.copyOf(cities, cities.length + 1);
                longer[cities.length] = city;
                begin(longer, length + distances[cities[cities.length - 1]][city]);
            }
        }
    }

    private static boolean contains(int[] cities, int city) {
        for (int each : cities) {
            if (each == city) {
                return true;
            }
        }
        return false;
    }

    private Beginning take() {
        synchronized (queue) {
            return queue.poll();
        }
    }

    private void work() {
        Search search = new Search();
        for (Beginning beginning = take(); beginning != null; beginning = take()) {
            search.from(beginning);
        }
    }

    /** What one thread looks through. */
    private final class Search {
        private final int[] tour = new int[count];
        private final boolean[] isVisited = new boolean[count];
        private int bound;

        void from(Beginning beginning) {
            bound = best.length();
            int left = 0;
            Arrays.fill(isVisited, false);
            System.arraycopy(beginning.cities, 0, tour, 0, BEGINNING);
            for (int city : beginning.cities) {
                isVisited[city] = true;
            }
            for (int city = 0; city < count; city++) {
                left += isVisited[city] ? 0 : cheapest[city];
            }
            extend(BEGINNING, beginning.length, left);
        }

        private void extend(int visited, int length, int left) {
            int here = tour[visited - 1];
            if (visited == count) {
                int whole = length + distances[here][0];
                if (whole < bound) {
                    best.offer(whole, tour);
                    bound = best.length();
                }
                return;
            }
            if (visited == BEGINNING + 2) {
                bound = best.length();
            }
            int[] from = distances[here];
            for (int city = 1; city < count; city++) {
                int further = length + from[city];
                if (!isVisited[city] && further + left < bound) {
                    isVisited[city] = true;
                    tour[visited] = city;
                    extend(visited + 1, further, left - cheapest[city]);
                    isVisited[city] = false;
                }
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        Salesman salesman = new Salesman(Integer.parseInt(arguments[1]));
        Workers.run(threads, worker -> salesman.work());
        System.out.println("checksum " + salesman.best.length());
    }
}
