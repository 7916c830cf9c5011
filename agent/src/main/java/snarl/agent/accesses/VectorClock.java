package snarl.agent.accesses;

import java.util.Arrays;

/**
 * How much of each thread has happened before: a count for each thread, by its number.
 *
 * <p>Counts are in pages, of which only those exist that say something: thousands of short threads
 * know little of each other.
 */
final class VectorClock {
    private static final int PAGE_BITS = 6;
    private static final int PAGE = 1 << PAGE_BITS;

    private int[][] pages = new int[1][];

    int get(int thread) {
        int index = thread >>> PAGE_BITS;
        int[] page = index < pages.length ? pages[index] : null;
        return page == null ? 0 : page[thread & (PAGE - 1)];
    }

    /** One thread moves on; returns its count. */
    int tick(int thread) {
        return ++page(thread >>> PAGE_BITS)[thread & (PAGE - 1)];
    }

    /** At least so much of a thread has happened before. */
    void learn(int thread, int count) {
        int[] page = page(thread >>> PAGE_BITS);
        int place = thread & (PAGE - 1);
        page[place] = Math.max(page[place], count);
    }

    /** Becomes the same as another one, of which it is a part. */
    void set(VectorClock other) {
        for (int index = 0; index < other.pages.length; index++) {
            int[] theirs = other.pages[index];
            if (theirs != null) {
                System.arraycopy(theirs, 0, page(index), 0, PAGE);
            }
        }
    }

    /** What happened before the other one, happened before this one too. */
    void join(VectorClock other) {
        for (int index = 0; index < other.pages.length; index++) {
            int[] theirs = other.pages[index];
            if (theirs != null) {
                joinPage(page(index), theirs);
            }
        }
    }

    private static void joinPage(int[] mine, int[] theirs) {
        for (int i = 0; i < PAGE; i++) {
            mine[i] = Math.max(mine[i], theirs[i]);
        }
    }

    private int[] page(int index) {
        if (index >= pages.length) {
            pages = Arrays.copyOf(pages, index + 1);
        }
        int[] page = pages[index];
        if (page == null) {
            page = new int[PAGE];
            pages[index] = page;
        }
        return page;
    }
}
