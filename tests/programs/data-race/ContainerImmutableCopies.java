import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Copies that never change are not what they are copies of; but who copies reads. */
public class ContainerImmutableCopies {
    private final Map<String, Integer> values = new HashMap<>();
    private final Set<String> names = new HashSet<>();
    private final List<String> lines = new ArrayList<>();
    private final Map<String, Integer> loose = new HashMap<>();
    private volatile Map<String, Integer> shownValues = Map.of();
    private volatile Set<String> shownNames = Set.of();
    private volatile List<String> shownLines = List.of();

    void writeOk(String name) {
        values.put(name, 1);
        names.add(name);
        lines.add(name);
        shownValues = Map.copyOf(values);
        shownNames = Set.copyOf(names);
        shownLines = List.copyOf(lines);
    }

    int readOk(String name) {
        return shownValues.getOrDefault(name, 0) + (shownNames.contains(name) ? 1 : 0) + shownLines.size();
    }

    void writeBad(String name) {
        loose.put(name, 1);  // expect: data-race container ContainerImmutableCopies.loose
    }

    int copyBad() {
        return Map.copyOf(loose).size();
    }

    public static void main(String[] args) throws InterruptedException {
        ContainerImmutableCopies it = new ContainerImmutableCopies();
        Thread thread = new Thread(() -> {
            it.writeOk("a");
            it.writeBad("a");
        });
        thread.start();
        System.out.println(it.readOk("a") + it.copyBad());
        thread.join();
    }
}
