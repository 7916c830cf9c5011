import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Timers, scheduled tasks, thread locals. */
public class TimersAndLocals {
    static class Session {
        int requests;
        String user;
    }

    private static final ThreadLocal<Session> SESSION = ThreadLocal.withInitial(Session::new);
    private static final ThreadLocal<SimpleDateFormat> FORMAT = new ThreadLocal<SimpleDateFormat>() {
        @Override
        protected SimpleDateFormat initialValue() {
            return new SimpleDateFormat("yyyy");
        }
    };
    private static final SimpleDateFormat SHARED = new SimpleDateFormat("yyyy");

    static void handleOk() {
        Session s = SESSION.get();
        s.requests++;
        s.user = FORMAT.get().format(new Date());
    }

    static void handleBad() {
        System.out.println(SHARED.format(new Date()));  // expect: data-race TimersAndLocals.SHARED
    }

    static class Context {
        int depth;
    }

    static final InheritableThreadLocal<Context> CONTEXT = new InheritableThreadLocal<>();

    static void inheritedBad() throws InterruptedException {
        CONTEXT.set(new Context());
        Thread t = new Thread(() -> CONTEXT.get().depth++);  // expect: data-race TimersAndLocals$Context.depth
        t.start();
        CONTEXT.get().depth++;
        t.join();
    }

    static class Fresh {
        int depth;
    }

    static final InheritableThreadLocal<Fresh> COPIED = new InheritableThreadLocal<Fresh>() {
        @Override
        protected Fresh childValue(Fresh parent) {
            return new Fresh();
        }
    };

    static void inheritedOk() throws InterruptedException {
        COPIED.set(new Fresh());
        Thread t = new Thread(() -> COPIED.get().depth++);
        t.start();
        COPIED.get().depth++;
        t.join();
    }

    static class Ticker {
        private int ticks;
        private int reported;
        private volatile boolean done;
        private int inTimerOnly;

        void runBad() throws InterruptedException {
            Timer timer = new Timer(true);
            timer.schedule(new TimerTask() {
                public void run() {
                    ticks++;  // expect: data-race TimersAndLocals$Ticker.ticks
                    inTimerOnly++;
                }
            }, 0, 5);
            timer.schedule(new TimerTask() {
                public void run() {
                    inTimerOnly++;
                    done = true;
                }
            }, 10);
            while (!done) Thread.sleep(1);
            System.out.println(ticks);
            timer.cancel();
        }

        void scheduledOk() throws InterruptedException {
            ScheduledExecutorService one = Executors.newSingleThreadScheduledExecutor();
            one.scheduleAtFixedRate(() -> reported++, 0, 5, TimeUnit.MILLISECONDS);
            one.schedule(() -> reported--, 7, TimeUnit.MILLISECONDS);
            Thread.sleep(12);
            one.shutdown();
            if (one.awaitTermination(1, TimeUnit.SECONDS)) System.out.println(reported);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable r = () -> {
            handleOk();
            handleBad();
        };
        Thread a = new Thread(r);
        Thread b = new Thread(r);
        a.start();
        b.start();
        a.join();
        b.join();
        inheritedBad();
        inheritedOk();
        new Ticker().runBad();
        new Ticker().scheduledOk();
    }
}
