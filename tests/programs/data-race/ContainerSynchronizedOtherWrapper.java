import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A loop over a synchronized map, under the monitor of another wrapper or of the view that it goes through. */
public class ContainerSynchronizedOtherWrapper {
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Integer> hits = Collections.synchronizedMap(new HashMap<>());
    private final Map<String, Integer> ages = Collections.synchronizedMap(new HashMap<>());
    private final Map<String, Integer> sizes = Collections.synchronizedMap(new HashMap<>());

    void add(String name) {
        log.add(name);
        hits.put(name, 1);
        ages.put(name, 2);
        sizes.put(name, 3);
    }

    void underOtherBad() {
        synchronized (log) {
            for (Map.Entry<String, Integer> it : hits.entrySet()) {  // expect: data-race ContainerSynchronizedOtherWrapper.hits
                System.out.println(it.getValue());
            }
        }
    }

    void underViewBad() {
        synchronized (ages.entrySet()) {
            for (Map.Entry<String, Integer> it : ages.entrySet()) {  // expect: data-race ContainerSynchronizedOtherWrapper.ages
                System.out.println(it.getValue());
            }
        }
    }

    void underItselfOk() {
        synchronized (sizes) {
            for (Map.Entry<String, Integer> it : sizes.entrySet()) {
                System.out.println(it.getValue());
            }
        }
    }

    public static void main(String[] args) {
        ContainerSynchronizedOtherWrapper all = new ContainerSynchronizedOtherWrapper();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                all.add("x");
                all.underOtherBad();
                all.underViewBad();
                all.underItselfOk();
            }).start();
        }
    }
}
