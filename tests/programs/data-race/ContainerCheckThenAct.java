import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Asking and putting are two steps: not atomic, but no data race. */
public class ContainerCheckThenAct {
    private static final ConcurrentMap<String, Integer> AGES = new ConcurrentHashMap<>();

    static void addOk(String name) {
        if (!AGES.containsKey(name)) {
            AGES.put(name, name.length());
        }
    }

    public static void main(String[] args) {
        new Thread(() -> addOk("Ada")).start();
        new Thread(() -> addOk("Ada")).start();
    }
}
