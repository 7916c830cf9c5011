import java.util.Timer;
import java.util.TimerTask;

/** The tasks of one timer run in one thread. */
public class TimerTasks {
    private static int ticks;

    static TimerTask taskOk(Timer timer, boolean last) {
        return new TimerTask() {
            @Override
            public void run() {
                ticks++;
                if (last) {
                    timer.cancel();
                }
            }
        };
    }

    public static void main(String[] args) {
        Timer timer = new Timer();
        timer.schedule(taskOk(timer, false), 1);
        timer.schedule(taskOk(timer, true), 20);
    }
}
