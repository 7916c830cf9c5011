import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.MapMaker;
import com.google.common.collect.Multiset;
import com.google.common.eventbus.AsyncEventBus;
import com.google.common.eventbus.Subscribe;
import com.google.common.util.concurrent.AtomicDouble;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.RateLimiter;
import com.google.common.util.concurrent.SettableFuture;
import com.google.common.util.concurrent.Striped;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Caches, multisets, futures, limiters and an event bus, used by four threads. */
public class GuavaWork {
    private static final LoadingCache<Integer, String> LOADING =
            CacheBuilder.newBuilder()
                    .maximumSize(20)
                    .recordStats()
                    .build(CacheLoader.from(key -> "value " + key));
    private static final Cache<String, List<Integer>> EXPIRING =
            CacheBuilder.newBuilder()
                    .expireAfterWrite(1, TimeUnit.MILLISECONDS)
                    .weakValues()
                    .build();
    private static final Multiset<String> WORDS = ConcurrentHashMultiset.create();
    private static final ConcurrentMap<Object, Object> WEAK = new MapMaker().weakKeys().makeMap();
    private static final AtomicDouble SUM = new AtomicDouble();
    private static final Striped<java.util.concurrent.locks.Lock> LOCKS = Striped.lock(4);
    private static final RateLimiter LIMITER = RateLimiter.create(100_000);

    public static class Listener {
        private int seen;

        @Subscribe
        public void on(Integer number) {
            seen += number;
        }
    }

    public static void main(String[] args) throws Exception {
        ListeningExecutorService pool =
                MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(4));
        AsyncEventBus bus = new AsyncEventBus(pool);
        bus.register(new Listener());
        List<ListenableFuture<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int number = i;
            futures.add(pool.submit(() -> work(number, bus)));
        }
        ListenableFuture<Integer> total =
                Futures.transform(
                        Futures.allAsList(futures),
                        all -> all.stream().mapToInt(Integer::intValue).sum(),
                        MoreExecutors.directExecutor());
        System.out.println(total.get());
        SettableFuture<String> settable = SettableFuture.create();
        pool.execute(() -> settable.set("set"));
        System.out.println(settable.get());
        System.out.println(LOADING.stats().requestCount() > 0);
        pool.shutdown();
        pool.awaitTermination(10, TimeUnit.SECONDS);
    }

    private static int work(int number, AsyncEventBus bus) {
        for (int i = 0; i < 60; i++) {
            LOADING.getUnchecked(i % 30);
            EXPIRING.put("key " + i % 7, new ArrayList<>(List.of(i)));
            EXPIRING.getIfPresent("key " + (i + 1) % 7);
            WORDS.add("word " + i % 5);
            WEAK.putIfAbsent(new Object(), i);
            SUM.addAndGet(i);
            LIMITER.acquire();
            java.util.concurrent.locks.Lock lock = LOCKS.get(i % 9);
            lock.lock();
            try {
                LOADING.invalidate(i % 11);
            } finally {
                lock.unlock();
            }
            if (i % 20 == 0) {
                bus.post(number);
            }
        }
        return number;
    }
}
