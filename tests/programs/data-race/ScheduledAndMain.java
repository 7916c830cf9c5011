import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A scheduled task runs beside main. */
public class ScheduledAndMain {
    private static int ticks;

    static void tickBad() {
        ticks++;  // expect: data-race ScheduledAndMain.ticks
    }

    public static void main(String[] args) throws InterruptedException {
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
        clock.scheduleAtFixedRate(ScheduledAndMain::tickBad, 1, 5, TimeUnit.MILLISECONDS);
        Thread.sleep(20);
        System.out.println(ticks);
        clock.shutdownNow();
    }
}
