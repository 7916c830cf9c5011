// snarl: --open ContainerIteratedWhereAsked --context ci
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** All iterators over maps are taken for one here. What a method has asked for an iterator, that is what it goes through. */
public class ContainerIteratedWhereAsked {
    private final Map<String, String> guarded = new HashMap<>();
    private final Map<String, String> seen = new HashMap<>();
    private final Set<String> fixed = new HashSet<>();

    public ContainerIteratedWhereAsked() {
        fixed.add("a");
    }

    public synchronized void put(String name) {
        guarded.put(name, name);
    }

    public synchronized void see(String name) {
        seen.put(name, name);
    }

    public int fixedOk() {
        return lengths(fixed);
    }

    private static int lengths(Set<String> some) {
        Iterable<String> all = some;
        int count = 0;
        for (String name : all) {
            count += name.length();
        }
        return count;
    }

    public int seenBad() {
        int count = 0;
        for (String name : seen.keySet()) {  // expect: data-race container ContainerIteratedWhereAsked.seen
            count += name.length();
        }
        return count;
    }

    public int withoutOk(String prefix) {
        Map<String, String> left = new HashMap<>();
        left.put(prefix, prefix);
        Iterator<Map.Entry<String, String>> all = left.entrySet().iterator();
        while (all.hasNext()) {
            if (all.next().getKey().startsWith(prefix)) {
                all.remove();
            }
        }
        return left.size();
    }
}
