import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The lock of an element is found by its index: no two threads are at one element at a time. */
public class StripedLocks {
    private static final int STRIPES = 8;
    private static final Object[] LOCKS = {new Object(), new Object()};
    private static final int[] CELLS = new int[2];

    private final Lock[] locks = new Lock[STRIPES];
    private final int mask = STRIPES - 1;
    private final int[] byHelper = new int[64];
    private final int[] byRest = new int[64];
    private final int[] bySlot = new int[64];
    private final int[] byOther = new int[64];
    private final int[] byTwoRules = new int[64];
    private final Object[] replaced = new Object[64];
    private final int[] byReplaced = new int[64];

    StripedLocks() {
        for (int i = 0; i < STRIPES; i++) {
            locks[i] = new ReentrantLock();
        }
        for (int i = 0; i < replaced.length; i++) {
            replaced[i] = new Object();
        }
    }

    static void cellOk(int cell) {
        synchronized (LOCKS[cell]) {
            CELLS[cell]++;
        }
    }

    private Lock lockFor(int i) {
        return locks[i & mask];
    }

    void helperOk(int i) {
        Lock lock = lockFor(i);
        lock.lock();
        try {
            byHelper[i]++;
        } finally {
            lock.unlock();
        }
    }

    void restOk(int i) {
        locks[i % STRIPES].lock();
        try {
            byRest[i]++;
        } finally {
            locks[i % STRIPES].unlock();
        }
    }

    private static int slot(Object key) {
        return (key.hashCode() & Integer.MAX_VALUE) % 64;
    }

    void slotOk(Object key) {
        Lock lock = locks[slot(key) % locks.length];
        lock.lock();
        try {
            bySlot[slot(key)]++;
        } finally {
            lock.unlock();
        }
    }

    int sumOk() {
        int sum = 0;
        for (int i = 0; i < bySlot.length; i++) {
            Lock lock = locks[i % locks.length];
            lock.lock();
            sum += bySlot[i];
            lock.unlock();
        }
        return sum;
    }

    void otherBad(int i, int other) {
        Lock lock = locks[other % STRIPES];
        lock.lock();
        try {
            byOther[i]++;  // expect: data-race array StripedLocks.byOther
        } finally {
            lock.unlock();
        }
    }

    void restBad(int i) {
        Lock lock = locks[i % STRIPES];
        lock.lock();
        try {
            byTwoRules[i]++;  // expect: data-race array StripedLocks.byTwoRules
        } finally {
            lock.unlock();
        }
    }

    void nextBad(int i) {
        Lock lock = locks[(i + 1) % STRIPES];
        lock.lock();
        try {
            byTwoRules[i]++;
        } finally {
            lock.unlock();
        }
    }

    void replaceBad(int i) {
        replaced[i] = new Object();  // expect: data-race array StripedLocks.replaced
    }

    void replacedBad(int i) {
        synchronized (replaced[i]) {
            byReplaced[i]++;  // expect: data-race array StripedLocks.byReplaced
        }
    }

    void run() {
        for (int i = 0; i < 60; i++) {
            cellOk(i % 2);
            helperOk(i);
            restOk(i);
            slotOk("key " + i);
            otherBad(i, 3 * i);
            restBad(i);
            nextBad(i);
            replaceBad(i);
            replacedBad(i);
        }
        System.out.println(sumOk());
    }

    static void localsOk() {
        Object[] own = new Object[4];
        for (int i = 0; i < own.length; i++) {
            own[i] = new Object();
        }
        int[] counts = new int[4];
        for (int t = 0; t < 2; t++) {
            new Thread(() -> {
                for (int i = 0; i < 40; i++) {
                    synchronized (own[i % 4]) {
                        counts[i % 4]++;
                    }
                }
            }).start();
        }
    }

    public static void main(String[] args) {
        StripedLocks it = new StripedLocks();
        new Thread(it::run).start();
        new Thread(it::run).start();
        localsOk();
    }
}
