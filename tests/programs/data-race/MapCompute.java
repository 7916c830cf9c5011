import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** compute runs one function at a time for a key, and values are reached by their key only. */
public class MapCompute {
    static class Stat {
        int count;
    }

    private static final ConcurrentMap<String, Stat> STATS = new ConcurrentHashMap<>();

    static void countOk(String name) {
        STATS.compute(name, (key, stat) -> {
            Stat counted = stat == null ? new Stat() : stat;
            counted.count++;
            return counted;
        });
    }

    public static void main(String[] args) {
        new Thread(() -> countOk("a")).start();
        new Thread(() -> countOk("a")).start();
    }
}
