package snarl.agent.accesses;

import java.util.Arrays;

/**
 * Which set of locks a thread held from which of its counts on; of long ago, nothing is known.
 *
 * <p>The thread alone adds. Others read without a lock: an entry is one word, and what they miss is
 * too new for them.
 */
final class LockLog {
    private static final int MOST = 1 << 14;

    private static final int LOCK_BITS = 18;
    private static final int COUNT_SHIFT = 2 * LOCK_BITS;
    private static final int MASK = (1 << LOCK_BITS) - 1;

    /** Each has a count, a set, and a lock that was taken besides, or {@link Locksets#OTHER}. */
    private long[] entries = new long[16];

    /** How many were ever added. */
    private int added;

    void add(int count, int set, int lock) {
        int next = added;
        long[] now = entries;
        if (next == now.length && next < MOST) {
            now = Arrays.copyOf(now, 2 * next);
            entries = now;
        }
        now[next & (now.length - 1)] = (long) count << COUNT_SHIFT | (long) set << LOCK_BITS | lock;
        added = next + 1;
    }

    /** The set at a count; {@link Locksets#UNKNOWN} if that is too long ago. */
    int at(int count, Locksets locksets) {
        int until = added;
        long[] now = entries;
        int oldest = Math.max(0, until - now.length);
        for (int i = until - 1; i >= oldest; i--) {
            long entry = now[i & (now.length - 1)];
            if (entry >>> COUNT_SHIFT <= count) {
                int set = (int) (entry >>> LOCK_BITS) & MASK;
                int lock = (int) entry & MASK;
                return lock == Locksets.OTHER ? set : locksets.with(set, lock);
            }
        }
        return oldest == 0 ? Locksets.NONE : Locksets.UNKNOWN;
    }
}
