package snarl.agent.accesses;

import java.util.Arrays;
import snarl.runtime.SnarlThread;

/**
 * The states of threads, by identity.
 *
 * <p>No {@link ThreadLocal}: pools clear those between tasks. A state is never dropped, so that
 * reading takes no lock.
 */
final class ThreadStates {
    private static final int BUCKETS = 1 << 12;
    /** Threads that are recorded: so many fit into a word. */
    static final int MOST = Words.THREADS;

    private final Guard guard = new Guard();
    private final Locksets locksets;
    private final LockView lockView;
    private final ThreadState[] buckets = new ThreadState[BUCKETS];
    private ThreadState[] byNumber = new ThreadState[64];
    private int count;

    /** Threads that were started, and of which nothing was heard yet. */
    private int started;


    ThreadStates(Locksets locksets, LockView lockView) {
        this.locksets = locksets;
        this.lockView = lockView;
    }

    /** A thread is about to be started. */
    void starts() {
        guard.take();
        try {
            started++;
        } finally {
            guard.state = Guard.FREE;
        }
    }

    /**
     * Whether all threads know what the initializer of a class did: all that run, and nobody was
     * started of whom nothing was heard since.
     */
    boolean allKnowInitialized(int type) {
        guard.take();
        try {
            for (int i = 0; i < count && started == 0; i++) {
                ThreadState state = byNumber[i];
                Thread thread = state.get();
                boolean isAlive = thread != null && thread.isAlive() && !state.isOfTool;
                if (isAlive && !state.knowsInitialized(type)) {
                    return false;
                }
            }
            return started == 0;
        } finally {
            guard.state = Guard.FREE;
        }
    }

    /** The state of a thread, or null if it has none yet. */
    ThreadState find(Thread thread) {
        ThreadState known = (ThreadState) SnarlThread.find(thread);
        return known != null ? known : findAmongAll(thread);
    }

    private ThreadState findAmongAll(Thread thread) {
        ThreadState state = buckets[System.identityHashCode(thread) & (BUCKETS - 1)];
        while (state != null && !state.refersTo(thread)) {
            state = state.next;
        }
        if (state != null) {
            state.makeKnown(thread);
        }
        return state;
    }

    /** Makes a state for a thread; null if there are too many. */
    ThreadState add(Thread thread, Birth birth) {
        guard.take();
        try {
            if (count == MOST) {
                return null;
            }
            int bucket = System.identityHashCode(thread) & (BUCKETS - 1);
            ThreadState state =
                    new ThreadState(
                            count, thread, birth, locksets, lockView, buckets[bucket]);
            if (count == byNumber.length) {
                byNumber = Arrays.copyOf(byNumber, 2 * count);
            }
            byNumber[count++] = state;
            started -= birth.parent() >= 0 ? 1 : 0;
            buckets[bucket] = state;
            state.makeKnown(thread);
            return state;
        } finally {
            guard.state = Guard.FREE;
        }
    }

    ThreadState get(int number) {
        guard.take();
        try {
            return byNumber[number];
        } finally {
            guard.state = Guard.FREE;
        }
    }

    /** A thread is about to learn how far another one has come, but not what that one knew. */
    void learnAlone(int number, int threadCount) {
        guard.take();
        try {
            ThreadState of = byNumber[number];
            of.learntAlone = Math.max(of.learntAlone, threadCount);
        } finally {
            guard.state = Guard.FREE;
        }
    }

    /** How often all of them have synchronized. */
    long synchronizations() {
        guard.take();
        try {
            long sum = 0;
            for (int i = 0; i < count; i++) {
                sum += byNumber[i].synchronizations;
            }
            return sum;
        } finally {
            guard.state = Guard.FREE;
        }
    }

    int count() {
        guard.take();
        try {
            return count;
        } finally {
            guard.state = Guard.FREE;
        }
    }
}
