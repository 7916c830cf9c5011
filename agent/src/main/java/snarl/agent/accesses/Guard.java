package snarl.agent.accesses;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock for what takes but a moment; who waits for it spins.
 *
 * <p>Not a monitor: since JDK 24, a virtual thread that waits for one gives up its carrier, and
 * when its turn comes, all carriers may wait for the same monitor, in hooks of the code that is to
 * carry it on. Whoever holds it must not wait for anything but another guard, nor enter it again,
 * and sets it {@link #FREE} in a {@code finally}: a call might find the stack full.
 */
final class Guard {
    static final int FREE = 0;
    private static final int TAKEN = 1;
    private static final int SPINS = 100;

    private static final VarHandle STATE;
    /** Yielding would unmount one; null where there are none. */
    private static final Class<?> VIRTUAL_THREAD = virtualThread();

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Guard.class, "state", int.class);
        } catch (ReflectiveOperationException problem) {
            throw new ExceptionInInitializerError(problem);
        }
        // Its first call makes the JDK look for a method handle, in code that has hooks of its own: a
        // thread that is not known yet would come back here, again and again.
        new Guard().take();
    }

    volatile int state = FREE;

    private static Class<?> virtualThread() {
        try {
            return Class.forName("java.lang.VirtualThread", false, null);
        } catch (ClassNotFoundException absent) {
            return null;
        }
    }

    void take() {
        int spins = 0;
        while (!STATE.compareAndSet(this, FREE, TAKEN)) {
            pause(++spins);
        }
    }

    /** Lets time pass for somebody who has spun so often. */
    static void pause(int spins) {
        if (spins % SPINS == 0 && Thread.currentThread().getClass() != VIRTUAL_THREAD) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }
}
