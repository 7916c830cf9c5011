import java.util.Timer;
import java.util.TimerTask;

/** A timer's task runs beside main. */
public class TimerAndMain {
    private static int ticks;

    static class TickBad extends TimerTask {
        @Override
        public void run() {
            ticks++;  // expect: data-race TimerAndMain.ticks
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer(true);
        timer.schedule(new TickBad(), 1, 5);
        Thread.sleep(20);
        System.out.println(ticks);
    }
}
