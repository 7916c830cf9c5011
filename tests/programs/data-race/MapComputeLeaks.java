import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** compute keeps functions apart, but not those who read the value without it, or have kept it. */
public class MapComputeLeaks {
    static class Stat {
        int count;
    }

    static class Total {
        int sum;
    }

    static class Entry {
        int uses;
    }

    private static final ConcurrentMap<String, Stat> STATS = new ConcurrentHashMap<>();
    private static final ConcurrentMap<String, Total> TOTALS = new ConcurrentHashMap<>();
    private static final ConcurrentMap<String, Entry> ONE = new ConcurrentHashMap<>();
    private static final Entry SHARED = new Entry();

    static void countBad(String name) {
        STATS.compute(name, (key, stat) -> {
            Stat counted = stat == null ? new Stat() : stat;
            counted.count++;  // expect: data-race MapComputeLeaks$Stat.count
            return counted;
        });
    }

    static int readBad(String name) {
        return STATS.get(name).count;
    }

    static void addOk(String name, Total more) {
        TOTALS.merge(name, more, (old, added) -> {
            old.sum++;
            return old;
        });
    }

    static void useBad(String name) {
        ONE.compute(name, (key, entry) -> {
            SHARED.uses++;  // expect: data-race MapComputeLeaks$Entry.uses
            return SHARED;
        });
    }

    static void work() {
        countBad("a");
        Total more = new Total();
        more.sum = 1;
        addOk("a", more);
        useBad(Thread.currentThread().getName());
    }

    public static void main(String[] args) {
        new Thread(MapComputeLeaks::work).start();
        new Thread(MapComputeLeaks::work).start();
        System.out.println(readBad("a"));
    }
}
