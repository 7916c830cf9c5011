package snarl.agent.accesses;

import java.util.Arrays;

/**
 * What was done to one location: of each thread, from each site, with each set of monitors, the
 * last access.
 *
 * <p>The last one is enough: if an earlier access of the same thread is not known to somebody, the
 * later one is not either. Guarded by the guard of its {@link Shadow}.
 */
final class AccessRows {
    /** How many accesses are remembered; beyond, the oldest one is forgotten. */
    private static final int MOST = 96;

    private static final int THREAD = 0;
    private static final int ACCESS = 1;
    private static final int MONITORS = 2;
    private static final int COUNT = 3;
    private static final int WIDTH = 4;

    /** The field's id, the element's index, or {@link Shadow#CONTAINER}. */
    final int key;

    final AccessRows next;
    /** Rows of thread, access, monitors, and the thread's count. */
    private int[] rows = new int[WIDTH];

    private int size;
    private int oldest;

    AccessRows(int key, AccessRows next) {
        this.key = key;
        this.next = next;
    }

    /** The same location in another chain. */
    AccessRows after(AccessRows other) {
        AccessRows same = new AccessRows(key, other);
        same.rows = rows;
        same.size = size;
        same.oldest = oldest;
        return same;
    }

    /**
     * Adds an access, and tells of all others that it is not ordered with.
     *
     * @param access {@link #access}
     * @param object whose location it is
     * @return whether one had to be forgotten
     */
    boolean add(ThreadState thread, int access, Races races, Object what, Shadow object) {
        int mine = -1;
        int count = thread.time.order.get(thread.number);
        int monitors = thread.held.all();
        for (int row = 0; row < size; row += WIDTH) {
            if (rows[row + THREAD] != thread.number) {
                compare(row, thread, access, races, what, object);
            } else if (rows[row + ACCESS] == access && rows[row + MONITORS] == monitors) {
                mine = row;
            }
        }
        if (mine < 0) {
            return append(thread.number, access, monitors, count);
        }
        rows[mine + COUNT] = count;
        return false;
    }

    private void compare(
            int row, ThreadState thread, int access, Races races, Object what, Shadow object) {
        int other = rows[row + THREAD];
        int count = rows[row + COUNT];
        boolean conflicts = isWrite(access) || isWrite(rows[row + ACCESS]);
        if (!conflicts || count <= thread.time.intent.get(other)) {
            return;
        }
        boolean isObserved = count > thread.time.order.get(other);
        if (!isObserved
                && (object.wasOwned(other, count, what)
                        || races.locksets.meet(thread.held.all(), rows[row + MONITORS])
                                != Locksets.NONE)) {
            return;
        }
        races.add(isObserved, rows[row + ACCESS], other, access, thread.number, what);
    }

    private boolean append(int thread, int access, int monitors, int count) {
        boolean isFull = size == WIDTH * MOST;
        int row = isFull ? oldest : size;
        if (isFull) {
            oldest = (oldest + WIDTH) % size;
        } else {
            size += WIDTH;
        }
        if (size > rows.length) {
            rows = Arrays.copyOf(rows, Math.min(2 * size, WIDTH * MOST));
        }
        rows[row + THREAD] = thread;
        rows[row + ACCESS] = access;
        rows[row + MONITORS] = monitors;
        rows[row + COUNT] = count;
        return isFull;
    }

    /** A site and what it does there, as one number. */
    static int access(int site, boolean isWrite) {
        return site << 1 | (isWrite ? 1 : 0);
    }

    static int site(int access) {
        return access >> 1;
    }

    static boolean isWrite(int access) {
        return (access & 1) != 0;
    }
}
