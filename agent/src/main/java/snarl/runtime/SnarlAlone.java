package snarl.runtime;

/**
 * What a thread does to a location that nobody else has used yet, as with what it has just made:
 * nothing is found there, so nobody needs to look. The location's discipline goes on as RACER's does.
 *
 * <p>Who does this holds the location, which is a bit of its discipline.
 */
public final class SnarlAlone {
    private static final int VIRGIN = 0;
    private static final int EXCLUSIVE = 1;
    private static final int EXCLUSIVE_MODIFIED = 2;

    private static final long HELD = Long.MIN_VALUE;
    private static final long SETS = (1L << SnarlRepeats.STATE_SHIFT) - 1;
    private static final long SETS_AND_STATES = (1L << SnarlRepeats.STATE_SHIFT + 3) - 1;

    /** The last set that names no lock, but for that of none: some that are not known. */
    private static final long UNKNOWN = 1;

    /** In place of a discipline: it must be looked at. */
    private static final long OTHER = -1;

    private SnarlAlone() {}

    /**
     * Whether a read of a field is one of these; then it is remembered.
     *
     * @param base what the offsets are of
     * @param field where the words are
     * @param thread the running thread
     * @param site the instruction's id
     * @return if not, it must be looked at
     */
    public static boolean reads(Object base, SnarlField field, SnarlThread thread, int site) {
        return accesses(base, field, false, thread, site);
    }

    /**
     * The same for a write.
     *
     * @param base what the offsets are of
     * @param field where the words are
     * @param thread the running thread
     * @param site the instruction's id
     * @return if not, it must be looked at
     */
    public static boolean writes(Object base, SnarlField field, SnarlThread thread, int site) {
        return accesses(base, field, true, thread, site);
    }

    private static boolean accesses(
            Object base, SnarlField field, boolean isWrite, SnarlThread thread, int site) {
        if (!thread.isUsedTo(site)) {
            return false;
        }
        long before = SnarlMemory.word(base, field.discipline);
        long after = next(before, isWrite, thread);
        if (after == OTHER || !take(base, field.discipline, before)) {
            return false;
        }
        boolean isAlone =
                isOwn(SnarlMemory.word(base, field.write), thread)
                        && isOwn(SnarlMemory.word(base, field.read), thread);
        if (isAlone) {
            SnarlMemory.put(base, isWrite ? field.write : field.read, word(after, thread, site));
        }
        SnarlMemory.release(base, field.discipline, isAlone ? after : before);
        return isAlone;
    }

    /** The same for a read of an element. */
    static boolean reads(SnarlArray words, int index, SnarlThread thread, int site) {
        return accesses(words, index, false, thread, site);
    }

    /** The same for a write of an element. */
    static boolean writes(SnarlArray words, int index, SnarlThread thread, int site) {
        return accesses(words, index, true, thread, site);
    }

    private static boolean accesses(
            SnarlArray words, int index, boolean isWrite, SnarlThread thread, int site) {
        if (!thread.isUsedTo(site)) {
            return false;
        }
        int number = index >>> SnarlArray.PAGE_BITS;
        long offset = SnarlMemory.wordOffset(index & (1 << SnarlArray.PAGE_BITS) - 1);
        long[] disciplines = words.page(words.disciplines, index);
        long before = SnarlMemory.word(disciplines, offset);
        long after = next(before, isWrite, thread);
        if (after == OTHER || !take(disciplines, offset, before)) {
            return false;
        }
        boolean isAlone =
                isOwn(words.writes[number], offset, thread)
                        && isOwn(words.reads[number], offset, thread);
        if (isAlone) {
            long[] page = words.page(isWrite ? words.writes : words.reads, index);
            SnarlMemory.put(page, offset, word(after, thread, site));
        }
        SnarlMemory.release(disciplines, offset, isAlone ? after : before);
        return isAlone;
    }

    private static boolean take(Object base, long offset, long discipline) {
        return SnarlMemory.exchange(base, offset, discipline, discipline | HELD);
    }

    private static boolean isOwn(long[] page, long offset, SnarlThread thread) {
        return page == null || isOwn(SnarlMemory.word(page, offset), thread);
    }

    /** Whether a word is the thread's, or there is none. */
    private static boolean isOwn(long word, SnarlThread thread) {
        return word == 0 || (word ^ thread.epoch) >>> SnarlThread.NUMBER_SHIFT == 0;
    }

    /** The next discipline, as long as the location is exclusive to a thread; else {@link #OTHER}. */
    private static long next(long discipline, boolean isWrite, SnarlThread thread) {
        int state = (int) (discipline >>> SnarlRepeats.STATE_SHIFT);
        if ((discipline & ~SETS_AND_STATES) != 0 || state > EXCLUSIVE_MODIFIED) {
            return OTHER;
        }
        long held = isWrite ? thread.writeLocks : thread.readLocks;
        if (held < 0) {
            return OTHER;
        }
        long set = state == VIRGIN ? held : meet(discipline & SETS, held);
        if (set == OTHER) {
            return OTHER;
        }
        long modified = isWrite || state == EXCLUSIVE_MODIFIED ? EXCLUSIVE_MODIFIED : EXCLUSIVE;
        return modified << SnarlRepeats.STATE_SHIFT | set;
    }

    /** What two sets have in common, if that is easily told. */
    private static long meet(long one, long other) {
        if (one == other) {
            return one;
        }
        boolean isNone = one == 0 && other != UNKNOWN || other == 0 && one != UNKNOWN;
        return isNone ? 0 : OTHER;
    }

    /** If no lock is left to be lost, the thread may renew its word. */
    private static long word(long discipline, SnarlThread thread, int site) {
        return ((discipline & SETS) == 0 ? thread.settled : thread.epoch) | site;
    }
}
