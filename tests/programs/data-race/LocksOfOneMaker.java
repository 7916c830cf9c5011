import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** One method makes all locks and executors: each that it makes is one of its own. */
public class LocksOfOneMaker {
    private static final Lock READING = newLock();
    private static final Lock WRITING = newLock();
    private static int read;
    private static int written;

    private static Lock newLock() {
        return new ReentrantLock();
    }

    private static ExecutorService newThread(String name) {
        return Executors.newSingleThreadExecutor(task -> new Thread(task, name));
    }

    static void readOk() {
        READING.lock();
        try {
            read++;
        } finally {
            READING.unlock();
        }
    }

    static void writeBad(Lock lock) {
        lock.lock();
        try {
            written++;  // expect: data-race LocksOfOneMaker.written
        } finally {
            lock.unlock();
        }
    }

    static class Log {
        int lines;

        void addOk() {
            lines++;
        }
    }

    public static void main(String[] args) {
        Log first = new Log();
        Log second = new Log();
        ExecutorService left = newThread("left");
        ExecutorService right = newThread("right");
        for (int i = 0; i < 4; i++) {
            left.execute(first::addOk);
            right.execute(second::addOk);
            left.execute(LocksOfOneMaker::readOk);
            right.execute(LocksOfOneMaker::readOk);
            left.execute(() -> writeBad(READING));
            right.execute(() -> writeBad(WRITING));
        }
        left.shutdown();
        right.shutdown();
    }
}
