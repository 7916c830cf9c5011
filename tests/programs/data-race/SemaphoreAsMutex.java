import java.util.concurrent.Semaphore;

/** A semaphore with one permit is a lock. */
public class SemaphoreAsMutex {
    private final Semaphore mutex = new Semaphore(1);
    private int count;

    void countOk() {
        mutex.acquireUninterruptibly();
        try {
            count++;
        } finally {
            mutex.release();
        }
    }

    public static void main(String[] args) {
        SemaphoreAsMutex shared = new SemaphoreAsMutex();
        new Thread(shared::countOk).start();
        new Thread(shared::countOk).start();
    }
}
