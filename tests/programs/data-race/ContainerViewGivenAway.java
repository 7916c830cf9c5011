import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A view that is given away is used when the lock is no longer held, and what is behind it is not locked. */
public class ContainerViewGivenAway {
    private final Map<String, Integer> ages = new HashMap<>();
    private final Map<String, Integer> sums = new TreeMap<>();
    private final List<String> names = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private final Map<String, String> wrapped = Collections.synchronizedMap(new HashMap<>());
    private final Map<String, Integer> kept = new HashMap<>();

    synchronized void add(String name) {
        ages.put(name, 1);
        sums.put(name, 1);
        names.add(name);
        seen.add(name);
        wrapped.put(name, name);
        kept.put(name, 1);
    }

    synchronized Set<String> keysBad() {
        return ages.keySet();
    }

    synchronized Iterator<String> namesBad() {
        return names.iterator();
    }

    synchronized Iterator<String> seenBad() {
        return seen.iterator();
    }

    int sumBad() {
        Collection<Integer> values;
        synchronized (this) {
            values = sums.values();
        }
        int sum = 0;
        for (int each : values) {  // expect: data-race container ContainerViewGivenAway.sums
            sum += each;
        }
        return sum;
    }

    private Collection<Integer> keptOk() {
        return kept.values();
    }

    synchronized int sumOk() {
        int sum = 0;
        for (int each : keptOk()) {
            sum += each;
        }
        return sum;
    }

    synchronized List<String> copyOk() {
        return new ArrayList<>(names);
    }

    public static void main(String[] args) {
        ContainerViewGivenAway all = new ContainerViewGivenAway();
        new Thread(() -> all.add("Ada")).start();
        for (String key : all.keysBad()) {  // expect: data-race container ContainerViewGivenAway.ages
            System.out.println(key);
        }
        Iterator<String> names = all.namesBad();
        while (names.hasNext()) {  // expect: data-race container ContainerViewGivenAway.names
            System.out.println(names.next());
        }
        Iterator<String> seen = all.seenBad();
        while (seen.hasNext()) {  // expect: data-race container ContainerViewGivenAway.seen
            System.out.println(seen.next());
        }
        for (String key : all.wrapped.keySet()) {  // expect: data-race container ContainerViewGivenAway.wrapped
            System.out.println(key);
        }
        synchronized (all.wrapped) {
            for (String key : all.wrapped.keySet()) {
                System.out.println(key);
            }
        }
        for (String name : all.copyOk()) {
            System.out.println(name);
        }
        System.out.println(all.sumBad() + all.sumOk());
    }
}
