package snarl.agent.accesses;

import snarl.runtime.SnarlRepeats;

/**
 * The state machines of paper 5 for one location, as bits of a word: RACER, which refines the
 * lockset from the first access on, and ERASER, which does so from the second thread on.
 *
 * <p>Neither keeps which thread a location is exclusive to: all words of such a location are its.
 */
final class Discipline {
    static final int VIRGIN = 0;
    static final int EXCLUSIVE = 1;
    static final int EXCLUSIVE_MODIFIED = 2;
    static final int SHARED = SnarlRepeats.SHARED;
    static final int SHARED_MODIFIED = SnarlRepeats.SHARED_MODIFIED;

    /** Bits of the two machines; each has a set of locks and a state. */
    static final int RACER = 0;

    static final int ERASER = 24;

    /** The last write, or read, or the last write by another one, was made when the location was still exclusive. */
    static final long WRITE_WAS_EXCLUSIVE = 1L << 48;

    static final long READ_WAS_EXCLUSIVE = 1L << 49;
    static final long OTHER_WAS_EXCLUSIVE = 1L << 50;

    private static final int SET_BITS = SnarlRepeats.STATE_SHIFT;
    private static final long SET_MASK = (1L << SET_BITS) - 1;
    private static final long MACHINE_MASK = (1L << (SET_BITS + 3)) - 1;

    private Discipline() {}

    static int state(long word, int machine) {
        return (int) (word >>> (machine + SET_BITS)) & 7;
    }

    static int lockset(long word, int machine) {
        return (int) (word >>> machine & SET_MASK);
    }

    /** Whether the state says that there is a race, if the lockset is empty. */
    static boolean isBroken(long word, int machine) {
        return state(word, machine) == SHARED_MODIFIED
                && lockset(word, machine) == Locksets.NONE;
    }

    /** Whether several threads use the location, and RACER knows of a lock that they share. */
    static boolean isProtected(long word) {
        return state(word, RACER) >= SHARED && lockset(word, RACER) != Locksets.NONE;
    }

    /** Whether RACER knows of no lock, and no word is from when the location was exclusive. */
    static boolean isUnprotected(long word) {
        return (word & SnarlRepeats.LOCKS_AND_MARKS) == 0;
    }

    /**
     * RACER's next state.
     *
     * @param word what was before
     * @param isForeign whether another thread than this one has the location for itself
     * @param held the locks that protect the access
     */
    static long racer(
            long word, boolean isWrite, boolean isForeign, int held, Locksets locksets) {
        int before = state(word, RACER);
        int lockset =
                before == VIRGIN ? held : locksets.meet(lockset(word, RACER), held);
        return with(word, RACER, racerState(before, isWrite, isForeign), lockset);
    }

    private static int racerState(int before, boolean isWrite, boolean isForeign) {
        return switch (before) {
            case VIRGIN -> isWrite ? EXCLUSIVE_MODIFIED : EXCLUSIVE;
            case EXCLUSIVE -> {
                if (isForeign) {
                    yield isWrite ? SHARED_MODIFIED : SHARED;
                }
                yield isWrite ? EXCLUSIVE_MODIFIED : EXCLUSIVE;
            }
            case EXCLUSIVE_MODIFIED -> isForeign ? SHARED_MODIFIED : EXCLUSIVE_MODIFIED;
            case SHARED -> isWrite ? SHARED_MODIFIED : SHARED;
            default -> SHARED_MODIFIED;
        };
    }

    /** ERASER's next state; see {@link #racer}. */
    static long eraser(
            long word, boolean isWrite, boolean isForeign, int held, Locksets locksets) {
        int before = state(word, ERASER);
        boolean isExclusive = before == VIRGIN || before == EXCLUSIVE;
        if (isExclusive && !isForeign) {
            return with(word, ERASER, EXCLUSIVE, Locksets.NONE);
        }
        int lockset = isExclusive ? held : locksets.meet(lockset(word, ERASER), held);
        int state = isWrite || before == SHARED_MODIFIED ? SHARED_MODIFIED : SHARED;
        return with(word, ERASER, state, lockset);
    }

    /** From now on only what is held next counts: {@link Locksets#UNKNOWN} meets all. */
    static long forgetLocks(long word, int machine) {
        return with(word, machine, state(word, machine), Locksets.UNKNOWN);
    }

    /** Remembers which of the words are older than RACER's sharing; there may be none of a read. */
    static long markHandOver(long before, long after, boolean hasRead) {
        boolean becomesShared = state(before, RACER) < SHARED && state(after, RACER) >= SHARED;
        if (!becomesShared) {
            return after;
        }
        return after | WRITE_WAS_EXCLUSIVE | (hasRead ? READ_WAS_EXCLUSIVE : 0);
    }

    /** What an access replaces is no longer the last one. */
    static long markAccess(long word, boolean isWrite) {
        if (!isWrite) {
            return word & ~READ_WAS_EXCLUSIVE;
        }
        long kept = word & ~(WRITE_WAS_EXCLUSIVE | OTHER_WAS_EXCLUSIVE);
        return (word & WRITE_WAS_EXCLUSIVE) != 0 ? kept | OTHER_WAS_EXCLUSIVE : kept;
    }

    private static long with(long word, int machine, int state, int lockset) {
        long bits = (long) state << SET_BITS | lockset;
        return word & ~(MACHINE_MASK << machine) | bits << machine;
    }
}
