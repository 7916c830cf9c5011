// snarl: --open FP_TakenOffStream
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** As TakenOffMap, but a stream goes over what was taken: its functions are not known to get elements of that. */
public class FP_TakenOffStream {
    private final Object lock = new Object();
    private Map<String, Sum> sums = new HashMap<>();

    private static class Sum {
        private int total;

        void add() {
            total++;
        }

        int total() {
            return total;  // expect: data-race FP_TakenOffStream$Sum.total
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
}
