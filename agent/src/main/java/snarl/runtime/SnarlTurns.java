package snarl.runtime;

import jdk.internal.vm.annotation.ForceInline;

/**
 * What code calls after a loop for what it has accessed in each turn, in place of a call in each turn.
 * The loop synchronizes with nobody: no thread's epoch has changed since.
 */
public final class SnarlTurns {
    private static final int PAGE = 1 << SnarlArray.PAGE_BITS;

    private SnarlTurns() {}

    /**
     * A loop has read a field of one object.
     *
     * @param object whose field it is
     * @param from the count of its first turn
     * @param to the count after its last turn
     * @param thread the running thread
     * @param site the instruction's id
     */
    @ForceInline
    public static void read(Object object, int from, int to, SnarlThread thread, int site) {
        if (from < to) {
            SnarlAccess.read(object, thread, site);
        }
    }

    /**
     * A loop has written a field of one object.
     *
     * @param object whose field it is
     * @param from the count of its first turn
     * @param to the count after its last turn
     * @param thread the running thread
     * @param site the instruction's id
     */
    @ForceInline
    public static void write(Object object, int from, int to, SnarlThread thread, int site) {
        if (from < to) {
            SnarlAccess.write(object, thread, site);
        }
    }

    /**
     * A loop has read elements of one array.
     *
     * @param array the array, perhaps null
     * @param from the index of the first element
     * @param to an index behind the last, but not behind the one after it
     * @param step from one to the next
     * @param thread the running thread
     * @param lastArray an array that was used before, or null
     * @param last the words of that one
     * @param site the instruction's id
     * @return the words of the array
     */
    public static SnarlArray readElements(
            Object array,
            int from,
            int to,
            int step,
            SnarlThread thread,
            Object lastArray,
            SnarlArray last,
            int site) {
        SnarlArray known = array == lastArray ? last : null;
        return elements(array, known, SnarlArray.READS, from, to, step, thread, site);
    }

    /**
     * A loop has written elements of one array.
     *
     * @param array the array, perhaps null
     * @param from the index of the first element
     * @param to an index behind the last, but not behind the one after it
     * @param step from one to the next
     * @param thread the running thread
     * @param lastArray an array that was used before, or null
     * @param last the words of that one
     * @param site the instruction's id
     * @return the words of the array
     */
    public static SnarlArray writeElements(
            Object array,
            int from,
            int to,
            int step,
            SnarlThread thread,
            Object lastArray,
            SnarlArray last,
            int site) {
        SnarlArray known = array == lastArray ? last : null;
        return elements(array, known, SnarlArray.WRITES, from, to, step, thread, site);
    }

    /** The words of the array; {@code known} if they are known already. */
    private static SnarlArray elements(
            Object array,
            SnarlArray known,
            int kind,
            int from,
            int to,
            int step,
            SnarlThread thread,
            int site) {
        if (array == null || from >= to) {
            return known;
        }
        try {
            SnarlArray words = known == null ? SnarlAccess.words(array) : known;
            if (words != null) {
                look(array, words, kind, from, to, step, thread, site);
            }
            return words;
        } catch (OutOfMemoryError full) {
            SnarlAccess.lose();
            return known;
        }
    }

    private static void look(
            Object array,
            SnarlArray words,
            int kind,
            int from,
            int to,
            int step,
            SnarlThread thread,
            int site) {
        int first = from >= 0 ? from : Math.floorMod(from, step);
        int behindLast = Math.min(to, words.length);
        int end = behindLast - (step == 1 ? 0 : (behindLast - first - 1) % step);
        if (first >= end
                || thread.hasTold(words, kind, first, end, step)
                || words.renews(kind, first, end, step, thread, site)) {
            return;
        }
        int looks = words.looks;
        boolean areSettled = true;
        for (int at = first; at < end; ) {
            int behind = Math.min(end, (at | PAGE - 1) + 1);
            long[] page = words.pages(kind)[at >>> SnarlArray.PAGE_BITS];
            if (page == null) {
                areSettled = false;
                element(array, words, kind, at, thread, site);
                at += step;
                continue;
            }
            long renewed = thread.settled | site;
            for (; at < behind; at += step) {
                long word = page[at & PAGE - 1];
                if (SnarlRepeats.isSettled(word, thread)) {
                    page[at & PAGE - 1] = renewed;
                } else if (SnarlRepeats.isNew(word, thread)) {
                    areSettled = false;
                    element(array, words, kind, at, thread, site);
                } else {
                    areSettled = false;
                }
            }
        }
        if (areSettled) {
            words.add(kind, first, end, step, thread, site, looks);
        }
    }

    private static void element(
            Object array, SnarlArray words, int kind, int at, SnarlThread thread, int site) {
        if (kind == SnarlArray.WRITES) {
            SnarlAccess.writeElementAnew(array, at, thread, words, site);
        } else if (!SnarlRepeats.isAmongReaders(words, at, thread)) {
            SnarlAccess.readElementAnew(array, at, thread, words, site);
        }
    }
}
