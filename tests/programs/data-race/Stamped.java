import java.util.concurrent.locks.StampedLock;

/** A StampedLock as a read-write lock. */
public class Stamped {
    private final StampedLock lock = new StampedLock();
    private int x;

    void moveOk() {
        long stamp = lock.writeLock();
        try {
            x++;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    int getOk() {
        long stamp = lock.readLock();
        try {
            return x;
        } finally {
            lock.unlock(stamp);
        }
    }

    public static void main(String[] args) {
        Stamped shared = new Stamped();
        new Thread(shared::moveOk).start();
        System.out.println(shared.getOk());
    }
}
