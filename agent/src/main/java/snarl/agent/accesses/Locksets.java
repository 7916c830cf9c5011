package snarl.agent.accesses;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sets of monitors that threads hold, each with a number; monitors are numbers too.
 *
 * <p>There are few: a set is what a thread holds at one time.
 */
final class Locksets {
    /** The set of no monitors. */
    static final int NONE = 0;

    /** In place of sets when there are too many: it counts as sharing a monitor with any. */
    static final int UNKNOWN = 1;

    private static final int MOST = 1 << 18;

    private final Map<List<Integer>, Integer> numbers = new HashMap<>();
    private final List<int[]> sets = new ArrayList<>();
    private final Guard guard = new Guard();
    private int monitors;

    Locksets() {
        sets.add(new int[0]);
        sets.add(new int[0]);
    }

    int newMonitor() {
        guard.take();
        try {
            return ++monitors;
        } finally {
            guard.state = Guard.FREE;
        }
    }

    /** The number of a set, given as monitors in the order that they were entered. */
    int of(int[] held, int count) {
        guard.take();
        try {
            if (count == 0) {
                return NONE;
            }
            int[] sorted = Arrays.copyOf(held, count);
            Arrays.sort(sorted);
            List<Integer> key = new ArrayList<>(count);
            for (int monitor : sorted) {
                if (key.isEmpty() || key.get(key.size() - 1) != monitor) {
                    key.add(monitor);
                }
            }
            Integer known = numbers.get(key);
            if (known != null) {
                return known;
            }
            if (sets.size() == MOST) {
                return UNKNOWN;
            }
            numbers.put(key, sets.size());
            sets.add(sorted);
            return sets.size() - 1;
        } finally {
            guard.state = Guard.FREE;
        }
    }

    /** Whether two sets may have a monitor in common. */
    boolean meet(int one, int other) {
        if (one == NONE || other == NONE) {
            return false;
        }
        return one == other || one == UNKNOWN || other == UNKNOWN || haveCommon(one, other);
    }

    private boolean haveCommon(int one, int other) {
        guard.take();
        try {
            int[] mine = sets.get(one);
            int[] theirs = sets.get(other);
            int i = 0;
            int j = 0;
            while (i < mine.length && j < theirs.length) {
                if (mine[i] == theirs[j]) {
                    return true;
                }
                if (mine[i] < theirs[j]) {
                    i++;
                } else {
                    j++;
                }
            }
            return false;
        } finally {
            guard.state = Guard.FREE;
        }
    }
}
