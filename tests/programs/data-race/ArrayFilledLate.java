import java.util.Arrays;

/** An array that is shown under a lock before its last element is set; others go through all of it. */
public class ArrayFilledLate {
    private final Object lock = new Object();
    private Runnable[] late = new Runnable[0];
    private Runnable[] early = new Runnable[0];

    void addBad(Runnable task) {
        synchronized (lock) {
            Runnable[] copy = Arrays.copyOf(late, late.length + 1);
            late = copy;
            copy[copy.length - 1] = task;  // expect: data-race array ArrayFilledLate.late
        }
    }

    void addOk(Runnable task) {
        synchronized (lock) {
            Runnable[] copy = Arrays.copyOf(early, early.length + 1);
            copy[copy.length - 1] = task;
            early = copy;
        }
    }

    void runBad() {
        Runnable[] tasks;
        synchronized (lock) {
            tasks = late;
        }
        for (Runnable task : tasks) {
            task.run();
        }
    }

    void runOk() {
        Runnable[] tasks;
        synchronized (lock) {
            tasks = early;
        }
        for (Runnable task : tasks) {
            task.run();
        }
    }

    public static void main(String[] args) {
        ArrayFilledLate all = new ArrayFilledLate();
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                all.addBad(() -> { });
                all.addOk(() -> { });
            }).start();
            new Thread(() -> {
                all.runBad();
                all.runOk();
            }).start();
        }
    }
}
