import com.google.common.base.CharMatcher;
import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.base.Stopwatch;
import com.google.common.base.Strings;
import com.google.common.base.Suppliers;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.BiMap;
import com.google.common.collect.FluentIterable;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.HashBiMap;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Iterables;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Lists;
import com.google.common.collect.Maps;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Multimaps;
import com.google.common.collect.Multiset;
import com.google.common.collect.Ordering;
import com.google.common.collect.Range;
import com.google.common.collect.Sets;
import com.google.common.collect.Table;
import com.google.common.collect.TreeRangeMap;
import com.google.common.eventbus.AsyncEventBus;
import com.google.common.eventbus.DeadEvent;
import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.Graphs;
import com.google.common.graph.MutableGraph;
import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import com.google.common.hash.Hashing;
import com.google.common.util.concurrent.AbstractExecutionThreadService;
import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.SettableFuture;
import com.google.common.util.concurrent.Striped;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** Guava: collections, caches, an event bus, futures, services, hashes, graphs. */
public class GuavaWork {
    public static void main(String[] args) throws Exception {
        collections();
        moreCollections();
        texts();
        caches();
        events();
        futures();
        services();
        hashes();
        graphs();
    }

    private static void collections() {
        ListMultimap<String, Integer> byName = ArrayListMultimap.create();
        Multiset<String> counts = HashMultiset.create();
        for (int i = 0; i < 20; i++) {
            byName.put("k" + i % 3, i);
            counts.add("c" + i % 4, i % 2 + 1);
        }
        System.out.println(byName.get("k1") + " " + counts.count("c1") + " " + counts.elementSet().size());
        System.out.println(Multimaps.index(List.of("one", "two", "three"), String::length));
        BiMap<String, Integer> both = HashBiMap.create(ImmutableMap.of("a", 1, "b", 2));
        System.out.println(both.inverse().get(2));
        Table<String, Integer, Double> table = HashBasedTable.create();
        table.put("r", 1, 0.5);
        table.put("s", 1, 1.5);
        System.out.println(table.column(1) + " " + table.rowKeySet());
        ImmutableSortedSet<String> sorted = ImmutableSortedSet.of("z", "b", "m");
        System.out.println(sorted.headSet("n") + " " + sorted.descendingSet());
        System.out.println(Sets.difference(sorted, ImmutableList.of("b").stream().collect(java.util.stream.Collectors.toSet())));
    }

    private static void moreCollections() {
        System.out.println(Lists.partition(Lists.newArrayList(1, 2, 3, 4, 5), 2));
        System.out.println(Lists.reverse(Lists.transform(List.of(1, 2, 3), n -> n * n)));
        System.out.println(Iterables.concat(List.of(1), Sets.newTreeSet(List.of(3, 2))));
        System.out.println(FluentIterable.from(List.of("a", "bb", "ccc")).filter(s -> s.length() > 1).transform(String::toUpperCase).toList());
        System.out.println(Ordering.natural().reverse().greatestOf(List.of(4, 9, 1, 7), 2));
        System.out.println(Maps.filterValues(ImmutableMap.of("x", 1, "y", 20), v -> v > 10));
        System.out.println(Sets.cartesianProduct(Sets.newTreeSet(List.of(1, 2)), Sets.newTreeSet(List.of(3, 4))));
        System.out.println(Sets.powerSet(Sets.newTreeSet(List.of(1, 2))).size());
        TreeRangeMap<Integer, String> ranges = TreeRangeMap.create();
        ranges.put(Range.closedOpen(0, 10), "low");
        ranges.put(Range.atLeast(10), "high");
        System.out.println(ranges.get(3) + ranges.get(30));
        var sets = MultimapBuilder.treeKeys(Comparator.<String>reverseOrder()).treeSetValues().<String, Integer>build();
        sets.put("a", 2);
        sets.put("b", 1);
        System.out.println(sets.asMap());
        System.out.println(List.of(1, 2, 3).stream().collect(ImmutableMap.toImmutableMap(n -> "n" + n, n -> n)));
    }

    private static void texts() {
        System.out.println(Joiner.on('|').skipNulls().join("a", null, "b"));
        System.out.println(Splitter.on(',').trimResults().omitEmptyStrings().splitToList("a, b,,c"));
        System.out.println(Splitter.on('&').withKeyValueSeparator('=').split("a=1&b=2"));
        System.out.println(CharMatcher.inRange('0', '9').retainFrom("a1b22") + Strings.padStart("7", 3, '0'));
        System.out.println(Suppliers.memoize(() -> "once").get());
        System.out.println(Stopwatch.createUnstarted().isRunning());
    }

    private static void caches() throws Exception {
        LoadingCache<Integer, String> cache =
                CacheBuilder.newBuilder()
                        .maximumSize(10)
                        .expireAfterAccess(1, TimeUnit.HOURS)
                        .recordStats()
                        .removalListener(gone -> gone.wasEvicted())
                        .build(
                                new CacheLoader<Integer, String>() {
                                    @Override
                                    public String load(Integer key) {
                                        return "value " + key;
                                    }
                                });
        for (int i = 0; i < 30; i++) {
            cache.get(i % 15);
        }
        cache.invalidate(3);
        cache.refresh(4);
        System.out.println(cache.getAll(List.of(1, 2)) + " " + (cache.stats().hitCount() >= 0));
        System.out.println(CacheBuilder.newBuilder().weakKeys().build().get("k", () -> "made"));
    }

    /** Listens to events. */
    public static class Listener {
        private final CountDownLatch heard = new CountDownLatch(1);

        @Subscribe
        public void text(String event) {
            System.out.println("text " + event);
        }

        @Subscribe
        public void number(Integer event) {
            heard.countDown();
        }

        @Subscribe
        public void dead(DeadEvent event) {
            System.out.println("dead " + event.getEvent());
        }
    }

    private static void events() throws Exception {
        EventBus bus = new EventBus("here");
        Listener listener = new Listener();
        bus.register(listener);
        bus.post("hello");
        bus.post(2.5);
        bus.unregister(listener);
        var executor = Executors.newSingleThreadExecutor();
        AsyncEventBus later = new AsyncEventBus(executor);
        later.register(listener);
        later.post(7);
        System.out.println(listener.heard.await(10, TimeUnit.SECONDS));
        executor.shutdown();
    }

    private static void futures() throws Exception {
        ListeningExecutorService executor = MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(2));
        ListenableFuture<Integer> one = executor.submit(() -> 20);
        ListenableFuture<Integer> two = Futures.transform(one, n -> n + 1, executor);
        ListenableFuture<List<Integer>> all = Futures.allAsList(one, two, Futures.immediateFuture(1));
        CountDownLatch done = new CountDownLatch(1);
        Futures.addCallback(
                all,
                new FutureCallback<List<Integer>>() {
                    @Override
                    public void onSuccess(List<Integer> result) {
                        done.countDown();
                    }

                    @Override
                    public void onFailure(Throwable problem) {
                        problem.printStackTrace();
                    }
                },
                MoreExecutors.directExecutor());
        done.await(10, TimeUnit.SECONDS);
        System.out.println(all.get());
        System.out.println(
                FluentFuture.from(two)
                        .transformAsync(n -> executor.submit(() -> "n" + n), executor)
                        .catching(IllegalStateException.class, e -> "caught", executor)
                        .get());
        SettableFuture<String> set = SettableFuture.create();
        set.addListener(() -> done.countDown(), executor);
        set.set("by hand");
        System.out.println(set.get() + Futures.whenAllSucceed(one, two).call(() -> "both", executor).get());
        ListenableFuture<String> fails = executor.submit(() -> { throw new IllegalStateException("no"); });
        System.out.println(Futures.catching(fails, IllegalStateException.class, Throwable::getMessage, executor).get());
        MoreExecutors.shutdownAndAwaitTermination(executor, 10, TimeUnit.SECONDS);
        Lock lock = Striped.lock(4).get("key");
        lock.lock();
        lock.unlock();
    }

    /** A service with a thread of its own. */
    private static final class Counter extends AbstractExecutionThreadService {
        private int count;

        @Override
        protected void run() {
            while (count < 100) {
                count++;
            }
        }
    }

    private static void services() throws Exception {
        Counter counter = new Counter();
        counter.startAsync().awaitTerminated(10, TimeUnit.SECONDS);
        System.out.println(counter.count + " " + counter.state());
    }

    private static void hashes() {
        System.out.println(Hashing.sha256().hashString("snarl", StandardCharsets.UTF_8));
        System.out.println(Hashing.murmur3_128(5).newHasher().putInt(3).putString("x", StandardCharsets.UTF_8).hash());
        BloomFilter<CharSequence> filter = BloomFilter.create(Funnels.stringFunnel(StandardCharsets.UTF_8), 100);
        filter.put("a");
        System.out.println(filter.mightContain("a"));
    }

    private static void graphs() {
        MutableGraph<Integer> graph = GraphBuilder.directed().allowsSelfLoops(false).build();
        graph.putEdge(1, 2);
        graph.putEdge(2, 3);
        System.out.println(graph.successors(1) + " " + Graphs.reachableNodes(graph, 1).size() + Graphs.hasCycle(graph));
    }
}
