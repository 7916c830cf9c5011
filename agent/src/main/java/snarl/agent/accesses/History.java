package snarl.agent.accesses;

import java.util.function.Supplier;

/**
 * What happened so far: the clocks of threads and of what they synchronize on, and the accesses of
 * all locations.
 *
 * <p>Whoever releases something tells its clock all that the thread knows, and the thread moves on
 * by one; whoever acquires it learns what its clock knows. An access is before another one if the
 * other's thread knows the count that the one's thread had.
 */
final class History {
    private static final int ACCESSES_A_YIELD = 4;
    private static final int ACCESSES_A_SLEEP = 32;

    final Races races = new Races();
    final ThreadStates threads = new ThreadStates();

    private final Shadows shadows = new Shadows();
    /** What pauses are drawn from; 0 for none. */
    private final int noise;

    /** Counts that are only shown: threads may lose some. */
    long accesses;

    long synchronizations;
    long leftOut;
    /** Why recording has stopped; null if it has not. */
    volatile String stopped;

    History(int noise) {
        this.noise = noise;
    }

    // Inside the tool

    /** The state of this thread, inside the tool from now on; null if nothing is recorded now. */
    ThreadState enter() {
        Thread current = Thread.currentThread();
        ThreadState thread = threads.find(current);
        if (thread == null) {
            return stopped == null ? newThread(current) : null;
        }
        if (thread.isInside || thread.quiet > 0 || stopped != null) {
            return null;
        }
        thread.isInside = true;
        settle(thread);
        return thread;
    }

    /** The same for what a hook is about; null also if that is. */
    ThreadState enter(Object subject) {
        return subject == null ? null : enter();
    }

    private ThreadState newThread(Thread current) {
        ThreadState thread = threads.add(current);
        if (thread == null) {
            stopped = "there were more than " + ThreadStates.MOST + " threads";
            return null;
        }
        thread.isInside = true;
        acquire(thread, current, Shadow.FORK);
        return thread;
    }

    /** What was told before it happened has happened by now. */
    private void settle(ThreadState thread) {
        Object monitor = thread.waitsOn;
        if (monitor != null) {
            thread.waitsOn = null;
            acquire(thread, monitor, Shadow.MONITOR);
            acquire(thread, monitor, Shadow.NOTIFY);
        }
        if (thread.isInterrupted) {
            thread.isInterrupted = false;
            Thread current = thread.get();
            if (current != null) {
                acquire(thread, current, Shadow.INTERRUPT);
            }
        }
    }

    /** Makes this thread one of the tool's: nothing that it does is recorded. */
    void enterForGood() {
        enter();
    }

    /** Does the tool's own work in this thread: nothing of it is recorded. */
    <T> T inside(Supplier<T> work) {
        ThreadState thread = enter();
        try {
            return work.get();
        } finally {
            if (thread != null) {
                thread.isInside = false;
            }
        }
    }

    // What happens

    /** Others may learn from now on what this thread has done. */
    void release(ThreadState thread, Object object, int key) {
        Shadow shadow = synchronizer(object);
        if (shadow != null) {
            shadow.release(thread, key);
        }
    }

    /** This thread learns what those have done who released the same. */
    void acquire(ThreadState thread, Object object, int key) {
        Shadow shadow = synchronizer(object);
        if (shadow != null) {
            shadow.acquire(thread, key);
        }
    }

    /** Without it, what is ordered would seem not to be. */
    private Shadow synchronizer(Object object) {
        synchronizations++;
        Shadow shadow = shadows.of(object);
        if (shadow == null) {
            stopped = "there were too many objects";
        }
        return shadow;
    }

    /** A monitor was entered. */
    void lock(ThreadState thread, Object monitor) {
        Shadow shadow = synchronizer(monitor);
        if (shadow != null) {
            shadow.acquire(thread, Shadow.MONITOR);
            thread.hold(shadow.monitor(races.locksets), races.locksets);
        }
    }

    /** A monitor is about to be left. */
    void unlock(ThreadState thread, Object monitor) {
        Shadow shadow = synchronizer(monitor);
        if (shadow != null) {
            shadow.release(thread, Shadow.MONITOR);
            thread.letGo(shadow.monitor(races.locksets), races.locksets);
        }
    }

    /**
     * A location is read or written.
     *
     * @param key which of the object's locations it is
     * @param what the field, or the class of the array or container
     */
    void access(
            ThreadState thread, Object object, int key, Site site, boolean isWrite, Object what) {
        accesses++;
        site.hasRun = true;
        if (noise != 0) {
            pause(thread);
        }
        Shadow shadow = shadows.of(object);
        int access = Location.access(site.id, isWrite);
        if (shadow == null || shadow.access(thread, key, access, races, what)) {
            leftOut++;
        }
    }

    /**
     * Lets other threads go first, now and then, and ever more seldom: of themselves, threads take
     * turns in the same few ways.
     */
    private void pause(ThreadState thread) {
        int drawn = thread.draw(noise);
        if (drawn % ACCESSES_A_YIELD == 0) {
            Thread.yield();
        }
        if (drawn % (ACCESSES_A_SLEEP + thread.pauses) == 0) {
            thread.pauses += ACCESSES_A_SLEEP;
            try {
                Thread.sleep(1);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // Hooks that do but one thing

    /** Enters the tool and releases. */
    void releaseNow(Object object, int key) {
        ThreadState thread = enter(object);
        if (thread == null) {
            return;
        }
        try {
            release(thread, object, key);
        } finally {
            thread.isInside = false;
        }
    }

    /** Enters the tool and acquires. */
    void acquireNow(Object object, int key) {
        ThreadState thread = enter(object);
        if (thread == null) {
            return;
        }
        try {
            acquire(thread, object, key);
        } finally {
            thread.isInside = false;
        }
    }
}
