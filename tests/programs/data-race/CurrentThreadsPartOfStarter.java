import java.util.ArrayList;
import java.util.List;

/** What a thread finds in itself may be what its starter has put there, and has kept; what it has put there is its own. */
public class CurrentThreadsPartOfStarter {
    static final class Worker extends Thread {
        private Cache given;
        private Cache made;

        Worker(Runnable task) {
            super(task);
        }
    }

    static final class Cache {
        int count;
        int own;
    }

    private static final List<Cache> ALL = new ArrayList<>();

    private static synchronized void keep(Cache cache) {
        ALL.add(cache);
    }

    private static void countBad() {
        Worker worker = (Worker) Thread.currentThread();
        worker.given.count++;  // expect: data-race CurrentThreadsPartOfStarter$Cache.count
    }

    private static void countOk() {
        Worker worker = (Worker) Thread.currentThread();
        if (worker.made == null) {
            worker.made = new Cache();
            keep(worker.made);
        }
        worker.made.own++;
    }

    private static void work() {
        countBad();
        countOk();
        countOk();
    }

    private static void startBad() {
        Cache cache = new Cache();
        Worker worker = new Worker(CurrentThreadsPartOfStarter::work);
        worker.given = cache;
        worker.start();
        cache.count++;  // expect: data-race CurrentThreadsPartOfStarter$Cache.count
    }

    public static void main(String[] args) {
        startBad();
        startBad();
    }
}
