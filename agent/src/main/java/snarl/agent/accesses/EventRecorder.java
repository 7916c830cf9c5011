package snarl.agent.accesses;

import snarl.agent.loading.Jdk;
import snarl.runtime.SnarlEvents;

/**
 * What hooks do: they tell the {@link History} what happens.
 *
 * <p>A hook runs inside the tool: what the hook itself calls is not recorded. It never throws, and
 * never waits for anything that a thread of the program may hold.
 */
final class EventRecorder extends SnarlEvents {
    private final History history;
    final FieldEvents fields;
    private final ContainerEvents containers;
    private final MonitorEvents monitors;
    private final HandleEvents handles;
    /** What JVMs get that the program starts; null for nothing. */
    Children children;

    /** Writes what is left, when the JVM is about to end at once. */
    Runnable atHalt = () -> {};

    EventRecorder(History history, Registry registry, Containers table, Jdk jdk) {
        this.history = history;
        this.fields = new FieldEvents(history, registry);
        this.containers = new ContainerEvents(history, registry, table, jdk);
        this.monitors = new MonitorEvents(history, registry, containers);
        this.handles = new HandleEvents(history);
    }

    /** Loads what hooks need, before code calls them that is needed to load it. */
    void warmUp() {
        ThreadState thread = history.enter();
        Class<?> type = Object.class;
        Site site = new Site(0, null, "", "", 0, Site.Kind.ARRAY, true, "", "");
        history.access(thread, new Object(), Shadow.CONTAINER, site, true, type);
        monitors.warmUp(thread);
        containers.warmUp();
        ThreadState.warmUp();
        thread.isInside = false;
        history.accesses = 0;
        thread.synchronizations = 0;
    }

    // Fields

    @Override
    protected void onField(Object object, int site) {
        fields.onField(object, site);
    }

    @Override
    protected void onLoaded() {
        fields.onLoaded();
    }

    @Override
    protected void onStoresStatic(int site) {
        fields.onStoresStatic(site);
    }

    @Override
    protected void onStaticField(int site) {
        fields.onStaticField(site);
    }

    @Override
    protected void onInitializes(int type) {
        fields.onInitializes(type);
    }

    @Override
    protected void onInitialized(int type) {
        fields.onInitialized(type);
    }

    // Arrays and containers

    @Override
    protected void onElement(Object array, int index, int site) {
        containers.onElement(array, index, site);
    }

    @Override
    protected void onElements(Object array, int from, int count, int site) {
        containers.onElements(array, from, count, site);
    }

    @Override
    protected void onContainer(Object receiver, int site) {
        containers.onContainer(receiver, site);
    }

    // Monitors

    @Override
    protected Object onLocks(Object monitor) {
        return monitors.onLocks(monitor);
    }

    @Override
    protected void onLocked(Object monitor, Object shadow) {
        monitors.onLocked(monitor, (Shadow) shadow);
    }

    @Override
    protected void onUnlocks(Object monitor) {
        monitors.onUnlocks(monitor);
    }

    @Override
    protected Object onEnter(Object monitor, Object known) {
        return monitors.onEnter(monitor, (Shadow) known);
    }

    @Override
    protected void onEnterStatic(int type) {
        monitors.onEnterStatic(type);
    }

    @Override
    protected void onLeave() {
        monitors.onLeave();
    }

    @Override
    protected void onTakes(Object lock, Object state, int mode) {
        monitors.onTakes(lock, state, mode != 0);
    }

    @Override
    protected void onGivesBack(Object lock, Object state, int mode) {
        monitors.onGivesBack(lock, state, mode != 0);
    }

    @Override
    protected void onLocking(int more) {
        ThreadState thread = history.threads.find(Thread.currentThread());
        if (thread != null) {
            thread.locking = Math.max(0, thread.locking + more);
        }
    }

    @Override
    protected void onSharing(int more) {
        ThreadState thread = history.threads.find(Thread.currentThread());
        if (thread != null) {
            thread.sharing = Math.max(0, thread.sharing + more);
        }
    }

    @Override
    protected void onWaits(Object monitor) {
        monitors.onWaits(monitor);
    }

    @Override
    protected void onNotifies(Object monitor) {
        monitors.onNotifies(monitor);
    }

    // Handles, and volatile fields of the JDK

    @Override
    protected void onReleases(Object target) {
        handles.onReleases(target);
    }

    @Override
    protected void onAcquires(Object target) {
        handles.onAcquires(target);
    }

    @Override
    protected void onHandle(Object handle, Object target, int mode) {
        handles.onHandle(handle, target, mode);
    }

    @Override
    protected void onHandled() {
        handles.onHandled();
    }

    // Objects that come to be, and go

    @Override
    protected void onConstructed(Object object) {
        history.releaseNow(object, Shadow.FREEZE);
    }

    @Override
    protected void onFinalizes(Object object) {
        ThreadState thread = history.enter(object);
        if (thread == null) {
            return;
        }
        try {
            history.whoLooks.finalizes(thread, object);
        } finally {
            thread.isInside = false;
        }
    }

    // Threads that start and end

    @Override
    protected void onForks(Thread forked) {
        ThreadState thread = history.enter(forked);
        if (thread == null) {
            return;
        }
        try {
            history.fork(thread, forked);
        } finally {
            thread.isInside = false;
        }
    }

    /** Called in the thread itself, or in the one that carries it. */
    @Override
    protected void onEnds(Thread ended) {
        history.releaseNow(ended, Shadow.END);
        ThreadState state = history.threads.find(ended);
        if (state != null) {
            state.end();
        }
    }

    @Override
    protected void onJoined(Thread joined) {
        history.acquireNow(joined, Shadow.END);
    }

    @Override
    protected void onInterrupts(Thread interrupted) {
        history.releaseNow(interrupted, Shadow.INTERRUPT);
        ThreadState other = history.threads.find(interrupted);
        if (other != null) {
            other.isInterrupted = true;
        }
    }

    @Override
    protected void onHalts() {
        atHalt.run();
    }

    @Override
    protected String[] onSpawns(String[] command) {
        return children == null ? command : history.inside(() -> children.watched(command));
    }

    /** Whom a lock wakes comes to know what it has to when it has taken the lock. */
    @Override
    protected void onUnparks(Thread parked) {
        ThreadState thread = history.enter(parked);
        if (thread == null) {
            return;
        }
        try {
            if (thread.locking == 0 && thread.sharing == 0) {
                history.release(thread, parked, Shadow.PARK);
            }
        } finally {
            thread.isInside = false;
        }
    }

    @Override
    protected void onParked() {
        history.acquireNow(Thread.currentThread(), Shadow.PARK);
    }

    // The JVM's own business

    @Override
    protected void onQuiet() {
        ThreadState thread = history.threads.find(Thread.currentThread());
        if (thread != null) {
            thread.quiet++;
        }
    }

    @Override
    protected void onLoud() {
        ThreadState thread = history.threads.find(Thread.currentThread());
        if (thread != null && thread.quiet > 0) {
            thread.quiet--;
        }
    }
}
