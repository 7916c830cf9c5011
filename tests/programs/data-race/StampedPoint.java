import java.util.concurrent.locks.StampedLock;

/** A point under a StampedLock: optimistic reads that are validated, and one that is not. */
public class StampedPoint {
    static class Good {
        private final StampedLock sl = new StampedLock();
        private double x, y;

        void move(double dx, double dy) {
            long stamp = sl.writeLock();
            try {
                x += dx;
                y += dy;
            } finally {
                sl.unlockWrite(stamp);
            }
        }

        double distanceOk() {
            long stamp = sl.tryOptimisticRead();
            double cx = x, cy = y;
            if (!sl.validate(stamp)) {
                stamp = sl.readLock();
                try {
                    cx = x;
                    cy = y;
                } finally {
                    sl.unlockRead(stamp);
                }
            }
            return Math.sqrt(cx * cx + cy * cy);
        }

        void moveIfAtOriginOk(double newX, double newY) {
            long stamp = sl.readLock();
            try {
                while (x == 0.0 && y == 0.0) {
                    long ws = sl.tryConvertToWriteLock(stamp);
                    if (ws != 0L) {
                        stamp = ws;
                        x = newX;
                        y = newY;
                        break;
                    } else {
                        sl.unlockRead(stamp);
                        stamp = sl.writeLock();
                    }
                }
            } finally {
                sl.unlock(stamp);
            }
        }
    }

    static class Unvalidated {
        private final StampedLock sl = new StampedLock();
        private double z;

        void move(double d) {
            long stamp = sl.writeLock();
            z += d;
            sl.unlockWrite(stamp);
        }

        double readBad() {
            long stamp = sl.tryOptimisticRead();
            return stamp == 0 ? 0 : z;  // expect: data-race StampedPoint$Unvalidated.z
        }
    }

    static class WriteUnderRead {
        private final StampedLock sl = new StampedLock();
        private int n;

        void incBad() {
            long stamp = sl.readLock();
            try {
                n++;  // expect: data-race StampedPoint$WriteUnderRead.n
            } finally {
                sl.unlockRead(stamp);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Good good = new Good();
        Unvalidated un = new Unvalidated();
        WriteUnderRead wr = new WriteUnderRead();
        Runnable r = () -> {
            good.move(1, 1);
            good.distanceOk();
            good.moveIfAtOriginOk(2, 2);
            un.move(1);
            un.readBad();
            wr.incBad();
        };
        Thread a = new Thread(r);
        Thread b = new Thread(r);
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
