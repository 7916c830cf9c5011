import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Locks that are taken behind the `try`: a method that does so gives back no lock of its caller's. One
 * that gives back the caller's lock does.
 */
public class LockBehindTry {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, String> names = new HashMap<>();
    private int failures;
    private int lost;

    private String find(String name) {
        Lock reading = lock.readLock();
        try {
            reading.lock();
            return names.get(name);
        } finally {
            reading.unlock();
        }
    }

    void addOk(String name) {
        Lock writing = lock.writeLock();
        try {
            writing.lock();
            if (find(name) == null) {
                names.put(name, name);
            }
        } catch (IllegalStateException refused) {
            failures++;
        } finally {
            writing.unlock();
        }
    }

    private void giveBack() {
        lock.writeLock().unlock();
    }

    void addBad(String name) {
        lock.writeLock().lock();
        giveBack();
        lost += name.length(); // expect: data-race LockBehindTry.lost
    }

    public static void main(String[] args) {
        LockBehindTry shared = new LockBehindTry();
        Runnable work = () -> {
            shared.addOk("a");
            shared.addBad("b");
        };
        new Thread(work).start();
        work.run();
    }
}
