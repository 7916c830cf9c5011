package snarl.agent.accesses;

import java.util.HashSet;
import java.util.Set;

/** Races that were found, each pair of sites once: as observed, else as predicted. */
final class Sightings {
    /** Who has found it, as bits. */
    static final int FASTTRACK = 1;

    static final int RACER = 2;
    static final int ERASER = 4;

    private static final int LAST = 1 << 10;

    /**
     * One of the two accesses.
     *
     * @param locks the set of locks that were held
     * @param stack null if none was kept
     * @param isExact whether the stack is that of the very access
     */
    record Side(Site site, boolean isWrite, int thread, int locks, Stack stack, boolean isExact) {}

    /**
     * A race.
     *
     * @param detectors who has found it
     * @param what the field, or the class of the array or container
     * @param type the class of the object; null for a static field
     * @param identity its identity hash code
     */
    record Race(
            boolean isObserved,
            int detectors,
            Site.Kind kind,
            Object what,
            Class<?> type,
            int identity,
            Side first,
            Side second) {}

    private final Guard guard = new Guard();
    private final Registry registry;
    private final ThreadStates threads;
    private final Set<Long> observed = new HashSet<>();
    private final Set<Long> predicted = new HashSet<>();

    /**
     * The last pairs that were predicted, of those with the same place. Where a discipline is broken it
     * is so again and again: not all threads are to wait for each other to see that a pair is known.
     */
    private final long[] lastPredicted = new long[LAST];

    final News<Race> news = new News<>();

    Sightings(Registry registry, ThreadStates threads) {
        this.registry = registry;
        this.threads = threads;
    }

    /** Nothing orders an access with an earlier one. */
    void observed(Access access, long earlier, boolean isWrite) {
        if (isNew(true, pair(key(earlier, isWrite), key(access)))) {
            add(true, FASTTRACK, access, earlier(earlier, isWrite), now(access));
        }
    }

    /** An access breaks a discipline together with an earlier one. */
    void predicted(Access access, long earlier, boolean isWrite, int detector) {
        long pair = pair(key(earlier, isWrite), key(access));
        if (!isPredicted(pair) && isNew(false, pair)) {
            add(false, detector, access, earlier(earlier, isWrite), now(access));
        }
    }

    /** A read of another thread and an earlier write of this one break a discipline. */
    void predictedBetween(Access access, long read, long write, int detector) {
        long pair = pair(key(read, false), key(write, true));
        if (!isPredicted(pair) && isNew(false, pair)) {
            add(false, detector, access, earlier(read, false), earlier(write, true));
        }
    }

    private static int key(long word, boolean isWrite) {
        return Words.site(word) << 1 | (isWrite ? 1 : 0);
    }

    private static int key(Access access) {
        return key(access.word, access.isWrite);
    }

    /** Never 0: one of the two writes. */
    private static long pair(int one, int other) {
        return (long) Math.max(one, other) << 32 | Math.min(one, other);
    }

    /** Whether it is sure that a pair was predicted. */
    private boolean isPredicted(long pair) {
        return lastPredicted[place(pair)] == pair;
    }

    private static int place(long pair) {
        return (int) ((pair * 0x9E3779B97F4A7C15L) >>> 40) & (LAST - 1);
    }

    private boolean isNew(boolean isObserved, long pair) {
        guard.take();
        try {
            if (!isObserved) {
                lastPredicted[place(pair)] = pair;
            }
            return !observed.contains(pair) && (isObserved ? observed : predicted).add(pair);
        } finally {
            guard.state = Guard.FREE;
        }
    }

    private Side now(Access access) {
        return new Side(
                access.site,
                access.isWrite,
                access.thread.number,
                access.thread.held.all(),
                new Stack(),
                true);
    }

    private Side earlier(long word, boolean isWrite) {
        Site site = registry.sites.get(Words.site(word));
        int number = Words.thread(word);
        SiteStacks.Kept kept = site.stacks.of(word);
        return new Side(
                site,
                isWrite,
                number,
                locks(word),
                kept == null ? null : kept.stack(),
                kept != null && kept.isExact());
    }

    /** The set of locks that were held at an access. */
    int locks(long word) {
        return threads.get(Words.thread(word)).locksAt(Words.count(word));
    }

    private void add(boolean isObserved, int detectors, Access access, Side first, Side second) {
        Object object = access.object;
        Race race =
                new Race(
                        isObserved,
                        detectors,
                        access.site.kind,
                        access.what,
                        object == null ? null : object.getClass(),
                        object == null ? 0 : System.identityHashCode(object),
                        first,
                        second);
        news.add(race);
    }
}
