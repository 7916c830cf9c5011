import java.util.concurrent.locks.LockSupport;

/**
 * Two threads lock in opposite orders, but never at the same time: the second waits until the first
 * has nothing more to do, by something that orders nothing.
 */
public final class LockOrder {
    static final class First {}

    static final class Second {}

    private static final First FIRST = new First();
    private static final Second SECOND = new Second();
    private static volatile boolean isOver;

    private LockOrder() {}

    static void forth() {
        synchronized (FIRST) {
            synchronized (SECOND) {
                Thread.yield();
            }
        }
        while (!isOver) {
            LockSupport.park();
        }
    }

    static void back(Thread before) {
        while (before.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        synchronized (SECOND) {
            synchronized (FIRST) {
                Thread.yield();
            }
        }
        isOver = true;
        LockSupport.unpark(before);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread forth = new Thread(LockOrder::forth, "forth");
        Thread back = new Thread(() -> back(forth), "back");
        forth.start();
        back.start();
        forth.join();
        back.join();
        System.out.println("forth and back");
    }
}
