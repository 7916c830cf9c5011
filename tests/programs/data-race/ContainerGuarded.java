import java.util.HashMap;
import java.util.Map;

/** A map in a private final field, always used under a private final lock. */
public class ContainerGuarded {
    private final Object lock = new Object();
    private final Map<String, Integer> ages = new HashMap<>();

    public void putOk(String name, int age) {
        synchronized (lock) {
            ages.put(name, age);
        }
    }

    public Integer getOk(String name) {
        synchronized (lock) {
            return ages.get(name);
        }
    }
}
