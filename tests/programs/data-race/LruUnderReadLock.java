import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** `get` of a map in access order changes the map: the read lock is not enough. */
public class LruUnderReadLock {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, Integer> cache = new LinkedHashMap<>(16, 0.75f, true);

    public Integer getBad(String key) {
        lock.readLock().lock();
        try {
            return cache.get(key);  // expect: data-race container LruUnderReadLock.cache
        } finally {
            lock.readLock().unlock();
        }
    }
}
