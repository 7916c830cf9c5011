package snarl.agent.accesses;

/**
 * What the hooks of accesses see of a thread's locks, to tell whether an access only repeats what
 * is known.
 */
enum LockView {
    /** RACER must know when they are others. */
    SETS,
    /** Nobody asks for locks. */
    NOTHING,
    /** Nothing is a repetition, within an epoch excepted. */
    ALWAYS_OTHERS;

    long show(int set) {
        return switch (this) {
            case SETS -> set;
            case NOTHING -> 0;
            case ALWAYS_OTHERS -> -1;
        };
    }
}
