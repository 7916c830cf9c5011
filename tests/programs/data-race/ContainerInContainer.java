import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** Lists and arrays without a name of their own are called by what they are in; those of other maps are others. */
public class ContainerInContainer {
    private static final Map<String, List<String>> LISTS = new ConcurrentHashMap<>();
    private static final Map<String, int[]> ARRAYS = new ConcurrentHashMap<>();
    private static final AtomicReference<List<String>> ONE = new AtomicReference<>(new ArrayList<>());
    private static final Map<String, List<String>> SAFE = new ConcurrentHashMap<>();
    private static final Map<String, List<String>> COMPUTED = new ConcurrentHashMap<>();

    static void addBad(String key) {
        LISTS.computeIfAbsent(key, it -> new ArrayList<>()).add("");  // expect: data-race container ContainerInContainer.LISTS
    }

    static void countBad(String key) {
        ARRAYS.computeIfAbsent(key, it -> new int[1])[0]++;  // expect: data-race array ContainerInContainer.ARRAYS
    }

    static void oneBad() {
        ONE.get().add("");  // expect: data-race container ContainerInContainer.ONE
    }

    static void addOk(String key) {
        SAFE.computeIfAbsent(key, it -> Collections.synchronizedList(new ArrayList<>())).add("");
    }

    static void computeOk(String key) {
        COMPUTED.compute(key, (it, old) -> {
            List<String> list = old == null ? new ArrayList<>() : old;
            list.add("");
            return list;
        });
    }

    public static void main(String[] args) {
        Runnable work = () -> {
            addBad("a");
            countBad("b");
            oneBad();
            addOk("c");
            computeOk("d");
        };
        new Thread(work).start();
        new Thread(work).start();
    }
}
