import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Two threads that wait for each other: one for a lock, one for a monitor. */
public final class Deadlock {
    private static final Object MONITOR = new Object();
    private static final Lock LOCK = new ReentrantLock();
    private static final CyclicBarrier BOTH = new CyclicBarrier(2);

    private Deadlock() {}

    static void meet() {
        try {
            BOTH.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static void monitorFirst() {
        synchronized (MONITOR) {
            meet();
            LOCK.lock();
        }
    }

    static void lockFirst() {
        LOCK.lock();
        meet();
        synchronized (MONITOR) {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(Deadlock::monitorFirst, "one").start();
        new Thread(Deadlock::lockFirst, "two").start();
        System.out.println("ready");
    }
}
