package snarl.agent.accesses;

import java.lang.ref.WeakReference;
import java.util.Arrays;

/** What is known of a thread. Only the thread itself uses it, but for what is said below. */
final class ThreadState extends WeakReference<Thread> {
    final int number;
    final String name;
    final ThreadState next;
    final Time time = new Time();
    /** Whether the thread does the tool's work, of which nothing is recorded. */
    boolean isInside;
    /** How many methods the thread is in that are the JVM's own business. */
    int quiet;
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
    private Object[] methods = new Object[16];
    private int depth;
    private int[] held = new int[16];
    private int heldCount;
    private int monitors = Locksets.NONE;
    private boolean[] initialized = new boolean[64];
    private int drawn;
    /** Grows with each pause. */
    int pauses;

    ThreadState(int number, Thread thread, ThreadState next) {
        super(thread);
        this.number = number;
        this.name = thread.getName();
        this.next = next;
        time.tick(number);
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

    /** The set of monitors that the thread holds. */
    int monitors() {
        return monitors;
    }

    /** Enters a monitor. */
    void hold(int monitor, Locksets locksets) {
        if (heldCount == held.length) {
            held = Arrays.copyOf(held, 2 * heldCount);
        }
        held[heldCount++] = monitor;
        monitors = locksets.of(held, heldCount);
    }

    /** Leaves a monitor, which is most often the last that was entered. */
    void letGo(int monitor, Locksets locksets) {
        for (int i = heldCount - 1; i >= 0; i--) {
            if (held[i] == monitor) {
                System.arraycopy(held, i + 1, held, i, heldCount - i - 1);
                heldCount--;
                monitors = locksets.of(held, heldCount);
                return;
            }
        }
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

    boolean knowsInitialized(int type) {
        return type < initialized.length && initialized[type];
    }

    void setInitialized(int type) {
        if (type >= initialized.length) {
            initialized = Arrays.copyOf(initialized, 2 * type);
        }
        initialized[type] = true;
    }
}
