package snarl.agent.accesses;

import java.util.ArrayList;
import java.util.List;

/**
 * The states of threads, by identity.
 *
 * <p>No {@link ThreadLocal}: pools clear those between tasks. A state is never dropped before its
 * thread is, so that reading takes no lock.
 */
final class ThreadStates {
    private static final int BUCKETS = 1 << 12;
    /** Threads that are recorded; clocks have a count for each. */
    static final int MOST = 1 << 12;

    private final Guard guard = new Guard();
    private final ThreadState[] buckets = new ThreadState[BUCKETS];
    private final List<String> names = new ArrayList<>();

    /** The state of a thread, or null if it has none yet. */
    ThreadState find(Thread thread) {
        ThreadState state = buckets[System.identityHashCode(thread) & (BUCKETS - 1)];
        while (state != null && !state.refersTo(thread)) {
            state = state.next;
        }
        return state;
    }

    /** Makes a state for a thread; null if there are too many. */
    ThreadState add(Thread thread) {
        guard.take();
        try {
            if (names.size() == MOST) {
                return null;
            }
            int bucket = System.identityHashCode(thread) & (BUCKETS - 1);
            ThreadState state = new ThreadState(names.size(), thread, buckets[bucket]);
            names.add(state.name);
            buckets[bucket] = state;
            return state;
        } finally {
            guard.state = Guard.FREE;
        }
    }

    String name(int number) {
        guard.take();
        try {
            return names.get(number);
        } finally {
            guard.state = Guard.FREE;
        }
    }

    int count() {
        guard.take();
        try {
            return names.size();
        } finally {
            guard.state = Guard.FREE;
        }
    }
}
