import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** A Timer runs its tasks in its thread. */
public class Timers {
    static final CountDownLatch DONE = new CountDownLatch(1);

    static class Task extends TimerTask {
        @Override
        public void run() {  // reached
            see(this);  // points to: Task@25
            DONE.countDown();
        }
    }

    static class Unscheduled extends TimerTask {
        @Override
        public void run() {  // unreached
        }
    }

    public static void main(String[] args) throws Exception {
        Timer timer = new Timer(true);
        timer.schedule(new Task(), 0);  // spawns: Task.run
        see(new Unscheduled());  // points to: Unscheduled@26
        DONE.await();
        timer.cancel();
    }

    static void see(Object o) {}
}
