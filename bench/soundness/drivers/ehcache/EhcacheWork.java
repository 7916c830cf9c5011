import net.sf.ehcache.Cache;
import net.sf.ehcache.CacheManager;
import net.sf.ehcache.Element;

/** Caches in memory that four threads put to and get from, while elements expire. */
public class EhcacheWork {
    public static void main(String[] args) throws Exception {
        CacheManager manager = CacheManager.create();
        Cache small = new Cache("small", 10, false, false, 1, 1);
        Cache eternal = new Cache("eternal", 100, false, true, 0, 0);
        manager.addCache(small);
        manager.addCache(eternal);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number, manager));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(small.getSize() <= 10);
        System.out.println(eternal.getStatistics().getCacheHits() > 0);
        manager.shutdown();
    }

    private static void work(int number, CacheManager manager) {
        try {
            for (int i = 0; i < 80; i++) {
                Cache cache = manager.getCache(i % 2 == 0 ? "small" : "eternal");
                cache.put(new Element("key " + i % 30, "value " + number));
                Element found = cache.get("key " + (i + 3) % 30);
                if (found != null) {
                    found.getHitCount();
                }
                cache.getKeys().size();
                if (i % 25 == 0) {
                    cache.remove("key " + i % 30);
                    cache.evictExpiredElements();
                }
            }
        } catch (RuntimeException problem) {
            System.out.println(problem);
        }
    }
}
