import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Tasks that start themselves again: each run comes after what the one before did until then. */
public class TaskStartsItself {
    private final ScheduledExecutorService pool = Executors.newScheduledThreadPool(4);
    private int lastOk;
    private int runnableOk;
    private int firstBad;
    private int behindBad;
    private int twiceBad;
    private int begunTwiceBad;

    void lastOk() {
        lastOk++;
        pool.schedule(this::lastOk, 1, TimeUnit.SECONDS);
    }

    class Again implements Runnable {
        @Override
        public void run() {
            runnableOk++;
            pool.execute(this);
        }
    }

    void firstBad() {
        pool.schedule(this::firstBad, 1, TimeUnit.SECONDS);
        firstBad++;  // expect: data-race TaskStartsItself.firstBad
    }

    void behindBad() {
        behindBad++;  // expect: data-race TaskStartsItself.behindBad
        pool.schedule(this::behindBad, 1, TimeUnit.SECONDS);
        System.out.println(behindBad);
    }

    void twiceBad() {
        twiceBad++;  // expect: data-race TaskStartsItself.twiceBad
        pool.schedule(this::twiceBad, 1, TimeUnit.SECONDS);
        pool.schedule(this::twiceBad, 2, TimeUnit.SECONDS);
    }

    void begunTwiceBad() {
        begunTwiceBad++;  // expect: data-race TaskStartsItself.begunTwiceBad
        pool.schedule(this::begunTwiceBad, 1, TimeUnit.SECONDS);
    }

    public static void main(String[] args) {
        TaskStartsItself it = new TaskStartsItself();
        it.pool.execute(it::lastOk);
        it.pool.execute(it.new Again());
        it.pool.execute(it::firstBad);
        it.pool.execute(it::behindBad);
        it.pool.execute(it::twiceBad);
        for (int i = 0; i < 2; i++) {
            it.pool.execute(it::begunTwiceBad);
        }
    }
}
