import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;

/** Caches under read-write locks, with helpers that take a lambda. */
public class ReadWriteCaches {
    static class Cache<K, V> {
        private final Map<K, V> map = new HashMap<>();
        private final ReadWriteLock rw = new ReentrantReadWriteLock();
        private final Lock r = rw.readLock();
        private final Lock w = rw.writeLock();

        V getOk(K key, Function<K, V> load) {
            r.lock();
            try {
                V v = map.get(key);
                if (v != null) return v;
            } finally {
                r.unlock();
            }
            w.lock();
            try {
                return map.computeIfAbsent(key, load);
            } finally {
                w.unlock();
            }
        }
    }

    static class Lru<K, V> {
        private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        private final Map<K, V> map = new LinkedHashMap<>(16, 0.75f, true);
        private int hits;

        V getBad(K key) {
            rw.readLock().lock();
            try {
                hits++;  // expect: data-race ReadWriteCaches$Lru.hits
                return map.get(key);  // expect: data-race ReadWriteCaches$Lru.map
            } finally {
                rw.readLock().unlock();
            }
        }

        void put(K key, V value) {
            rw.writeLock().lock();
            try {
                map.put(key, value);
            } finally {
                rw.writeLock().unlock();
            }
        }
    }

    static class WithHelpers {
        private final Lock lock = new ReentrantLock();
        private int guarded, forgotten;

        private <T> T locked(Supplier<T> body) {
            lock.lock();
            try {
                return body.get();
            } finally {
                lock.unlock();
            }
        }

        int nextOk() {
            return locked(() -> ++guarded);
        }

        int forgottenBad() {
            locked(() -> forgotten++);
            return forgotten;  // expect: data-race ReadWriteCaches$WithHelpers.forgotten
        }
    }

    static class Leaky {
        private final Map<String, String> map = new HashMap<>();

        synchronized void put(String k, String v) {
            map.put(k, v);
        }

        synchronized Collection<String> values() {
            return map.values();
        }

        int countBad() {
            int n = 0;
            for (String s : values()) n += s.length();  // expect: data-race ReadWriteCaches$Leaky.map
            return n;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Cache<String, String> cache = new Cache<>();
        Lru<String, String> lru = new Lru<>();
        WithHelpers helpers = new WithHelpers();
        Leaky leaky = new Leaky();
        Runnable r = () -> {
            System.out.println(cache.getOk("a", k -> k + k));
            lru.put("a", "b");
            System.out.println(lru.getBad("a"));
            helpers.nextOk();
            helpers.forgottenBad();
            leaky.put("a", "b");
            try {
                System.out.println(leaky.countBad());
            } catch (java.util.ConcurrentModificationException e) {
                System.out.println(e);
            }
        };
        Thread a = new Thread(r);
        Thread b = new Thread(r);
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
