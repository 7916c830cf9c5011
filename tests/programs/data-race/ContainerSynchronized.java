import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Synchronized wrappers guard each call. */
public class ContainerSynchronized {
    private static final Map<String, Integer> AGES = Collections.synchronizedMap(new HashMap<>());
    private static final List<String> NAMES = Collections.synchronizedList(new ArrayList<>());

    static void addOk(String name) {
        AGES.put(name, 1);
        NAMES.add(name);
    }

    public static void main(String[] args) {
        new Thread(() -> addOk("Ada")).start();
        new Thread(() -> addOk("Bob")).start();
        System.out.println(AGES.get("Ada") + " " + NAMES.size());
    }
}
