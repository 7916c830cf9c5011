import java.util.concurrent.locks.StampedLock;

/** A write under the read lock of a StampedLock. */
public class StampedWriteUnderRead {
    private final StampedLock lock = new StampedLock();
    private int x;

    void moveBad() {
        long stamp = lock.readLock();
        try {
            x++;  // expect: data-race StampedWriteUnderRead.x
        } finally {
            lock.unlockRead(stamp);
        }
    }

    public static void main(String[] args) {
        StampedWriteUnderRead shared = new StampedWriteUnderRead();
        new Thread(shared::moveBad).start();
        new Thread(shared::moveBad).start();
    }
}
