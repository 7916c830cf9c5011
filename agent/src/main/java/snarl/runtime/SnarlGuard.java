package snarl.runtime;

import jdk.internal.misc.Unsafe;

/**
 * The word of a lock that is taken with an instruction.
 *
 * <p>Not by a {@code VarHandle}: before a call of one is made first, the JVM runs code of the JDK to
 * find out how, and that code has hooks, which take locks. Having called it once does not help
 * for good: an agent beside ours may make the class anew, and with it what was found out.
 */
public abstract class SnarlGuard {
    /** Nobody has it. */
    public static final int FREE = 0;

    private static final int TAKEN = 1;
    private static final Unsafe MEMORY = Unsafe.getUnsafe();
    private static final long STATE = MEMORY.objectFieldOffset(SnarlGuard.class, "state");

    /** Whoever took it sets it {@link #FREE}. */
    public volatile int state = FREE;

    /** One that is free. */
    protected SnarlGuard() {}

    /**
     * Takes it, if nobody has it.
     *
     * @return whether it was free
     */
    protected final boolean tryTake() {
        return MEMORY.compareAndSetInt(this, STATE, FREE, TAKEN);
    }
}
