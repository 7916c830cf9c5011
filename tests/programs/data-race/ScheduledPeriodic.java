import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The runs of one periodic task never overlap, also in a pool of two threads. */
public class ScheduledPeriodic {
    private static int ticks;

    static void tickOk() {
        ticks++;
    }

    public static void main(String[] args) throws InterruptedException {
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
        clock.scheduleWithFixedDelay(ScheduledPeriodic::tickOk, 1, 5, TimeUnit.MILLISECONDS);
        Thread.sleep(20);
        clock.shutdownNow();
    }
}
