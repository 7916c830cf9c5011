import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Wrappers that take no lock are as safe as what they wrap. */
public class ContainerWrappedThinly {
    private final Set<String> names = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<String> guarded = Collections.newSetFromMap(new HashMap<>());
    private final Set<String> concurrent = Collections.newSetFromMap(new ConcurrentHashMap<>());
    private final Set<String> locked =
            Collections.newSetFromMap(Collections.synchronizedMap(new HashMap<>()));
    private final Queue<String> stack = Collections.asLifoQueue(new ArrayDeque<>());

    public void addOk(String name) {
        synchronized (names) {
            names.add(name);
        }
        synchronized (guarded) {
            guarded.add(name);
        }
        concurrent.add(name);
        locked.add(name);
    }

    public int sizeOk() {
        synchronized (guarded) {
            return guarded.size() + concurrent.size() + locked.size();
        }
    }

    public int sizeBad() {
        return names.size();  // expect: data-race container ContainerWrappedThinly.names
    }

    public synchronized void pushBad(String name) {
        stack.add(name);
    }

    public String popBad() {
        return stack.poll();  // expect: data-race container ContainerWrappedThinly.stack
    }
}
