/** Two threads lock in opposite orders, but never at the same time: the second waits for the first,
 * by something that orders nothing. */
public final class LockOrder {
    static final class First {}

    static final class Second {}

    private static final First FIRST = new First();
    private static final Second SECOND = new Second();

    private LockOrder() {}

    static void forth() {
        synchronized (FIRST) {
            synchronized (SECOND) {
                System.out.println("forth");
            }
        }
    }

    static void back(Thread before) {
        while (before.getState() != Thread.State.TERMINATED) {
            Thread.yield();
        }
        synchronized (SECOND) {
            synchronized (FIRST) {
                System.out.println("back");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread forth = new Thread(LockOrder::forth, "forth");
        Thread back = new Thread(() -> back(forth), "back");
        forth.start();
        back.start();
        back.join();
    }
}
