// needs: 25
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/** Java 25: records that hold mutable state, sealed results, module-level style. */
public class RecordsAndRegistry {
    record Range(int low, int high) {
        Range {
            if (low > high) throw new IllegalArgumentException();
        }
    }

    record Basket(String owner, List<String> items) {
        Basket(String owner) {
            this(owner, new ArrayList<>());
        }

        void addBad(String item) {
            items.add(item);  // expect: data-race RecordsAndRegistry$Basket.items
        }
    }

    record Frozen(String owner, List<String> items) {
        Frozen {
            items = List.copyOf(items);
        }

        Frozen withOk(String item) {
            var copy = new ArrayList<>(items);
            copy.add(item);
            return new Frozen(owner, copy);
        }
    }

    sealed interface Outcome<T> {
        record Success<T>(T value) implements Outcome<T> {}
        record Failure<T>(Exception error) implements Outcome<T> {}
    }

    static volatile Frozen frozen = new Frozen("x", List.of());
    static volatile Range range = new Range(0, 1);
    static final Basket basket = new Basket("x");
    static final Map<String, Outcome<Integer>> outcomes = new ConcurrentHashMap<>();
    static int failures;

    static Optional<Integer> lookBad(String key) {
        return switch (outcomes.get(key)) {
            case null -> Optional.empty();
            case Outcome.Success<Integer>(var v) when v > 0 -> Optional.of(v);
            case Outcome.Success<Integer> _ -> Optional.empty();
            case Outcome.Failure<Integer>(var e) -> {
                failures++;  // expect: data-race RecordsAndRegistry.failures
                yield Optional.empty();
            }
        };
    }

    static void work() {
        range = new Range(range.low() - 1, range.high() + 1);
        frozen = frozen.withOk("item");
        basket.addBad("item");
        outcomes.put("a", new Outcome.Failure<>(new RuntimeException()));
        System.out.println(lookBad("a"));
    }

    public static void main(String[] args) {
        try (var scope = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("w-", 0).factory())) {
            scope.submit(RecordsAndRegistry::work);
            scope.submit(RecordsAndRegistry::work);
        }
        System.out.println(frozen + " " + range + basket);
    }
}
