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

    /** Each has a count and a set. */
    private long[] entries = new long[16];

    /** How many were ever added. */
    private int added;

    void add(int count, int set) {
        int next = added;
        long[] now = entries;
        if (next == now.length && next < MOST) {
            now = Arrays.copyOf(now, 2 * next);
            entries = now;
        }
        now[next & (now.length - 1)] = (long) count << 32 | set;
        added = next + 1;
    }

    /** The set at a count; {@link Locksets#UNKNOWN} if that is too long ago. */
    int at(int count) {
        int until = added;
        long[] now = entries;
        int oldest = Math.max(0, until - now.length);
        for (int i = until - 1; i >= oldest; i--) {
            long entry = now[i & (now.length - 1)];
            if (entry >>> 32 <= count) {
                return (int) entry;
            }
        }
        return oldest == 0 ? Locksets.NONE : Locksets.UNKNOWN;
    }
}
