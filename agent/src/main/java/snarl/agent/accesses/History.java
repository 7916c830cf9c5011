package snarl.agent.accesses;

import java.util.Arrays;
import java.util.function.Supplier;
import snarl.runtime.SnarlAccess;
import snarl.runtime.SnarlEvents;

/**
 * What happened so far: the clocks of threads and of what they synchronize on, and the accesses of
 * all locations.
 *
 * <p>Whoever releases something tells its clock all that the thread knows, and the thread moves on
 * by one; whoever acquires it learns what its clock knows. An access is before another one if the
 * other's thread knows the count that the one's thread had.
 */
final class History {
    private static final String FULL = "the heap was too full to keep what orders threads";
    private static final int ACCESSES_A_YIELD = 4;
    private static final int ACCESSES_A_SLEEP = 32;

    final Locksets locksets = new Locksets();
    final ThreadStates threads;
    final Shadows shadows = new Shadows();

    /** In which order locks were taken; null if nobody wants to know. */
    LockOrder lockOrder;

    /** Where accesses go; set once, at the start. */
    Accesses whoLooks;

    /** What pauses are drawn from; 0 for none. */
    private final int noise;

    private final Guard learning = new Guard();

    /** The classes whose initializers all threads know; those from elsewhere learn it at once. */
    private volatile TypeRecord[] knownToAll = new TypeRecord[0];

    /** Counts that are only shown: threads may lose some. */
    long accesses;

    /** Accesses that nobody could look at, for the heap was full. */
    long lost;

    /** Why recording has stopped; null if it has not. */
    volatile String stopped;

    History(int noise, LockView lockView) {
        this.threads = new ThreadStates(locksets, lockView);
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
        return enter(thread);
    }

    /** The same for a thread whose state is known, which is the running one. */
    ThreadState enter(ThreadState thread) {
        if (thread.isInside || stopped != null) {
            return null;
        }
        if (thread.quiet > 0 && !thread.mendQuiet(SnarlEvents.thrown)) {
            return null;
        }
        if (thread.isWornOut) {
            stopped = "thread " + thread.name + " has synchronized too often to be counted";
            return null;
        }
        thread.isInside = true;
        boolean isSettled = false;
        try {
            settle(thread);
            isSettled = true;
        } catch (OutOfMemoryError full) {
            stopped = FULL;
            return null;
        } finally {
            thread.isInside = isSettled;
        }
        return thread;
    }

    /** The same for what a hook is about; null also if that is. */
    ThreadState enter(Object subject) {
        return subject == null ? null : enter();
    }

    private ThreadState newThread(Thread current) {
        try {
            return addThread(current);
        } catch (OutOfMemoryError full) {
            stopped = FULL;
            return null;
        }
    }

    private ThreadState addThread(Thread current) {
        Shadow shadow = shadows.of(current);
        Birth birth = shadow == null ? null : shadow.birth;
        ThreadState thread = threads.add(current, birth == null ? unknown(current) : birth);
        if (thread == null) {
            stopped = "there were more than " + ThreadStates.MOST + " threads";
            return null;
        }
        acquire(thread, current, Shadow.FORK);
        acquire(thread, current, Shadow.INTERRUPT);
        if (birth == null) {
            for (TypeRecord type : knownToAll) {
                acquire(thread, type, Shadow.INITIALIZED);
            }
        }
        thread.isInside = true;
        return thread;
    }

    private static Birth unknown(Thread thread) {
        return new Birth(thread.getName(), -1, null);
    }

    /** What was told before it happened has happened by now. */
    private void settle(ThreadState thread) {
        Object monitor = thread.waitsOn;
        if (monitor != null) {
            thread.waitsOn = null;
            Shadow shadow = thread.held.shadow(monitor);
            if (shadow != null) {
                shadow.monitor.acquire(thread);
            }
            acquire(thread, monitor, Shadow.NOTIFY);
        }
        thread.mend(SnarlEvents.thrown);
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
        ThreadState thread = enter();
        if (thread != null) {
            thread.isOfTool = true;
        }
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
        Shadow shadow = synchronizer(thread, object);
        try {
            if (shadow != null) {
                shadow.release(thread, key);
            }
        } catch (OutOfMemoryError full) {
            stopped = FULL;
        }
    }

    /** This thread learns what those have done who released the same. */
    void acquire(ThreadState thread, Object object, int key) {
        thread.synchronizations++;
        Shadow shadow = shadows.existing(object);
        try {
            if (shadow != null) {
                shadow.acquire(thread, key);
            }
        } catch (OutOfMemoryError full) {
            stopped = FULL;
        }
    }

    /** Without it, what is ordered would seem not to be. */
    Shadow synchronizer(ThreadState thread, Object object) {
        thread.synchronizations++;
        try {
            Shadow shadow = shadows.of(object);
            if (shadow == null) {
                stopped = "there were too many objects";
            }
            return shadow;
        } catch (OutOfMemoryError full) {
            stopped = FULL;
            return null;
        }
    }

    /** A monitor was entered, whose shadow was found before. */
    void lock(ThreadState thread, Object monitor, Shadow shadow) {
        thread.synchronizations++;
        try {
            shadow.monitor.acquire(thread);
            if (!thread.held.takeAgain(monitor, false)) {
                take(thread, monitor, shadow, false);
            }
        } catch (OutOfMemoryError full) {
            stopped = FULL;
        }
    }

    /** A monitor is about to be left. */
    void unlock(ThreadState thread, Object monitor) {
        Shadow shadow = thread.held.shadow(monitor);
        if (shadow == null) {
            return;
        }
        thread.synchronizations++;
        if (!thread.staysHeld(monitor, false)) {
            release(thread, shadow);
            giveBack(thread, monitor, shadow, false);
        }
    }

    /** What the thread did so far becomes known to whoever enters a monitor that it holds. */
    void release(ThreadState thread, Shadow monitor) {
        try {
            monitor.monitor.release(thread);
        } catch (OutOfMemoryError full) {
            stopped = FULL;
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
        if (!site.hasRun) {
            site.hasRun = true;
        }
        pauseNowAndThen(thread);
        try {
            whoLooks.access(thread, object, key, site, isWrite, what);
        } catch (OutOfMemoryError full) {
            lost++;
        }
    }

    /**
     * Lets other threads go first, now and then, and ever more seldom: of themselves, threads take
     * turns in the same few ways.
     */
    void pauseNowAndThen(ThreadState thread) {
        if (noise == 0) {
            return;
        }
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

    /**
     * Whether all threads know by now what the initializer of a class did. Then nobody needs to ask:
     * those whom they start know it, too.
     */
    void learntByAll(TypeRecord type) {
        learning.take();
        try {
            if (!type.isKnownToAll && threads.allKnowInitialized(type.id)) {
                type.isKnownToAll = true;
                TypeRecord[] more = Arrays.copyOf(knownToAll, knownToAll.length + 1);
                more[knownToAll.length] = type;
                knownToAll = more;
                SnarlAccess.setKnownToAll(type.id);
            }
        } finally {
            learning.state = Guard.FREE;
        }
    }

    // Threads and locks

    /** A thread is about to be started by the running one. */
    void fork(ThreadState thread, Thread forked) {
        Shadow shadow = synchronizer(thread, forked);
        if (shadow != null) {
            threads.starts();
            try {
                String path = thread.birth.path() + "/" + ++thread.children;
                shadow.birth = new Birth(path, thread.number, new Stack());
                shadow.release(thread, Shadow.FORK);
            } catch (OutOfMemoryError full) {
                stopped = FULL;
            }
        }
    }

    /**
     * A lock other than a monitor was taken.
     *
     * @param state the object that has its state, as those see it who wait for its conditions
     */
    void take(ThreadState thread, Object lock, Object state, boolean isShared) {
        if (thread.held.takeAgain(lock, isShared)) {
            return;
        }
        Shadow shadow = synchronizer(thread, lock);
        Shadow order = shadow == null ? null : state(thread, shadow, lock, state);
        try {
            if (order != null) {
                order.taken(thread, isShared);
                take(thread, lock, shadow, isShared);
            }
        } catch (OutOfMemoryError full) {
            stopped = FULL;
        }
    }

    private Shadow state(ThreadState thread, Shadow shadow, Object lock, Object state) {
        if (lock == state) {
            return shadow;
        }
        if (shadow.state == null) {
            shadow.state = synchronizer(thread, state);
        }
        return shadow.state;
    }

    private void take(ThreadState thread, Object lock, Shadow shadow, boolean isShared) {
        int number = shadow.lock(lock, locksets);
        if (lockOrder != null && thread.held.size() > 0) {
            lockOrder.taken(thread, number);
        }
        thread.take(number, isShared, lock, shadow);
    }

    /** A lock other than a monitor is about to be given back; see {@link #take}. */
    void giveBack(ThreadState thread, Object lock, Object state, boolean isShared) {
        if (thread.staysHeld(lock, isShared)) {
            return;
        }
        Shadow held = thread.held.shadow(lock);
        Shadow shadow = held == null ? synchronizer(thread, lock) : held;
        Shadow order = shadow == null ? null : state(thread, shadow, lock, state);
        try {
            if (order != null) {
                thread.synchronizations++;
                order.givenBack(thread, isShared);
                giveBack(thread, lock, shadow, isShared);
            }
        } catch (OutOfMemoryError full) {
            stopped = FULL;
        }
    }

    private void giveBack(ThreadState thread, Object lock, Shadow shadow, boolean isShared) {
        try {
            thread.giveBack(shadow.lock(lock, locksets), isShared, lock);
        } catch (OutOfMemoryError full) {
            stopped = FULL;
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
