import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** A loop over a synchronized map needs the map's monitor: that of its owner keeps nobody out. */
public class ContainerSynchronizedOtherLock {
    private final Map<String, Integer> ages = Collections.synchronizedMap(new HashMap<>());
    private final Map<String, Integer> sizes = Collections.synchronizedMap(new HashMap<>());
    private final Object lock = new Object();

    public synchronized void showBad() {
        for (String name : ages.keySet()) {  // expect: data-race ContainerSynchronizedOtherLock.ages
            System.out.println(name);
        }
    }

    public void ageBad(String name) {
        ages.put(name, 1);
    }

    public void sizesBad() {
        synchronized (lock) {
            for (int size : sizes.values()) {  // expect: data-race ContainerSynchronizedOtherLock.sizes
                System.out.println(size);
            }
        }
    }

    public void sizeBad(String name) {
        sizes.put(name, 2);
    }

    public void namesOk() {
        Map<String, Integer> mine = Collections.synchronizedMap(new HashMap<>(sizes));
        synchronized (mine) {
            for (String name : mine.keySet()) {
                System.out.println(name);
            }
        }
    }
}
