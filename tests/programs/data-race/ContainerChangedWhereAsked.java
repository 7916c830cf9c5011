// snarl: --open ContainerChangedWhereAsked --context ci
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** All iterators over maps are taken for one here: what is taken out by one is taken out of the map that it was asked from. */
public class ContainerChangedWhereAsked {
    private final Map<String, String> guarded = new HashMap<>();
    private final Map<String, String> other = new HashMap<>();

    public synchronized void put(String name) {
        guarded.put(name, name);
    }

    public synchronized String find(String name) {
        return guarded.get(name);
    }

    public synchronized String findOther(String name) {
        return other.get(name);
    }

    public int dropBad(String prefix) {
        Iterator<Map.Entry<String, String>> all = other.entrySet().iterator();
        int count = 0;
        while (all.hasNext()) {
            if (all.next().getKey().startsWith(prefix)) {
                all.remove();  // expect: data-race container ContainerChangedWhereAsked.other
                count++;
            }
        }
        return count;
    }
}
