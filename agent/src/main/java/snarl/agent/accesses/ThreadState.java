package snarl.agent.accesses;

import java.util.Arrays;
import snarl.runtime.SnarlThread;

/** What is known of a thread. Only the thread itself uses it, but for what is said below. */
final class ThreadState extends SnarlThread {
    private static final int FEWEST_ORDERS = 64;
    private static final int MOST_ORDERS = 1 << 18;
    private static final int LOOKS_A_TURN = 16;

    /** Who started it. */
    final Birth birth;

    final String name;
    final ThreadState next;
    final Time time = new Time();
    final Held held;
    private final LockView lockView;
    /** The locks that the thread held at each of its counts. */
    private final LockLog lockLog = new LockLog();

    private final Locksets locksets;

    /** The access that is looked at, and its location. */
    final Access access = new Access(this);

    final Location location = new Location();

    /** Whether the thread does the tool's work, of which nothing is recorded. */
    boolean isInside;
    /** Whether it never does anything else. */
    boolean isOfTool;

    /** How many methods the thread is in that are the JVM's own business. */
    int quiet;
    /** How many methods of locks the thread is in, which tell as a whole what they order. */
    int locking;
    /** How many methods the thread is in by which others may hold the same lock. */
    int sharing;
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
    /** How often it has synchronized; others read it to show it. */
    long synchronizations;
    /**
     * The last count of this thread that another one has learnt from a final field: who knows no later
     * one may not know what this thread knew then. {@link ThreadStates} changes it.
     */
    volatile int learntAlone = -1;
    /** How many accesses of this thread were looked at. */
    private int looks;
    /** How many threads this one has started. */
    int children;

    /** What {@link snarl.runtime.SnarlEvents#thrown} was when the thread looked last. */
    private int thrown;

    private int thrownInQuiet;
    /**
     * Whether a hook may have been torn: which locks the thread holds is then known, but not how
     * often it has taken them. The JVM is asked until there are none.
     */
    boolean isTorn;
    /** What {@link #readLocks} and {@link #writeLocks} tell of. */
    private int shownAll = Locksets.NONE;

    private int shownExclusive = Locksets.NONE;

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
        super(thread, number);
        this.birth = birth;
        this.name = thread.getName();
        this.next = next;
        this.locksets = locksets;
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

    /** True now and then: to count in one place what all threads do would hold them up. */
    boolean isTurn() {
        return (++looks & (LOOKS_A_TURN - 1)) == 0;
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

    /**
     * Whether a lock that is about to be given back was taken more often. If something was thrown,
     * who counted cannot be trusted.
     */
    boolean staysHeld(Object lock, boolean isShared) {
        return (!isTorn || !Held.canAsk(lock)) && held.giveBackOnce(lock, isShared);
    }

    /** Gives a lock back. */
    void giveBack(int lock, boolean isShared, Object object) {
        if (!isTorn || !Held.canAsk(object)) {
            held.remove(lock, isShared);
        }
        tick();
        heldChanged();
    }

    /**
     * If something was thrown since the last time, the stack may have been too full for the hook
     * that tells that a monitor is left: the JVM is asked what the thread, which runs, really holds.
     */
    void mend(int thrownNow) {
        if (thrown != thrownNow) {
            thrown = thrownNow;
            locking = 0;
            sharing = 0;
            isTorn = held.size() > 0 || depth > 0;
        }
        if (!isTorn) {
            return;
        }
        if (held.pending() != Locksets.OTHER) {
            showLocks();
        }
        held.forgetLeft();
        if (held.all() != shownAll || held.exclusive() != shownExclusive) {
            tick();
            heldChanged();
        }
        if (held.size() == 0) {
            Arrays.fill(methods, 0, depth, null);
            depth = 0;
            isTorn = false;
        }
    }

    /**
     * The same for methods that are the JVM's own business; returns whether the thread, which runs,
     * is in none of them.
     */
    boolean mendQuiet(int thrownNow) {
        if (thrownInQuiet == thrownNow) {
            return false;
        }
        isInside = true;
        try {
            if (!isInQuiet()) {
                quiet = 0;
            }
            thrownInQuiet = thrownNow;
        } finally {
            isInside = false;
        }
        return quiet == 0;
    }

    /** Loads what may be needed when the stack is full: there, it could never be initialized. */
    static void warmUp() {
        isInQuiet();
    }

    private static boolean isInQuiet() {
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            String type = frame.getClassName().replace('.', '/');
            if (JdkTargets.isQuiet(type, frame.getMethodName())) {
                return true;
            }
        }
        return false;
    }

    private void heldChanged() {
        lockLog.add(Words.count(epoch), held.allSettled(), held.pending());
        if (lockView == LockView.SETS) {
            showGuards();
        }
        if (lockView == LockView.SETS && held.pending() != Locksets.OTHER) {
            readLocks = UNSETTLED;
            writeLocks = UNSETTLED;
        } else {
            showLocks();
        }
    }

    /** What the hooks of accesses see of the locks is what there is, from now on. */
    void showLocks() {
        shownAll = held.all();
        shownExclusive = held.exclusive();
        readLocks = lockView.show(shownAll);
        writeLocks = lockView.show(shownExclusive);
    }

    /** The set of locks that the thread held at one of its counts; others may ask. */
    int locksAt(int count) {
        return lockLog.at(count, locksets);
    }

    private void showGuards() {
        for (int place = 0; place < GUARDS; place++) {
            int lock = held.size() - 1 - place;
            int guard = lock >= 0 ? held.single(lock) : Locksets.NONE;
            boolean isKnown = guard != Locksets.UNKNOWN;
            setGuard(
                    place,
                    isKnown ? guard : Locksets.NONE,
                    isKnown && !held.isShared(lock) ? guard : Locksets.NONE);
        }
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
        return !addOrder((long) held.all() << 32 | lock);
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
