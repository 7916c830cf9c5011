package snarl.runtime;

/**
 * The façade that code calls whose join points a monitor wants to hear of: static hooks in front of
 * a delegate, which is installed before any class is instrumented.
 */
public abstract class SnarlJoinPoints {
    private static SnarlJoinPoints delegate;

    /** For delegates. */
    protected SnarlJoinPoints() {}

    /**
     * Chooses what hooks do.
     *
     * @param listener where all hooks go
     */
    public static void install(SnarlJoinPoints listener) {
        delegate = listener;
    }

    /**
     * Before or after something happens that a pointcut selects.
     *
     * @param moment the id of the place in the code, and whether it is before or after
     * @param target the object that is accessed or called, or null
     * @param arguments arguments, the value that is written, or the lock; null if nobody asks
     * @param index of an element; -1 for all else
     */
    public static void happens(int moment, Object target, Object[] arguments, int index) {
        delegate.onHappens(moment, target, arguments, index);
    }

    /**
     * After it was tried to take a lock.
     *
     * @param isTaken whether that was possible
     * @param moment as above
     * @param target the lock
     * @param arguments the lock
     */
    public static void tried(boolean isTaken, int moment, Object target, Object[] arguments) {
        if (isTaken) {
            delegate.onHappens(moment, target, arguments, -1);
        }
    }

    /**
     * Before a thread starts.
     *
     * @param thread the thread
     */
    public static void starts(Thread thread) {
        delegate.onStarts(thread);
    }

    /**
     * See {@link #happens}.
     *
     * @param moment the id of the place in the code, and whether it is before or after
     * @param target the object that is accessed or called, or null
     * @param arguments arguments, the value that is written, or the lock; null if nobody asks
     * @param index of an element; -1 for all else
     */
    protected abstract void onHappens(
            int moment, Object target, Object[] arguments, int index);

    /**
     * See {@link #starts}.
     *
     * @param thread the thread
     */
    protected abstract void onStarts(Thread thread);
}
