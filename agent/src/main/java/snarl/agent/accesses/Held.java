package snarl.agent.accesses;

import java.util.Arrays;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantLock;

/** The locks that a thread holds, in the order that it took them, and the sets that they make. */
final class Held {
    private static final int FEW = 16;
    private static final int CACHED = 64;
    private static final int MOST_CACHED = 1 << 18;

    private final Locksets locksets;
    private int[] locks = new int[FEW];
    private Object[] objects = new Object[FEW];
    private Shadow[] shadows = new Shadow[FEW];
    /** The set of each lock alone. */
    private int[] singles = new int[FEW];

    private boolean[] isShared = new boolean[FEW];
    private boolean[] isLeft = new boolean[FEW];
    /** How often each lock was taken again while it was held. */
    private int[] again = new int[FEW];

    /** The two sets before each lock was taken. */
    private int[] allBefore = new int[FEW];

    private int[] exclusiveBefore = new int[FEW];
    private int size;
    /** What sets become with a lock more. */
    private long[] cachedSets = new long[CACHED];

    private int[] cachedResults = new int[CACHED];
    private int misses;

    /** All locks, but for one that is pending. */
    private int all = Locksets.NONE;

    /** Those that nobody else can hold, but for one that is pending. */
    private int exclusive = Locksets.NONE;

    /**
     * The second of two locks, if nobody has asked yet for the set that they make: where pairs of many
     * objects are locked, there are very many such sets, and few are ever asked for.
     */
    private int pending = Locksets.OTHER;

    Held(Locksets locksets) {
        this.locksets = locksets;
    }

    int size() {
        return size;
    }

    /** All locks. */
    int all() {
        settle();
        return all;
    }

    /** Those that nobody else can hold. */
    int exclusive() {
        settle();
        return exclusive;
    }

    /** All locks, but for the one that is pending. */
    int allSettled() {
        return all;
    }

    /** A lock of which it is not known yet which set it makes; {@link Locksets#OTHER} for none. */
    int pending() {
        return pending;
    }

    private void settle() {
        if (pending != Locksets.OTHER) {
            exclusive = with(exclusive, pending);
            all = exclusive;
            pending = Locksets.OTHER;
        }
    }

    int lock(int place) {
        return locks[place];
    }

    /** The set of just the lock at a place. */
    int single(int place) {
        return singles[place];
    }

    /** Whether others may hold the lock at a place as well. */
    boolean isShared(int place) {
        return place >= 0 && isShared[place];
    }

    boolean has(int lock) {
        for (int i = 0; i < size; i++) {
            if (locks[i] == lock) {
                return true;
            }
        }
        return false;
    }

    /** The shadow of a lock that is held; null if it is not. */
    Shadow shadow(Object object) {
        for (int i = size - 1; i >= 0; i--) {
            if (objects[i] == object) {
                return shadows[i];
            }
        }
        return null;
    }

    /**
     * Whether a lock is held in the same way already. Then it is only counted: nobody else can have
     * had it in between.
     */
    boolean takeAgain(Object object, boolean shared) {
        int place = find(object, shared);
        if (place >= 0) {
            again[place]++;
        }
        return place >= 0;
    }

    /** Whether a lock that is given back was taken more often, and stays held. */
    boolean giveBackOnce(Object object, boolean shared) {
        int place = find(object, shared);
        boolean staysHeld = place >= 0 && again[place] > 0;
        if (staysHeld) {
            again[place]--;
        }
        return staysHeld;
    }

    /** The place of a lock, which is most often the last that was taken; negative for none. */
    private int find(Object object, boolean shared) {
        int place = size - 1;
        while (place >= 0 && (objects[place] != object || isShared[place] != shared)) {
            place--;
        }
        return place;
    }

    void add(int lock, boolean shared, Object object, Shadow shadow) {
        if (size == locks.length) {
            grow(2 * size);
        }
        locks[size] = lock;
        objects[size] = object;
        shadows[size] = shadow;
        isShared[size] = shared;
        again[size] = 0;
        singles[size] = shadow.single(lock, locksets);
        size++;
        include(size - 1);
    }

    /** All or nothing: the stack or the heap may be full. */
    private void grow(int length) {
        int[] moreLocks = Arrays.copyOf(locks, length);
        Object[] moreObjects = Arrays.copyOf(objects, length);
        Shadow[] moreShadows = Arrays.copyOf(shadows, length);
        int[] moreSingles = Arrays.copyOf(singles, length);
        boolean[] moreShared = Arrays.copyOf(isShared, length);
        int[] moreAgain = Arrays.copyOf(again, length);
        boolean[] moreLeft = new boolean[length];
        int[] moreAll = Arrays.copyOf(allBefore, length);
        int[] moreExclusive = Arrays.copyOf(exclusiveBefore, length);
        locks = moreLocks;
        objects = moreObjects;
        shadows = moreShadows;
        singles = moreSingles;
        isShared = moreShared;
        again = moreAgain;
        isLeft = moreLeft;
        allBefore = moreAll;
        exclusiveBefore = moreExclusive;
    }

    /** The two sets with the lock at a place, and those before it. */
    private void include(int place) {
        settle();
        int lock = locks[place];
        allBefore[place] = all;
        exclusiveBefore[place] = exclusive;
        if (place == 0) {
            all = singles[place];
            exclusive = isShared[place] ? Locksets.NONE : all;
            return;
        }
        boolean isSecond = place == 1 && exclusive == all && lock != locks[0];
        if (isSecond && !isShared[place] && lock != Locksets.OTHER) {
            pending = lock;
            return;
        }
        if (isShared[place]) {
            all = with(all, lock);
            return;
        }
        boolean areSame = exclusive == all;
        exclusive = with(exclusive, lock);
        all = areSame ? exclusive : with(all, lock);
    }

    /**
     * Forgets what the running thread does not hold any more, and what is there twice. If the stack
     * is too full for it, nothing that is held is forgotten.
     */
    void forgetLeft() {
        for (int i = 0; i < size; i++) {
            isLeft[i] = isLeft(i);
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (!isLeft[i]) {
                move(i, kept++);
            }
        }
        shrink(kept);
        pending = Locksets.OTHER;
        all = Locksets.NONE;
        exclusive = Locksets.NONE;
        for (int i = 0; i < size; i++) {
            include(i);
        }
    }

    private boolean isLeft(int place) {
        for (int i = 0; i < place; i++) {
            if (objects[i] == objects[place] && isShared[i] == isShared[place]) {
                return canAsk(objects[i]);
            }
        }
        return canAsk(objects[place]) && !isHeld(objects[place]);
    }

    /** Whether the JVM tells who holds a lock; of a read-write lock, nobody does. */
    static boolean canAsk(Object lock) {
        return !(lock instanceof AbstractQueuedSynchronizer);
    }

    private static boolean isHeld(Object lock) {
        return Thread.holdsLock(lock)
                || lock instanceof ReentrantLock reentrant && reentrant.isHeldByCurrentThread();
    }

    /** What the running thread did so far becomes known to whoever enters one of its monitors. */
    void release(ThreadState thread) {
        for (int i = 0; i < size; i++) {
            if (Thread.holdsLock(objects[i])) {
                shadows[i].monitor.release(thread);
            }
        }
    }

    private int with(int set, int lock) {
        long key = (long) set << 32 | lock;
        int place = place(key);
        if (cachedSets[place] != key) {
            if (++misses > FEW * cachedSets.length && cachedSets.length < MOST_CACHED) {
                cachedSets = new long[FEW * cachedSets.length];
                cachedResults = new int[cachedSets.length];
                place = place(key);
            }
            cachedResults[place] = locksets.with(set, lock);
            cachedSets[place] = key;
        }
        return cachedResults[place];
    }

    private int place(long key) {
        return (int) (key * 0x9E3779B97F4A7C15L >>> 40) & (cachedSets.length - 1);
    }

    /** Lets go of a lock, which is most often the last that was taken. */
    void remove(int lock, boolean shared) {
        int place = size - 1;
        while (place >= 0 && (locks[place] != lock || isShared[place] != shared)) {
            place--;
        }
        if (place < 0) {
            return;
        }
        for (int i = place + 1; i < size; i++) {
            move(i, i - 1);
        }
        shrink(size - 1);
        pending = Locksets.OTHER;
        all = allBefore[place];
        exclusive = exclusiveBefore[place];
        for (int i = place; i < size; i++) {
            include(i);
        }
    }

    private void move(int from, int to) {
        locks[to] = locks[from];
        objects[to] = objects[from];
        shadows[to] = shadows[from];
        singles[to] = singles[from];
        isShared[to] = isShared[from];
        again[to] = again[from];
    }

    private void shrink(int to) {
        for (int i = to; i < size; i++) {
            objects[i] = null;
            shadows[i] = null;
        }
        size = to;
    }
}
