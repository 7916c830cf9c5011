import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** A statistic that is only ever shown: a lost increment harms nobody. */
public class NoteStatistics {
    private final ConcurrentMap<String, Integer> sizes = new ConcurrentHashMap<>();
    private long hits;

    public int sizeBad(String name) {
        hits++;  // expect: data-race NoteStatistics.hits (note)
        return sizes.computeIfAbsent(name, String::length);
    }

    @Override
    public String toString() {
        return "cache with " + hits + " hits";
    }
}
