package snarl.agent.accesses;

import snarl.runtime.SnarlGuard;

/**
 * A lock for what takes but a moment; who waits for it spins.
 *
 * <p>Not a monitor: since JDK 24, a virtual thread that waits for one gives up its carrier, and
 * when its turn comes, all carriers may wait for the same monitor, in hooks of the code that is to
 * carry it on. Whoever holds it must not wait for anything but another guard, nor enter it again,
 * and sets it {@link #FREE} in a {@code finally}: a call might find the stack full.
 */
final class Guard extends SnarlGuard {
    private static final int SPINS = 100;

    /** Yielding would unmount one; null where there are none. */
    private static final Class<?> VIRTUAL_THREAD = virtualThread();

    private static Class<?> virtualThread() {
        try {
            return Class.forName("java.lang.VirtualThread", false, null);
        } catch (ClassNotFoundException absent) {
            return null;
        }
    }

    void take() {
        int spins = 0;
        while (!tryTake()) {
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
