import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Tasks that start themselves again: each run comes after what the one before did until then. */
public class TaskStartsItself {
    private static final int MOST = 5;
    private final ScheduledExecutorService pool = Executors.newScheduledThreadPool(4);
    private final AtomicInteger rounds = new AtomicInteger();
    private int lastOk;
    private int runnableOk;
    private int firstBad;
    private int behindBad;
    private int twiceBad;
    private int begunTwiceBad;

    void lastOk() {
        if (lastOk++ < MOST) {
            pool.schedule(this::lastOk, 1, TimeUnit.MILLISECONDS);
        }
    }

    class Again implements Runnable {
        @Override
        public void run() {
            if (runnableOk++ < MOST) {
                pool.execute(this);
            }
        }
    }

    void firstBad() {
        if (rounds.getAndIncrement() < MOST) {
            pool.schedule(this::firstBad, 1, TimeUnit.MILLISECONDS);
        }
        firstBad++;  // expect: data-race TaskStartsItself.firstBad
    }

    void behindBad() {
        if (behindBad++ < MOST) {  // expect: data-race TaskStartsItself.behindBad
            pool.schedule(this::behindBad, 1, TimeUnit.MILLISECONDS);
        }
        System.out.println(behindBad);
    }

    void twiceBad() {
        if (twiceBad++ < MOST) {  // expect: data-race TaskStartsItself.twiceBad
            pool.schedule(this::twiceBad, 1, TimeUnit.MILLISECONDS);
            pool.schedule(this::twiceBad, 2, TimeUnit.MILLISECONDS);
        }
    }

    void begunTwiceBad() {
        if (begunTwiceBad++ < MOST) {  // expect: data-race TaskStartsItself.begunTwiceBad
            pool.schedule(this::begunTwiceBad, 1, TimeUnit.MILLISECONDS);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TaskStartsItself it = new TaskStartsItself();
        it.pool.execute(it::lastOk);
        it.pool.execute(it.new Again());
        it.pool.execute(it::firstBad);
        it.pool.execute(it::behindBad);
        it.pool.execute(it::twiceBad);
        for (int i = 0; i < 2; i++) {
            it.pool.execute(it::begunTwiceBad);
        }
        Thread.sleep(200);
        it.pool.shutdown();
    }
}
