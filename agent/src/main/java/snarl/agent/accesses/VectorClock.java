package snarl.agent.accesses;

import java.util.Arrays;

/** How much of each thread has happened before: a count for each thread, by its number. */
final class VectorClock {
    private int[] counts;

    VectorClock() {
        this(new int[0]);
    }

    private VectorClock(int[] counts) {
        this.counts = counts;
    }

    int get(int thread) {
        return thread < counts.length ? counts[thread] : 0;
    }

    /** One thread moves on. */
    void tick(int thread) {
        if (thread >= counts.length) {
            counts = Arrays.copyOf(counts, thread + 1);
        }
        counts[thread]++;
    }

    /** What happened before the other one, happened before this one too. */
    void join(VectorClock other) {
        int[] theirs = other.counts;
        if (theirs.length > counts.length) {
            counts = Arrays.copyOf(counts, theirs.length);
        }
        for (int i = 0; i < theirs.length; i++) {
            if (theirs[i] > counts[i]) {
                counts[i] = theirs[i];
            }
        }
    }
}
