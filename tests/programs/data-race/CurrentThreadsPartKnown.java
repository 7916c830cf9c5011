// snarl: --open CurrentThreadsPartKnown*
/**
 * What a thread has made and put into itself, or into a thread-local, is its own where it has got it from there, although
 * anybody may ask for it. What another thread has made is not.
 */
public class CurrentThreadsPartKnown {
    public static class Worker extends Thread {
        private Cache cache;
        private Cache common;

        public Worker(Runnable task) {
            super(task);
        }

        public final Cache cache() {
            return cache;
        }

        final void setCache(Cache cache) {
            this.cache = cache;  // expect: data-race CurrentThreadsPartKnown$Worker.cache
        }
    }

    public static final class Cache {
        private int hits;
        private int misses;
        private int lost;
        private int swapped;

        Cache() {
        }
    }

    private static final ThreadLocal<Cache> OTHERS = new ThreadLocal<>();
    private static final ThreadLocal<Cache> SWAPPED = new ThreadLocal<>();
    private static volatile Cache last;

    private static Cache ofWorker(Worker worker) {
        Cache cache = worker.cache();
        if (cache == null) {
            cache = new Cache();
            worker.setCache(cache);
        }
        return cache;
    }

    private static Cache ofOther() {
        Cache cache = OTHERS.get();
        if (cache == null) {
            cache = new Cache();
            OTHERS.set(cache);
        }
        return cache;
    }

    private static Cache current() {
        Thread thread = Thread.currentThread();
        return thread instanceof Worker ? ofWorker((Worker) thread) : ofOther();
    }

    public Cache startOk(Runnable task) {
        new Worker(task).start();
        return current();
    }

    public void hitOk() {
        current().hits++;
    }

    public int hitsOk() {
        return current().hits;
    }

    public void missOk() {
        Thread thread = Thread.currentThread();
        if (thread instanceof Worker) {
            Cache cache = ((Worker) thread).cache();
            if (cache != null) {
                cache.misses++;
            }
        }
    }

    public void loseBad() {
        Worker worker = (Worker) Thread.currentThread();
        if (worker.common == null) {
            worker.common = last;
        }
        if (worker.common == null) {
            worker.common = new Cache();
            last = worker.common;
        }
        worker.common.lost++;  // expect: data-race CurrentThreadsPartKnown$Cache.lost
    }

    public void swapBad() {
        Cache before = SWAPPED.get();
        if (before != null) {
            before.swapped++;  // expect: data-race CurrentThreadsPartKnown$Cache.swapped
        }
        SWAPPED.set(last);
    }
}
