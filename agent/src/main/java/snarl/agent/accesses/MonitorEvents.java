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

    void onLocked(Object monitor) {
        ThreadState thread = history.enter(monitor);
        if (thread == null) {
            return;
        }
        try {
            lock(thread, monitor);
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

    private void lock(ThreadState thread, Object monitor) {
        history.lock(thread, monitor);
        containers.accessLocked(thread, monitor);
    }

    // Methods

    void onEnter(Object monitor) {
        ThreadState thread = history.enter();
        if (thread == null) {
            return;
        }
        try {
            thread.push(monitor);
            lock(thread, monitor);
        } finally {
            thread.isInside = false;
        }
    }

    void onEnterStatic(int type) {
        ThreadState thread = history.enter();
        if (thread == null) {
            return;
        }
        try {
            Object monitor = registry.types.get(type).mirror();
            thread.push(monitor);
            lock(thread, monitor);
        } finally {
            thread.isInside = false;
        }
    }

    void onLeave() {
        ThreadState thread = history.enter();
        if (thread == null) {
            return;
        }
        try {
            Object monitor = thread.pop();
            if (monitor != null) {
                history.unlock(thread, monitor);
            }
        } finally {
            thread.isInside = false;
        }
    }

    // Locks of java.util.concurrent

    void onTakes(Object lock, boolean isShared) {
        ThreadState thread = history.enter(lock);
        if (thread == null) {
            return;
        }
        try {
            history.take(thread, lock, isShared);
        } finally {
            thread.isInside = false;
        }
    }

    void onGivesBack(Object lock, boolean isShared) {
        ThreadState thread = history.enter(lock);
        if (thread == null) {
            return;
        }
        try {
            history.giveBack(thread, lock, isShared);
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
            history.release(thread, monitor, Shadow.MONITOR);
            thread.waitsOn = monitor;
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
        lock(thread, monitor);
        history.unlock(thread, thread.pop());
    }
}
