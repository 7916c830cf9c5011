package snarl.agent.accesses;

import java.lang.invoke.VarHandle;

/**
 * What hooks do for handles, and for volatile fields of the JDK.
 *
 * <p>Whatever field it is, the object is what threads synchronize on: which field a handle is for
 * is not looked at. Methods of locks tell what they order as a whole, and nothing here.
 */
final class HandleEvents {
    private final History history;

    HandleEvents(History history) {
        this.history = history;
    }

    void onReleases(Object target) {
        ThreadState thread = history.enter(target);
        if (thread == null) {
            return;
        }
        try {
            if (thread.locking == 0) {
                release(thread, target);
            }
        } finally {
            thread.isInside = false;
        }
    }

    void onAcquires(Object target) {
        ThreadState thread = history.enter(target);
        if (thread == null) {
            return;
        }
        try {
            if (thread.locking == 0) {
                history.acquire(thread, target, Shadow.ANY);
            }
        } finally {
            thread.isInside = false;
        }
    }

    private void release(ThreadState thread, Object target) {
        if (thread.sharing > 0) {
            history.release(thread, target, Shadow.SHARED_LOCK);
            return;
        }
        history.release(thread, target, Shadow.HANDLE);
        history.release(thread, target, Shadow.ANY);
    }

    void onHandle(Object handle, Object target, int mode) {
        ThreadState thread = history.enter(handle);
        if (thread == null) {
            return;
        }
        try {
            boolean isStatic = (mode & HandleMode.MAY_BE_STATIC) != 0 && isOfStaticField(handle);
            Object located = isStatic ? handle : target;
            if (located == null || thread.locking > 0) {
                return;
            }
            if ((mode & HandleMode.RELEASES) != 0) {
                release(thread, located);
            }
            thread.handled = (mode & HandleMode.ACQUIRES) != 0 ? located : null;
        } finally {
            thread.isInside = false;
        }
    }

    private static boolean isOfStaticField(Object handle) {
        return handle instanceof VarHandle variable && variable.coordinateTypes().isEmpty();
    }

    void onHandled() {
        ThreadState thread = history.threads.find(Thread.currentThread());
        if (thread == null || thread.handled == null || (thread = history.enter()) == null) {
            return;
        }
        try {
            history.acquire(thread, thread.handled, Shadow.ANY);
            thread.handled = null;
        } finally {
            thread.isInside = false;
        }
    }
}
