package snarl.agent.accesses;

import java.util.Arrays;
import snarl.runtime.SnarlThread;

/** What is known of a thread. Only the thread itself uses it, but for what is said below. */
final class ThreadState extends SnarlThread {
    private static final int FEWEST_ORDERS = 64;
    private static final int MOST_ORDERS = 1 << 16;

    final int number;
    /** Who started it. */
    final Birth birth;

    final String name;
    final ThreadState next;
    final Time time = new Time();
    final Held held;
    private final LockView lockView;
    /** The locks that the thread held at each of its counts. */
    final LockLog lockLog = new LockLog();

    /** The access that is looked at, and its location. */
    final Access access = new Access(this);

    final Location location = new Location();

    /** Whether the thread does the tool's work, of which nothing is recorded. */
    boolean isInside;
    /** How many methods the thread is in that are the JVM's own business. */
    int quiet;
    /** How many methods of locks the thread is in: what they order is an accident. */
    int locking;
    /** What the thread waits on, or has waited on until now. */
    Object waitsOn;
    /** Set by others: the thread was interrupted, and may know by now. */
    volatile boolean isInterrupted;
    /** The field that is being read, if it is volatile, and whose it is. */
    FieldRecord reading;

    Object readFrom;
    /** What is accessed through a handle; null for nothing that orders. */
    Object handled;

    /** The container that a call is about to lock, and the call. */
    Object aboutToLock;

    Site lockingSite;
    /** Whether the thread has synchronized so often that words cannot count it any longer. */
    boolean isWornOut;
    /** How many threads this one has started. */
    int children;

    private long[] knownOrders = new long[FEWEST_ORDERS];
    private int knownOrderCount;
    private Object[] methods = new Object[16];
    private int depth;
    private int drawn;
    /** Grows with each pause. */
    int pauses;

    ThreadState(
            int number,
            Thread thread,
            Birth birth,
            Locksets locksets,
            LockView lockView,
            ThreadState next) {
        super(thread);
        this.number = number;
        this.birth = birth;
        this.name = thread.getName();
        this.next = next;
        this.held = new Held(locksets);
        this.lockView = lockView;
        this.readLocks = lockView.show(Locksets.NONE);
        this.writeLocks = readLocks;
        tick();
    }

    /** The thread moves on: what it does from now on, others do not know yet. */
    void tick() {
        int count = time.tick(number);
        isWornOut = count >= Words.COUNTS - 1;
        epoch = Words.epoch(number, count);
        settled = epoch | Words.SETTLED;
    }

    /** Whether the access that left a word has happened before. */
    boolean knows(long word) {
        return Words.count(word) <= time.order.get(Words.thread(word));
    }

    /** Enters a synchronized method. */
    void push(Object monitor) {
        if (depth == methods.length) {
            methods = Arrays.copyOf(methods, 2 * depth);
        }
        methods[depth++] = monitor;
    }

    /** Leaves a synchronized method; returns its monitor, or null if it was not seen to enter. */
    Object pop() {
        if (depth == 0) {
            return null;
        }
        Object monitor = methods[--depth];
        methods[depth] = null;
        return monitor;
    }

    /** Takes a lock. */
    void take(int lock, boolean isShared, Object object, Shadow shadow) {
        held.add(lock, isShared, object, shadow);
        tick();
        heldChanged();
    }

    /** Gives a lock back. */
    void giveBack(int lock, boolean isShared) {
        held.remove(lock, isShared);
        tick();
        heldChanged();
    }

    private void heldChanged() {
        lockLog.add(Words.count(epoch), held.all);
        readLocks = lockView.show(held.all);
        writeLocks = lockView.show(held.exclusive);
    }

    /** Whether the thread has taken a lock with just these others before. It may forget. */
    boolean hasTaken(int lock) {
        if (2 * knownOrderCount >= knownOrders.length) {
            long[] before = knownOrders;
            boolean isFull = before.length >= MOST_ORDERS;
            knownOrders = new long[isFull ? FEWEST_ORDERS : 4 * before.length];
            knownOrderCount = 0;
            for (int i = 0; i < before.length && !isFull; i++) {
                if (before[i] != 0) {
                    addOrder(before[i]);
                }
            }
        }
        return !addOrder((long) held.all << 32 | lock);
    }

    private boolean addOrder(long order) {
        int mask = knownOrders.length - 1;
        int place = (int) ((order * 0x9E3779B97F4A7C15L) >>> 40) & mask;
        while (knownOrders[place] != 0) {
            if (knownOrders[place] == order) {
                return false;
            }
            place = (place + 1) & mask;
        }
        knownOrders[place] = order;
        knownOrderCount++;
        return true;
    }

    /** The thread's next random number; not negative. */
    int draw(int seed) {
        int next = drawn == 0 ? (seed + number) * 0x9E3779B9 | 1 : drawn;
        next ^= next << 13;
        next ^= next >>> 17;
        next ^= next << 5;
        drawn = next;
        return next >>> 1;
    }
}
