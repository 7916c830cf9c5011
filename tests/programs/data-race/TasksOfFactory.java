import java.util.Timer;
import java.util.TimerTask;

/** Tasks that a method makes for its callers are told apart by who calls it. */
public class TasksOfFactory {
    private static int one;
    private static int bothBad;
    private static int wrapped;

    static TimerTask task(Runnable given) {
        return new TimerTask() {
            @Override
            public void run() {
                given.run();
            }
        };
    }

    static Runnable named(Runnable given) {
        return () -> {
            System.out.println("runs");
            given.run();
        };
    }

    public static void main(String[] args) throws InterruptedException {
        Timer first = new Timer(true);
        Timer second = new Timer(true);
        first.schedule(task(() -> one++), 1);
        first.schedule(task(() -> one--), 1);
        first.schedule(task(() -> bothBad++), 1);  // expect: data-race TasksOfFactory.bothBad
        second.schedule(task(() -> bothBad--), 1);
        Thread joined = new Thread(named(() -> wrapped++));
        joined.start();
        joined.join();
        new Thread(named(() -> System.out.println(wrapped))).start();
    }
}
