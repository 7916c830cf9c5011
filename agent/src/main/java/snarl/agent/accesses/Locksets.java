package snarl.agent.accesses;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Locks, and sets of them that threads hold, each with a number.
 *
 * <p>There are few sets: one is what a thread holds at one time, or what several have in common.
 */
final class Locksets {
    /** The set of no locks. */
    static final int NONE = 0;

    /** In place of sets when there are too many: it counts as sharing a lock with any. */
    static final int UNKNOWN = 1;

    /** In place of a lock when there are too many. */
    static final int OTHER = 0;

    private static final int MOST = 1 << 18;

    /**
     * A lock, for people.
     *
     * @param type its class
     * @param identity its identity hash code
     */
    record Lock(Class<?> type, int identity) {}

    /** Numbers of sets, at a place that follows from their locks, or behind it; 0 for none. */
    private int[] numbers = new int[128];

    /** Read without the guard: a number is known only after its set is here. */
    private volatile int[][] sets = new int[64][];

    private int setCount;
    private final List<Lock> locks = new ArrayList<>();
    private final Guard guard = new Guard();

    Locksets() {
        sets[NONE] = new int[0];
        sets[UNKNOWN] = new int[0];
        setCount = 2;
        locks.add(null);
    }

    /** The number of a lock that has none yet; from 1 on, or {@link #OTHER}. */
    int newLock(Object lock) {
        guard.take();
        try {
            if (locks.size() == MOST) {
                return OTHER;
            }
            locks.add(new Lock(lock.getClass(), System.identityHashCode(lock)));
            return locks.size() - 1;
        } finally {
            guard.state = Guard.FREE;
        }
    }

    Lock lock(int number) {
        guard.take();
        try {
            return locks.get(number);
        } finally {
            guard.state = Guard.FREE;
        }
    }

    /** The locks of a set. */
    int[] locks(int set) {
        return sets[set];
    }

    /** A set with a lock more. */
    int with(int set, int lock) {
        if (set == UNKNOWN || lock == OTHER) {
            return UNKNOWN;
        }
        guard.take();
        try {
            int[] fewer = sets[set];
            boolean isThere = Arrays.binarySearch(fewer, lock) >= 0;
            return isThere ? set : number(plus(fewer, lock));
        } finally {
            guard.state = Guard.FREE;
        }
    }

    private static int[] plus(int[] fewer, int lock) {
        int[] more = Arrays.copyOf(fewer, fewer.length + 1);
        more[fewer.length] = lock;
        Arrays.sort(more);
        return more;
    }

    /** The number of a set; its locks are in order. */
    private int number(int[] set) {
        if (set.length == 0) {
            return NONE;
        }
        int place = place(set);
        if (numbers[place] != 0) {
            return numbers[place];
        }
        if (setCount == MOST) {
            return UNKNOWN;
        }
        int[][] now = sets;
        if (setCount == now.length) {
            now = Arrays.copyOf(now, 2 * setCount);
        }
        now[setCount] = set;
        sets = now;
        numbers[place] = setCount++;
        if (2 * setCount > numbers.length) {
            grow();
        }
        return setCount - 1;
    }

    /** Where the number of a set is, or is to be. */
    private int place(int[] set) {
        int mask = numbers.length - 1;
        long hash = 0;
        for (int lock : set) {
            hash = (hash + lock) * 0x9E3779B97F4A7C15L;
        }
        int place = (int) (hash >>> 40) & mask;
        while (numbers[place] != 0 && !Arrays.equals(sets[numbers[place]], set)) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private void grow() {
        numbers = new int[4 * numbers.length];
        for (int number = UNKNOWN + 1; number < setCount; number++) {
            numbers[place(sets[number])] = number;
        }
    }

    /** What two sets have in common. */
    int meet(int one, int other) {
        if (one == other || other == UNKNOWN) {
            return one;
        }
        if (one == NONE || other == NONE) {
            return NONE;
        }
        if (one == UNKNOWN) {
            return other;
        }
        int[] mine = sets[one];
        int[] theirs = sets[other];
        int count = common(mine, theirs, null);
        if (count == 0) {
            return NONE;
        }
        if (count == mine.length) {
            return one;
        }
        if (count == theirs.length) {
            return other;
        }
        int[] both = new int[count];
        common(mine, theirs, both);
        guard.take();
        try {
            return number(both);
        } finally {
            guard.state = Guard.FREE;
        }
    }

    /** How many locks two sets have in common; they are put into an array, if one is given. */
    private static int common(int[] mine, int[] theirs, int[] both) {
        int count = 0;
        int j = 0;
        for (int lock : mine) {
            while (j < theirs.length && theirs[j] < lock) {
                j++;
            }
            if (j < theirs.length && theirs[j] == lock) {
                if (both != null) {
                    both[count] = lock;
                }
                count++;
            }
        }
        return count;
    }
}
