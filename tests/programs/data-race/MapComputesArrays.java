import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** Arrays, and what factories make, that are changed inside of `compute` of a concurrent map. */
public class MapComputesArrays {
    private final ConcurrentHashMap<String, int[]> counts = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, List<String>> lists = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, int[]> looked = new ConcurrentHashMap<>();

    void countOk(String key) {
        counts.compute(key, (k, found) -> {
            if (found == null) {
                found = new int[1];
            }
            found[0]++;
            return found;
        });
    }

    static List<String> made() {
        return new ArrayList<>();
    }

    void listOk(String key) {
        lists.compute(key, (k, found) -> {
            List<String> list = found == null ? made() : found;
            list.add(k);
            return list;
        });
    }

    int lookBad(String key) {
        looked.compute(key, (k, found) -> {
            if (found == null) {
                found = new int[1];
            }
            found[0]++;
            return found;
        });
        return looked.get(key)[0];  // expect: data-race array MapComputesArrays.looked
    }

    void run() {
        countOk("a");
        listOk("a");
        System.out.println(lookBad("a"));
    }

    public static void main(String[] args) {
        MapComputesArrays it = new MapComputesArrays();
        new Thread(it::run).start();
        new Thread(it::run).start();
    }
}
