import java.util.concurrent.locks.ReentrantLock;

/**
 * The stack overflows a thousand times, in synchronized methods and blocks and under locks, and is
 * caught. What comes after it must be seen as if nothing had happened.
 */
public class Overflows {
    private static final int TIMES = 1000;

    private final Object block = new Object();
    private final ReentrantLock lock = new ReentrantLock();
    private Overflows other;
    private int depth;
    private int outer;
    private int ordered;
    private int racy;
    private int guarded;
    private boolean isDone;

    /** As deep as it gets, through two objects, a block and a lock. */
    private synchronized int recurse(int unused) {
        depth++;
        synchronized (block) {
            return other.again(unused) + 1;
        }
    }

    private synchronized int again(int unused) {
        return other.recurse(unused) + 1;
    }

    private int underLock() {
        lock.lock();
        try {
            return underLock() + 1;
        } finally {
            lock.unlock();
        }
    }

    /** The monitor is held when the stack overflows, and still is after it was caught. */
    private synchronized void overflow() {
        try {
            recurse(0);
        } catch (StackOverflowError expected) {
            outer++;
        }
        outer++;
    }

    private synchronized void change() {
        outer++;
        ordered++;
    }

    public static void main(String[] args) throws Exception {
        Overflows one = new Overflows();
        Overflows two = new Overflows();
        one.other = two;
        two.other = one;
        Thread deep = new Thread(null, () -> overflow(one, two), "deep", 256 * 1024);
        Thread aside =
                new Thread(
                        () -> {
                            for (int i = 0; i < 20 * TIMES; i++) {
                                one.change();
                                two.change();
                            }
                        },
                        "aside");
        deep.start();
        aside.start();
        deep.join();
        aside.join();
        System.out.println(one.ordered + two.ordered);
    }

    private static void overflow(Overflows one, Overflows two) {
        for (int i = 0; i < TIMES; i++) {
            one.overflow();
            two.change();
            if (i % 10 == 0) {
                try {
                    one.underLock();
                } catch (StackOverflowError expected) {
                    while (one.lock.isHeldByCurrentThread()) {
                        one.lock.unlock();
                    }
                }
            }
        }
        if (Thread.holdsLock(one) || Thread.holdsLock(two) || one.lock.isLocked()) {
            throw new AssertionError("a lock is held for ever");
        }
        after(one, two);
    }

    /** Nothing is held any more: one field has a race, the other one no lock in common. */
    private static void after(Overflows one, Overflows two) {
        Thread thread =
                new Thread(
                        () -> {
                            one.racy++;
                            synchronized (one) {
                                one.guarded++;
                                one.isDone = true;
                            }
                        });
        synchronized (one) {
            one.guarded++;
        }
        thread.start();
        one.racy++;
        boolean isDone = false;
        while (!isDone) {
            synchronized (one) {
                isDone = one.isDone;
            }
        }
        synchronized (two) {
            one.guarded++;
        }
    }
}
