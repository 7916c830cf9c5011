import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The map is concurrent, but the objects in it are not. */
public class ContainerConcurrentElements {
    static class Stat {
        int count;
    }

    private static final ConcurrentMap<String, Stat> STATS = new ConcurrentHashMap<>();

    static void countBad(String name) {
        Stat stat = STATS.computeIfAbsent(name, each -> new Stat());
        stat.count++;  // expect: data-race ContainerConcurrentElements$Stat.count
    }

    public static void main(String[] args) {
        new Thread(() -> countBad("a")).start();
        new Thread(() -> countBad("a")).start();
    }
}
