// snarl: --open TakenOffStream
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** As TakenOffMap, but a stream goes over what was taken: its functions get what is the taker's alone. */
public class TakenOffStream {
    private final Object lock = new Object();
    private Map<String, Sum> sums = new HashMap<>();

    private static class Sum {
        private int total;

        void add() {
            total++;
        }

        int total() {
            return total;
        }
    }

    public void add(String name) {
        synchronized (lock) {
            Sum sum = sums.get(name);
            if (sum == null) {
                sum = new Sum();
                sums.put(name, sum);
            }
            sum.add();
        }
    }

    public Map<String, Integer> take() {
        Map<String, Sum> taken;
        synchronized (lock) {
            taken = sums;
            sums = new HashMap<>();
        }
        return taken.entrySet().stream()
                .collect(Collectors.toMap(it -> it.getKey(), it -> it.getValue().total()));
    }

    private Map<String, Count> counts = new HashMap<>();

    private static class Count {
        private int value;
    }

    public void count(String name) {
        synchronized (lock) {
            Count count = counts.get(name);
            if (count == null) {
                count = new Count();
                counts.put(name, count);
            }
            count.value++;
        }
    }

    /** What the map holds stays in it. */
    public int sumBad() {
        Map<String, Count> all;
        synchronized (lock) {
            all = counts;
        }
        return all.values().stream()  // expect: data-race container TakenOffStream.counts
                .mapToInt(it -> it.value)  // expect: data-race TakenOffStream$Count.value
                .sum();
    }
}
