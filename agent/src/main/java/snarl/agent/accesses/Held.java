package snarl.agent.accesses;

import java.util.Arrays;

/** The locks that a thread holds, in the order that it took them, and the sets that they make. */
final class Held {
    private static final int FEW = 16;
    private static final int CACHED = 64;
    private static final int MOST_CACHED = 1 << 14;

    private final Locksets locksets;
    private int[] locks = new int[FEW];
    private Object[] objects = new Object[FEW];
    private Shadow[] shadows = new Shadow[FEW];
    private boolean[] isShared = new boolean[FEW];
    /** The two sets before each lock was taken. */
    private int[] allBefore = new int[FEW];

    private int[] exclusiveBefore = new int[FEW];
    private int size;
    /** What sets become with a lock more. */
    private long[] cachedSets = new long[CACHED];

    private int[] cachedResults = new int[CACHED];
    private int misses;

    /** All locks. */
    int all = Locksets.NONE;

    /** Those that nobody else can hold. */
    int exclusive = Locksets.NONE;

    Held(Locksets locksets) {
        this.locksets = locksets;
    }

    int size() {
        return size;
    }

    int lock(int place) {
        return locks[place];
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

    void add(int lock, boolean shared, Object object, Shadow shadow) {
        if (size == locks.length) {
            locks = Arrays.copyOf(locks, 2 * size);
            objects = Arrays.copyOf(objects, 2 * size);
            shadows = Arrays.copyOf(shadows, 2 * size);
            isShared = Arrays.copyOf(isShared, 2 * size);
            allBefore = Arrays.copyOf(allBefore, 2 * size);
            exclusiveBefore = Arrays.copyOf(exclusiveBefore, 2 * size);
        }
        locks[size] = lock;
        objects[size] = object;
        shadows[size] = shadow;
        isShared[size] = shared;
        allBefore[size] = all;
        exclusiveBefore[size] = exclusive;
        size++;
        if (!shared) {
            boolean areSame = exclusive == all;
            exclusive = with(exclusive, lock);
            all = areSame ? exclusive : with(all, lock);
        } else {
            all = with(all, lock);
        }
    }

    private int with(int set, int lock) {
        long key = (long) set << 32 | lock;
        int place = (31 * set + lock) & (cachedSets.length - 1);
        if (cachedSets[place] != key) {
            if (++misses > FEW * cachedSets.length && cachedSets.length < MOST_CACHED) {
                cachedSets = new long[FEW * cachedSets.length];
                cachedResults = new int[cachedSets.length];
                place = (31 * set + lock) & (cachedSets.length - 1);
            }
            cachedResults[place] = locksets.with(set, lock);
            cachedSets[place] = key;
        }
        return cachedResults[place];
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
        all = allBefore[place];
        exclusive = exclusiveBefore[place];
        int until = size;
        size = place;
        for (int i = place + 1; i < until; i++) {
            add(locks[i], isShared[i], objects[i], shadows[i]);
        }
        objects[until - 1] = null;
        shadows[until - 1] = null;
    }
}
