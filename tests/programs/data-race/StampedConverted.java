import java.util.concurrent.locks.StampedLock;

/** A stamp for reading becomes one for writing, if that can be, and the other way round. */
public class StampedConverted {
    private final StampedLock lock = new StampedLock();
    private int x;
    private int y;
    private int z;
    private int last;

    void homeOk(int value) {
        long stamp = lock.readLock();
        try {
            while (x == 0) {
                long converted = lock.tryConvertToWriteLock(stamp);
                if (converted != 0L) {
                    stamp = converted;
                    x = value;
                    break;
                }
                lock.unlockRead(stamp);
                stamp = lock.writeLock();
            }
        } finally {
            lock.unlock(stamp);
        }
    }

    int tryOk(int value) {
        long stamp = lock.tryWriteLock();
        if (stamp == 0L) {
            return -1;
        }
        try {
            return x = value;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    void failedBad(int value) {
        long stamp = lock.readLock();
        try {
            long converted = lock.tryConvertToWriteLock(stamp);
            if (converted == 0L) {
                y = value;  // expect: data-race StampedConverted.y
            } else {
                stamp = converted;
            }
        } finally {
            lock.unlock(stamp);
        }
    }

    void backBad(int value) {
        long stamp = lock.writeLock();
        try {
            long converted = lock.tryConvertToReadLock(stamp);
            if (converted != 0L) {
                stamp = converted;
                z = value;  // expect: data-race StampedConverted.z
            }
        } finally {
            lock.unlock(stamp);
        }
    }

    void afterBad(int value) {
        homeOk(value);
        last = value;  // expect: data-race StampedConverted.last
    }

    public static void main(String[] args) {
        StampedConverted shared = new StampedConverted();
        for (int i = 1; i < 4; i++) {
            int value = i;
            new Thread(() -> {
                shared.homeOk(value);
                shared.tryOk(value);
                shared.failedBad(value);
                shared.backBad(value);
                shared.afterBad(value);
            }).start();
        }
    }
}
