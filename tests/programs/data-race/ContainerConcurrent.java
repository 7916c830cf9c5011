import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Collections that are made for threads, also for loops over them. */
public class ContainerConcurrent {
    private static final Map<String, Integer> AGES = new ConcurrentHashMap<>();
    private static final Map<String, Integer> SORTED = new ConcurrentSkipListMap<>();
    private static final List<String> NAMES = new CopyOnWriteArrayList<>();
    private static final Queue<String> QUEUE = new ConcurrentLinkedQueue<>();
    private static final Set<String> SET = ConcurrentHashMap.newKeySet();

    static void addOk(String name) {
        AGES.merge(name, 1, Integer::sum);
        SORTED.put(name, 1);
        NAMES.add(name);
        QUEUE.add(name);
        SET.add(name);
    }

    public static void main(String[] args) {
        new Thread(() -> addOk("Ada")).start();
        addOk("Bob");
        for (String name : NAMES) {
            System.out.println(AGES.get(name) + SORTED.size() + QUEUE.size() + SET.size());
        }
    }
}
