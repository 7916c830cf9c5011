import java.util.concurrent.locks.StampedLock;

/** An optimistic read that is validated, and repeated under the lock if it was disturbed. */
public class StampedOptimistic {
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
        long stamp = lock.tryOptimisticRead();
        int seen = x;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                seen = x;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return seen;
    }

    public static void main(String[] args) {
        StampedOptimistic shared = new StampedOptimistic();
        new Thread(shared::moveOk).start();
        System.out.println(shared.getOk());
    }
}
