import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A map that evicts is of a class of its own, which hands on in which order it is to be. */
public class LruOfOwnClass {
    private static final int MOST = 10;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, Integer> recent = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > MOST;
        }
    };
    private final Map<String, Integer> eldest = new LinkedHashMap<>(16, 0.75f, false) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > MOST;
        }
    };

    public Integer recentBad(String key) {
        lock.readLock().lock();
        try {
            return recent.get(key);  // expect: data-race container LruOfOwnClass.recent
        } finally {
            lock.readLock().unlock();
        }
    }

    public Integer eldestOk(String key) {
        lock.readLock().lock();
        try {
            return eldest.get(key);
        } finally {
            lock.readLock().unlock();
        }
    }

    public void putOk(String key, Integer value) {
        lock.writeLock().lock();
        try {
            eldest.put(key, value);
        } finally {
            lock.writeLock().unlock();
        }
    }
}
