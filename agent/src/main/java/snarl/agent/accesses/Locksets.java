package snarl.agent.accesses;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

    private static final int MOST = 1 << 18;

    /**
     * A lock, for people.
     *
     * @param type its class
     * @param identity its identity hash code
     */
    record Lock(Class<?> type, int identity) {}

    private final Map<List<Integer>, Integer> numbers = new HashMap<>();
    private final Map<Long, Integer> larger = new HashMap<>();
    private final Map<Long, Integer> common = new HashMap<>();
    private final List<int[]> sets = new ArrayList<>();
    private final List<Lock> locks = new ArrayList<>();
    private final Guard guard = new Guard();

    Locksets() {
        sets.add(new int[0]);
        sets.add(new int[0]);
        locks.add(null);
    }

    /** The number of a lock that has none yet; from 1 on. */
    int newLock(Object lock) {
        guard.take();
        try {
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
        guard.take();
        try {
            return sets.get(set);
        } finally {
            guard.state = Guard.FREE;
        }
    }

    /** A set with a lock more. */
    int with(int set, int lock) {
        if (set == UNKNOWN) {
            return UNKNOWN;
        }
        guard.take();
        try {
            Long key = (long) set << 32 | lock;
            Integer known = larger.get(key);
            if (known == null) {
                int[] fewer = sets.get(set);
                boolean isThere = Arrays.binarySearch(fewer, lock) >= 0;
                known = isThere ? (Integer) set : (Integer) number(plus(fewer, lock));
                larger.put(key, known);
            }
            return known;
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
        List<Integer> key = new ArrayList<>(set.length);
        for (int lock : set) {
            key.add(lock);
        }
        Integer known = numbers.get(key);
        if (known != null) {
            return known;
        }
        if (sets.size() == MOST) {
            return UNKNOWN;
        }
        numbers.put(key, sets.size());
        sets.add(set);
        return sets.size() - 1;
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
        guard.take();
        try {
            Long key = (long) Math.min(one, other) << 32 | Math.max(one, other);
            Integer known = common.get(key);
            if (known == null) {
                known = number(intersection(sets.get(one), sets.get(other)));
                common.put(key, known);
            }
            return known;
        } finally {
            guard.state = Guard.FREE;
        }
    }

    private static int[] intersection(int[] mine, int[] theirs) {
        int[] both = new int[Math.min(mine.length, theirs.length)];
        int count = 0;
        for (int lock : mine) {
            if (Arrays.binarySearch(theirs, lock) >= 0) {
                both[count++] = lock;
            }
        }
        return Arrays.copyOf(both, count);
    }
}
