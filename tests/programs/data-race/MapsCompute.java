import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** What compute, merge and computeIfAbsent of a concurrent map do under its own lock. */
public class MapsCompute {
    static class Stats {
        int hits;
    }

    static class Loose {
        int hits;
    }

    static final ConcurrentMap<String, Stats> inside = new ConcurrentHashMap<>();
    static final ConcurrentMap<String, Loose> outside = new ConcurrentHashMap<>();
    static final ConcurrentMap<String, List<String>> lists = new ConcurrentHashMap<>();
    static final ConcurrentMap<String, List<String>> groups = new ConcurrentHashMap<>();
    static final Map<String, Integer> words = new HashMap<>();
    static final ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();

    static void computeOk(String key) {
        inside.compute(key, (k, old) -> {
            Stats s = old == null ? new Stats() : old;
            s.hits++;
            return s;
        });
    }

    static void absentBad(String key) {
        outside.computeIfAbsent(key, k -> new Loose()).hits++;  // expect: data-race MapsCompute$Loose.hits
    }

    static void listsBad(String key) {
        lists.computeIfAbsent(key, k -> new ArrayList<>()).add(key);  // expect: data-race MapsCompute.lists
    }

    static void groupsOk(String key) {
        groups.compute(key, (k, old) -> {
            List<String> it = old == null ? new ArrayList<>() : old;
            it.add(key);
            return it;
        });
    }

    static void mergeBad(String key) {
        words.merge(key, 1, Integer::sum);  // expect: data-race MapsCompute.words
    }

    static void mergeOk(String key) {
        counts.merge(key, 1, Integer::sum);
        counts.computeIfPresent(key, (k, v) -> v + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable r = () -> {
            computeOk("a");
            absentBad("a");
            listsBad("a");
            groupsOk("a");
            mergeBad("a");
            mergeOk("a");
        };
        Thread a = new Thread(r, "a");
        Thread b = new Thread(r, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
