import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** A loop over a synchronized map under the map's monitor. */
public class ContainerSynchronizedIteratedLocked {
    private static final Map<String, Integer> AGES = Collections.synchronizedMap(new HashMap<>());

    static void showOk() {
        synchronized (AGES) {
            for (String name : AGES.keySet()) {
                System.out.println(name);
            }
        }
    }

    public static void main(String[] args) {
        new Thread(ContainerSynchronizedIteratedLocked::showOk).start();
        AGES.put("Ada", 36);
    }
}
