package snarl.runtime;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What instrumented code knows of the thread that runs it: the epoch.
 *
 * <p>An epoch is the thread's number, how often the thread has synchronized, and room for a mark and
 * a site: 16, 28, 1 and 19 bits. The word that an access leaves behind is the epoch with its site.
 * Within an epoch a thread neither learns of others, nor tells them, nor changes the locks that it
 * holds: a second access of the same kind to the same location has nothing new to say.
 *
 * <p>The mark says that neither has one in a later epoch, until another thread takes the mark away:
 * no lock protects the location, and nobody else has used it in a way that could be a race.
 */
public abstract class SnarlThread extends WeakReference<Thread> {
    /** How many bits of a word the mark and the site have. */
    public static final int SITE_BITS = 20;

    /** Where the thread's number begins in a word. */
    public static final int NUMBER_SHIFT = 48;

    /** The mark: the thread may renew the word. */
    public static final long SETTLED = 1L << (SITE_BITS - 1);

    private static final int KNOWN = 32;
    private static final int RANGES = 16;
    private static final int LOOKS = 8;
    private static final int UNLOOKED = 64;

    /** How many of the locks that a thread holds are known here. */
    public static final int GUARDS = 4;

    /** In place of a set: it is not known yet which one it is. */
    public static final long UNSETTLED = -2;

    /** The last set that names no lock: of none, or of some that are not known. */
    private static final long UNTELLING = 1;

    private static final int MASK = (1 << 14) - 1;
    private static final SnarlThread[] TABLE = new SnarlThread[MASK + 1];

    /** What words call the thread. */
    public final int number;

    /** Changed by the thread alone. */
    public long epoch;

    /** The epoch with the mark. */
    public long settled;

    /** Epochs of other threads that it knows, the latest of each that share a place. */
    private final long[] known = new long[KNOWN];

    /** The thread, until it ends. */
    private Thread alive;

    /** The set of locks that protect its reads, as the discipline of a location names it. */
    public long readLocks;

    /** The set of locks that protect its writes. */
    public long writeLocks;

    /** Sets of one lock each: those that the thread took last, and that protect its reads. */
    private final long[] readGuards = new long[GUARDS];

    /** The same for its writes. */
    private final long[] writeGuards = new long[GUARDS];

    /** What the thread has told last of ranges of elements; null as long as it has not. */
    private Range[] ranges;

    /** By site, how many accesses of the thread were looked at; some are enough. */
    private byte[] looks = new byte[64];

    private int unlooked;

    /** By id, classes that the thread knows to be initialized. */
    private boolean[] initialized = new boolean[64];

    /**
     * Of a thread.
     *
     * @param thread the thread
     * @param number what words call it
     */
    protected SnarlThread(Thread thread, int number) {
        super(thread);
        this.number = number;
    }

    /** Elements that the thread has read, or written, in an epoch. */
    private static final class Range {
        SnarlArray words;
        long epoch;
        int kind;
        int from;
        int to;
        int step;
    }

    /**
     * Whether the thread has accessed a range of elements in this epoch already; if not, it does so
     * now. Many a loop is run again and again over the same elements.
     */
    final boolean hasTold(SnarlArray words, int kind, int from, int to, int step) {
        if (ranges == null) {
            ranges = new Range[RANGES];
        }
        Range known = ranges[(words.hash + kind) & (RANGES - 1)];
        if (known == null) {
            known = new Range();
            ranges[(words.hash + kind) & (RANGES - 1)] = known;
        }
        if (known.words == words
                && known.epoch == epoch
                && known.kind == kind
                && known.step == step
                && from >= known.from
                && to <= known.to
                && (step == 1 || (from - known.from) % step == 0)) {
            return true;
        }
        known.words = words;
        known.epoch = epoch;
        known.kind = kind;
        known.from = from;
        known.to = to;
        known.step = step;
        return false;
    }

    /**
     * The locks of the thread are others now.
     *
     * @param place of a lock: the last one that was taken has 0
     * @param read the set of just this lock, if it protects reads, else 0
     * @param write the same for writes
     */
    public final void setGuard(int place, long read, long write) {
        readGuards[place] = read;
        writeGuards[place] = write;
    }

    /** Whether the thread holds all locks of a set that names some; false also if it is not sure. */
    final boolean guardsReads(long set) {
        return set > UNTELLING && (set == readLocks || has(readGuards, set));
    }

    /** The same for locks that nobody else can hold. */
    final boolean guardsWrites(long set) {
        return set > UNTELLING && (set == writeLocks || has(writeGuards, set));
    }

    private static boolean has(long[] guards, long set) {
        return guards[0] == set || guards[1] == set || guards[2] == set || guards[3] == set;
    }

    /**
     * An access of the thread is looked at.
     *
     * @param site the instruction's id
     */
    public final void looksAt(int site) {
        if (site >= looks.length) {
            looks = Arrays.copyOf(looks, Math.max(2 * looks.length, site + 1));
        }
        if (looks[site] < LOOKS) {
            looks[site]++;
        }
    }

    /** Whether enough accesses were looked at, for those who want to know whence they came. */
    final boolean isUsedTo(int site) {
        return site < looks.length && looks[site] == LOOKS && ++unlooked % UNLOOKED != 0;
    }

    /**
     * Whether the thread knows what the initializer of a class did.
     *
     * @param type the class's id
     * @return whether it does
     */
    public final boolean knowsInitialized(int type) {
        boolean[] known = initialized;
        return type < known.length && known[type];
    }

    /**
     * The thread knows it from now on.
     *
     * @param type the class's id
     */
    public final void setInitialized(int type) {
        if (type >= initialized.length) {
            boolean[] more = new boolean[2 * type];
            System.arraycopy(initialized, 0, more, 0, initialized.length);
            initialized = more;
        }
        initialized[type] = true;
    }

    /**
     * Whether it is sure that an epoch of another thread has happened before.
     *
     * @param epoch the epoch
     * @return false also if that is forgotten
     */
    @ForceInline
    final boolean isKnown(long epoch) {
        int number = (int) (epoch >>> NUMBER_SHIFT);
        long latest = known[number & (KNOWN - 1)];
        return latest >>> NUMBER_SHIFT == number && latest >= epoch;
    }

    /**
     * An epoch of another thread has happened before.
     *
     * @param epoch the epoch
     */
    public final void remember(long epoch) {
        int place = (int) (epoch >>> NUMBER_SHIFT) & (KNOWN - 1);
        if (!isKnown(epoch)) {
            known[place] = epoch;
        }
    }

    /**
     * That of the running thread.
     *
     * @return never null
     */
    @ForceInline
    public static SnarlThread current() {
        Thread thread = Thread.currentThread();
        SnarlThread state = find(thread);
        return state != null ? state : SnarlAccess.thread(thread);
    }

    /**
     * That of a thread.
     *
     * @param thread the thread
     * @return null if it is not known here
     */
    @ForceInline
    @SuppressWarnings("deprecation")
    public static SnarlThread find(Thread thread) {
        SnarlThread state = TABLE[(int) thread.getId() & MASK];
        return state != null && state.alive == thread ? state : null;
    }

    /**
     * Makes a thread known, in place of another one perhaps.
     *
     * @param thread the thread
     */
    @SuppressWarnings("deprecation")
    public final void makeKnown(Thread thread) {
        alive = thread;
        TABLE[(int) thread.getId() & MASK] = this;
    }

    /** The thread ends: it is not kept any longer. */
    public final void end() {
        alive = null;
    }
}
