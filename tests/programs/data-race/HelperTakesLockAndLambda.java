import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** A helper takes whatever lock it is given, and runs whatever it is given: each call says what is under which. */
public class HelperTakesLockAndLambda {
    private static final Lock ROWS = new ReentrantLock();
    private static final Lock COLUMNS = new ReentrantLock();
    private static final Object MONITOR = new Object();
    private static int rows;
    private static int columns;
    private static int cells;
    private static int pages;

    private static <T> T locked(Lock lock, Supplier<T> body) {
        lock.lock();
        try {
            return body.get();
        } finally {
            lock.unlock();
        }
    }

    private static void inMonitor(Object monitor, Runnable body) {
        synchronized (monitor) {
            body.run();
        }
    }

    static void countOk() {
        locked(ROWS, () -> rows++);
        locked(COLUMNS, () -> columns++);
        inMonitor(MONITOR, () -> pages++);
    }

    static int sumOk() {
        inMonitor(MONITOR, () -> pages--);
        return locked(ROWS, () -> rows) + locked(COLUMNS, () -> columns);
    }

    static void cellsOfRowBad() {
        locked(ROWS, () -> cells++);  // expect: data-race HelperTakesLockAndLambda.cells
        inMonitor(new Object(), () -> System.out.println());
    }

    static void cellsOfColumnBad() {
        locked(COLUMNS, () -> cells--);
    }

    public static void main(String[] args) {
        Runnable work = () -> {
            countOk();
            sumOk();
            cellsOfRowBad();
            cellsOfColumnBad();
        };
        new Thread(work).start();
        new Thread(work).start();
    }
}
