import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.List;

/** Caches that evict, expire, refresh and load, used by four threads. */
public class CaffeineWork {
    public static void main(String[] args) throws Exception {
        LoadingCache<Integer, String> loading =
                Caffeine.newBuilder()
                        .maximumSize(20)
                        .recordStats()
                        .refreshAfterWrite(Duration.ofMillis(1))
                        .build(key -> "value " + key);
        Cache<Integer, Integer> expiring =
                Caffeine.newBuilder()
                        .expireAfterAccess(Duration.ofMillis(2))
                        .weakValues()
                        .removalListener((key, value, cause) -> {})
                        .build();
        Cache<Integer, String> weighed =
                Caffeine.newBuilder()
                        .maximumWeight(100)
                        .<Integer, String>weigher((key, value) -> value.length())
                        .build();
        AsyncLoadingCache<Integer, Integer> async =
                Caffeine.newBuilder().maximumSize(10).buildAsync(key -> key * key);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number, loading, expiring, weighed, async));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(loading.stats().requestCount() > 0);
        loading.cleanUp();
        System.out.println(loading.estimatedSize() <= 20);
    }

    private static void work(
            int number,
            LoadingCache<Integer, String> loading,
            Cache<Integer, Integer> expiring,
            Cache<Integer, String> weighed,
            AsyncLoadingCache<Integer, Integer> async) {
        for (int i = 0; i < 150; i++) {
            loading.get(i % 40);
            loading.getAll(List.of(i % 3, i % 5));
            expiring.put(i % 10, i);
            expiring.getIfPresent((i + number) % 10);
            weighed.get(i % 60, key -> "x".repeat(key % 9));
            weighed.invalidate(i % 13);
            async.get(i % 25).join();
            loading.asMap().computeIfPresent(i % 7, (key, value) -> value + "!");
            if (i % 50 == 0) {
                expiring.cleanUp();
            }
        }
    }
}
