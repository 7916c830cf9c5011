// snarl: --open CurrentThreadsPart*
/** What a thread has made for itself and keeps in itself is its own, also where there is a thread-local for other threads. */
public class CurrentThreadsPart {
    public static final class Worker extends Thread {
        private Cache cache;
        private Cache shared;

        public Worker(Runnable task) {
            super(task);
        }
    }

    static final class Cache {
        int hits;
        int misses;
        int lost;
    }

    private static final ThreadLocal<Cache> OTHERS = new ThreadLocal<>();
    private static final Cache COMMON = new Cache();

    private static Cache ofWorker(Worker worker) {
        Cache cache = worker.cache;
        if (cache == null) {
            cache = new Cache();
            worker.cache = cache;
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

    public void start(Runnable task) {
        new Worker(task).start();
    }

    public void hitOk() {
        current().hits++;
    }

    public void missOk() {
        Cache cache = ofWorker((Worker) Thread.currentThread());
        cache.misses++;
    }

    public void loseBad() {
        Worker worker = (Worker) Thread.currentThread();
        worker.shared = COMMON;
        worker.shared.lost++;  // expect: data-race CurrentThreadsPart$Cache.lost
    }
}
