package snarl.agent.accesses;

import java.util.Arrays;

/** Which set of locks a thread held from which of its counts on; of long ago, nothing is known. */
final class LockLog {
    private static final int MOST = 1 << 14;

    private final Guard guard = new Guard();
    private int[] counts = new int[16];
    private int[] sets = new int[16];
    private int size;
    private int oldest;

    void add(int count, int set) {
        guard.take();
        try {
            if (size == counts.length && size < MOST) {
                counts = Arrays.copyOf(counts, 2 * size);
                sets = Arrays.copyOf(sets, 2 * size);
            }
            int place = (oldest + size) & (counts.length - 1);
            counts[place] = count;
            sets[place] = set;
            if (size < counts.length) {
                size++;
            } else {
                oldest = (oldest + 1) & (counts.length - 1);
            }
        } finally {
            guard.state = Guard.FREE;
        }
    }

    /** The set at a count; {@link Locksets#UNKNOWN} if that is too long ago. */
    int at(int count) {
        guard.take();
        try {
            for (int i = size - 1; i >= 0; i--) {
                int place = (oldest + i) & (counts.length - 1);
                if (counts[place] <= count) {
                    return sets[place];
                }
            }
            return size < MOST ? Locksets.NONE : Locksets.UNKNOWN;
        } finally {
            guard.state = Guard.FREE;
        }
    }
}
