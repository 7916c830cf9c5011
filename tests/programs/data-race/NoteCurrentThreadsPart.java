// snarl: --open NoteCurrentThreadsPart*
/**
 * Who may put something into a thread may put another thread's into it; that is a note, where the program itself puts
 * there what the running thread has made. What it asks another thread for is told as ever.
 */
public class NoteCurrentThreadsPart {
    public static class Worker extends Thread {
        private Cache cache;
        private Worker next;

        public Worker(Runnable task, Worker next) {
            super(task);
            this.next = next;
        }

        public final Cache cache() {
            return cache;
        }

        public final void setCache(Cache cache) {
            this.cache = cache;  // expect: data-race NoteCurrentThreadsPart$Worker.cache
        }
    }

    public static final class Cache {
        private int hits;
        private int lent;
        private int stolen;

        Cache() {
        }
    }

    private static Cache current() {
        Worker worker = (Worker) Thread.currentThread();
        Cache cache = worker.cache();
        if (cache == null) {
            cache = new Cache();
            worker.setCache(cache);
        }
        return cache;
    }

    public void hitOk() {
        current().hits++;  // expect: data-race NoteCurrentThreadsPart$Cache.hits (note)
    }

    public void hitOk(Cache lent) {
        lent.lent++;  // expect: data-race NoteCurrentThreadsPart$Cache.lent (note)
    }

    public int lentOk() {
        return current().lent;
    }

    public void stealBad() {
        current().stolen++;  // expect: data-race NoteCurrentThreadsPart$Cache.stolen
        Cache other = ((Worker) Thread.currentThread()).next.cache();
        if (other != null) {
            other.stolen++;  // expect: data-race NoteCurrentThreadsPart$Cache.stolen
        }
    }
}
