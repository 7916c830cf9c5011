package snarl.agent.accesses;

/** What hooks do for locks: monitors of blocks and methods, those waited on, and the JDK's. */
final class MonitorEvents {
    private final History history;
    private final Registry registry;
    private final ContainerEvents containers;

    MonitorEvents(History history, Registry registry, ContainerEvents containers) {
        this.history = history;
        this.registry = registry;
        this.containers = containers;
    }

    // Blocks

    /** The shadow of an object that is about to be locked; null if there is none. */
    Shadow onLocks(Object monitor) {
        if (monitor == null) {
            return null;
        }
        ThreadState thread = history.enter();
        if (thread == null) {
            return null;
        }
        try {
            return history.synchronizer(thread, monitor);
        } finally {
            thread.isInside = false;
        }
    }

    void onLocked(Object monitor, Shadow shadow) {
        if (shadow == null) {
            return;
        }
        ThreadState thread = history.enter();
        if (thread == null) {
            return;
        }
        try {
            lock(thread, monitor, shadow);
        } finally {
            thread.isInside = false;
        }
    }

    void onUnlocks(Object monitor) {
        ThreadState thread = history.enter(monitor);
        if (thread == null) {
            return;
        }
        try {
            history.unlock(thread, monitor);
        } finally {
            thread.isInside = false;
        }
    }

    private void lock(ThreadState thread, Object monitor, Shadow shadow) {
        history.lock(thread, monitor, shadow);
        containers.accessLocked(thread, monitor);
    }

    // Methods

    /**
     * @param known the object's shadow, or that of another one, or null
     * @return the object's shadow; null if there is none
     */
    Shadow onEnter(Object monitor, Shadow known) {
        ThreadState thread = history.enter();
        if (thread == null) {
            return known;
        }
        try {
            boolean isKnown = known != null && known.refersTo(monitor);
            Shadow shadow = isKnown ? known : history.synchronizer(thread, monitor);
            thread.push(monitor);
            if (shadow != null) {
                lock(thread, monitor, shadow);
            }
            return shadow;
        } finally {
            thread.isInside = false;
        }
    }

    void onEnterStatic(int type) {
        onEnter(registry.types.get(type).mirror(), null);
    }

    void onLeave() {
        ThreadState thread = history.enter();
        if (thread == null) {
            return;
        }
        try {
            Object monitor = thread.pop();
            if (thread.isTorn) {
                thread.held.release(thread);
            } else if (monitor != null) {
                history.unlock(thread, monitor);
            }
        } finally {
            thread.isInside = false;
        }
    }

    // Locks of java.util.concurrent

    void onTakes(Object lock, Object state, boolean isShared) {
        ThreadState thread = history.enter(lock);
        if (thread == null) {
            return;
        }
        try {
            history.take(thread, lock, state, isShared);
        } finally {
            thread.isInside = false;
        }
    }

    void onGivesBack(Object lock, Object state, boolean isShared) {
        ThreadState thread = history.enter(lock);
        if (thread == null) {
            return;
        }
        try {
            history.giveBack(thread, lock, state, isShared);
        } finally {
            thread.isInside = false;
        }
    }

    // Waiting

    /** The thread learns what it waited for when its next hook runs. */
    void onWaits(Object monitor) {
        ThreadState thread = history.enter(monitor);
        if (thread == null) {
            return;
        }
        try {
            Shadow shadow = thread.held.shadow(monitor);
            if (shadow != null) {
                history.release(thread, shadow);
                thread.waitsOn = monitor;
            }
        } finally {
            thread.isInside = false;
        }
    }

    void onNotifies(Object monitor) {
        history.releaseNow(monitor, Shadow.NOTIFY);
    }

    /** Loads what hooks need, before code calls them that is needed to load it. */
    void warmUp(ThreadState thread) {
        Object monitor = new Object();
        thread.push(monitor);
        lock(thread, monitor, history.synchronizer(thread, monitor));
        history.unlock(thread, thread.pop());
    }
}
