import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The objects in a concurrent map are guarded by their own monitors. */
public class ContainerElementsLocked {
    static class Stat {
        int count;
    }

    private static final ConcurrentMap<String, Stat> STATS = new ConcurrentHashMap<>();

    static void countOk(String name) {
        Stat stat = STATS.computeIfAbsent(name, each -> new Stat());
        synchronized (stat) {
            stat.count++;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> countOk("a")).start();
        new Thread(() -> countOk("b")).start();
    }
}
