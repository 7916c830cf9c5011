import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** The same with one bit for the writer, one for somebody who waits, and the others to count readers. */
public class SpinLockOfBits {
    private static final int WRITER = 1;
    private static final int WAITER = 2;
    private static final int READER = 4;
    private static final AtomicIntegerFieldUpdater<SpinLockOfBits> STATE =
        AtomicIntegerFieldUpdater.newUpdater(SpinLockOfBits.class, "state");

    private volatile int state;
    private int rootOk;

    int findOk() {
        while (true) {
            int now = state;
            if ((now & (WAITER | WRITER)) != 0) {
                Thread.onSpinWait();
            } else if (STATE.compareAndSet(this, now, now + READER)) {
                try {
                    return rootOk;
                } finally {
                    STATE.getAndAdd(this, -READER);
                }
            }
        }
    }

    private void lock() {
        if (!STATE.compareAndSet(this, 0, WRITER)) {
            lockSlowly();
        }
    }

    private void lockSlowly() {
        while (true) {
            int now = state;
            if ((now & ~WAITER) == 0) {
                if (STATE.compareAndSet(this, now, WRITER)) {
                    return;
                }
            } else if ((now & WAITER) == 0) {
                STATE.compareAndSet(this, now, now | WAITER);
            }
        }
    }

    void changeOk(int root) {
        lock();
        try {
            rootOk = root;
        } finally {
            state = 0;
        }
    }

    public static void main(String[] args) {
        SpinLockOfBits tree = new SpinLockOfBits();
        for (int i = 0; i < 2; i++) {
            int root = i;
            new Thread(() -> System.out.println(tree.findOk())).start();
            new Thread(() -> tree.changeOk(root)).start();
        }
    }
}
