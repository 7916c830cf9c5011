import java.util.concurrent.locks.StampedLock;

/** An optimistic read that nobody validates is a read without a lock. */
public class StampedNotValidated {
    private final StampedLock lock = new StampedLock();
    private int x;

    void move() {
        long stamp = lock.writeLock();
        try {
            x++;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    int getBad() {
        lock.tryOptimisticRead();
        return x;  // expect: data-race StampedNotValidated.x
    }

    public static void main(String[] args) {
        StampedNotValidated shared = new StampedNotValidated();
        new Thread(shared::move).start();
        System.out.println(shared.getBad());
    }
}
