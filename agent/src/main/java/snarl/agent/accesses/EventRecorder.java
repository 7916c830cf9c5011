package snarl.agent.accesses;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.util.function.Supplier;
import snarl.agent.loading.Jdk;
import snarl.runtime.SnarlEvents;

/**
 * What hooks do: they keep clocks, and find accesses that nothing orders.
 *
 * <p>Whoever releases something tells its clock all that the thread knows, and the thread moves on
 * by one; whoever acquires it learns what its clock knows. An access is before another one if the
 * other's thread knows the count that the one's thread had.
 *
 * <p>A hook runs inside the tool: what the hook itself calls is not recorded. It never throws, and
 * never waits for anything that a thread of the program may hold.
 */
final class EventRecorder extends SnarlEvents {
    private static final int MOST_ELEMENTS = 256;
    private static final int ACCESSES_A_YIELD = 4;
    private static final int ACCESSES_A_SLEEP = 32;

    final Races races = new Races();
    final ThreadStates threads = new ThreadStates();

    private final Registry registry;
    private final Containers containers;
    private final Jdk jdk;
    private final Shadows shadows = new Shadows();
    /** What pauses are drawn from; 0 for none. */
    private final int noise;

    /** Counts that are only shown: threads may lose some. */
    long accesses;

    long synchronizations;
    long leftOut;
    /** Why recording has stopped; null if it has not. */
    volatile String stopped;

    EventRecorder(Registry registry, Containers containers, Jdk jdk, int noise) {
        this.noise = noise;
        this.registry = registry;
        this.containers = containers;
        this.jdk = jdk;
    }

    // Threads

    /** The state of this thread, inside the tool from now on; null if nothing is recorded now. */
    private ThreadState enterTool() {
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

    /** Does the tool's own work in this thread, for good: nothing of it is recorded. */
    void enterForGood() {
        enterTool();
    }

    /** Does the tool's own work in this thread. */
    <T> T inside(Supplier<T> work) {
        ThreadState thread = enterTool();
        try {
            return work.get();
        } finally {
            if (thread != null) {
                thread.isInside = false;
            }
        }
    }

    /** Loads what hooks need, before code calls them that is needed to load it. */
    void warmUp() {
        Object object = new Object();
        ThreadState thread = enterTool();
        release(thread, object, Shadow.MONITOR);
        acquire(thread, object, Shadow.MONITOR);
        Class<?> type = object.getClass();
        Site site = new Site(0, null, "", "", 0, Site.Kind.ARRAY, true, "", "");
        access(thread, object, 0, site, true, type);
        races.add(true, 0, 0, 0, 0, type);
        lock(thread, object);
        unlock(thread, object);
        races.takeFresh();
        containers.use(type, "", registry, jdk);
        thread.push(object);
        thread.pop();
        thread.isInside = false;
        accesses = 0;
        synchronizations = 0;
    }

    private void release(ThreadState thread, Object object, int key) {
        synchronizations++;
        Shadow shadow = shadows.of(object);
        if (shadow == null) {
            stopped = "there were too many objects";
            return;
        }
        shadow.release(thread, key);
    }

    private void acquire(ThreadState thread, Object object, int key) {
        synchronizations++;
        Shadow shadow = shadows.of(object);
        if (shadow == null) {
            stopped = "there were too many objects";
            return;
        }
        shadow.acquire(thread, key);
    }

    private void access(
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

    // Fields

    @Override
    protected void onField(Object object, int id) {
        if (object == null) {
            return;
        }
        ThreadState thread = enterTool();
        if (thread == null) {
            return;
        }
        try {
            Site site = registry.site(id);
            FieldRecord field = site.field;
            if (field == null) {
                field = resolve(site, object.getClass());
            }
            if (field == FieldRecord.FOREIGN) {
                return;
            }
            if (field.isVolatile()) {
                onVolatile(thread, site, field, object);
            } else if (!field.isFinal()) {
                access(thread, object, field.id, site, site.isWrite, field);
            } else if (!site.isWrite) {
                acquire(thread, object, Shadow.FREEZE);
            }
        } finally {
            thread.isInside = false;
        }
    }

    /** A write is told before it happens; a read is done when {@link #onLoaded} is called. */
    private void onVolatile(ThreadState thread, Site site, FieldRecord field, Object object) {
        if (site.isWrite) {
            release(thread, object, field.id);
            release(thread, object, Shadow.ANY);
        } else {
            thread.reading = field;
            thread.readFrom = object;
        }
    }

    @Override
    protected void onLoaded() {
        ThreadState thread = threads.find(Thread.currentThread());
        if (thread == null || thread.reading == null || (thread = enterTool()) == null) {
            return;
        }
        try {
            acquire(thread, thread.readFrom, thread.reading.id);
            acquire(thread, thread.readFrom, Shadow.HANDLE);
            thread.reading = null;
            thread.readFrom = null;
        } finally {
            thread.isInside = false;
        }
    }

    @Override
    protected void onStoresStatic(int id) {
        ThreadState thread = enterTool();
        if (thread == null) {
            return;
        }
        try {
            Site site = registry.site(id);
            FieldRecord field = site.field;
            if (field == null) {
                field = resolveStatic(site);
            }
            if (field.isVolatile()) {
                onVolatile(thread, site, field, field.owner.mirror());
            }
        } finally {
            thread.isInside = false;
        }
    }

    @Override
    protected void onStaticField(int id) {
        ThreadState thread = enterTool();
        if (thread == null) {
            return;
        }
        try {
            Site site = registry.site(id);
            FieldRecord field = site.field;
            if (field == null) {
                field = resolveStatic(site);
            }
            if (field == FieldRecord.FOREIGN) {
                return;
            }
            learnInitialized(thread, field.owner);
            if (!field.isVolatile()) {
                if (!field.isFinal()) {
                    access(thread, field, field.id, site, site.isWrite, field);
                }
            } else if (!site.isWrite) {
                Object mirror = field.owner.mirror();
                acquire(thread, mirror, field.id);
                acquire(thread, mirror, Shadow.HANDLE);
            }
        } finally {
            thread.isInside = false;
        }
    }

    private FieldRecord resolve(Site site, Class<?> receiver) {
        Class<?> type = receiver;
        while (type != null && !type.getName().equals(site.owner)) {
            type = type.getSuperclass();
        }
        TypeRecord record = type == null ? null : registry.find(type);
        return remember(site, record);
    }

    /** The class may not be loaded yet, though the instruction is about to load it. */
    private FieldRecord resolveStatic(Site site) {
        try {
            Class<?> type = Class.forName(site.owner, false, site.type.loader);
            return remember(site, registry.find(type));
        } catch (ClassNotFoundException | LinkageError problem) {
            return FieldRecord.FOREIGN;
        }
    }

    private FieldRecord remember(Site site, TypeRecord record) {
        FieldRecord field = record == null ? null : registry.field(record, site.member);
        site.field = field == null ? FieldRecord.FOREIGN : field;
        return site.field;
    }

    // Arrays and containers

    @Override
    protected void onElement(Object array, int index, int id) {
        if (array == null || index < 0) {
            return;
        }
        ThreadState thread = enterTool();
        if (thread == null) {
            return;
        }
        try {
            if (index < Array.getLength(array)) {
                Site site = registry.site(id);
                access(thread, array, index, site, site.isWrite, array.getClass());
            }
        } finally {
            thread.isInside = false;
        }
    }

    @Override
    protected void onElements(Object array, int from, int count, int id) {
        if (array == null || from < 0 || !array.getClass().isArray()) {
            return;
        }
        ThreadState thread = enterTool();
        if (thread == null) {
            return;
        }
        try {
            Site site = registry.site(id);
            int length = Array.getLength(array) - from;
            int size = Math.min(count < 0 ? length : Math.min(count, length), MOST_ELEMENTS);
            for (int i = 0; i < size; i++) {
                access(thread, array, from + i, site, site.isWrite, array.getClass());
            }
        } finally {
            thread.isInside = false;
        }
    }

    @Override
    protected void onContainer(Object receiver, int id) {
        if (receiver == null) {
            return;
        }
        ThreadState thread = enterTool();
        if (thread == null) {
            return;
        }
        try {
            Site site = registry.site(id);
            Class<?> type = receiver.getClass();
            Containers.Use use = site.use;
            if (use == null || use.receiver() != type) {
                use = containers.use(type, site.member, registry, jdk);
                site.use = use;
            }
            if (!use.isAccess()) {
                return;
            }
            if (use.isLocked()) {
                thread.aboutToLock = receiver;
                thread.lockingSite = site;
            } else {
                access(thread, receiver, Shadow.CONTAINER, site, use.isWrite(), type);
            }
        } finally {
            thread.isInside = false;
        }
    }

    /** A container that takes its own monitor when it is called is accessed while it holds it. */
    private void accessLocked(ThreadState thread, Object monitor) {
        if (thread.aboutToLock != monitor) {
            return;
        }
        thread.aboutToLock = null;
        Site site = thread.lockingSite;
        Containers.Use use = containers.use(monitor.getClass(), site.member, registry, jdk);
        access(thread, monitor, Shadow.CONTAINER, site, use.isWrite(), monitor.getClass());
    }

    // Monitors

    @Override
    protected void onLocked(Object monitor) {
        ThreadState thread = monitor == null ? null : enterTool();
        if (thread == null) {
            return;
        }
        try {
            lock(thread, monitor);
        } finally {
            thread.isInside = false;
        }
    }

    @Override
    protected void onUnlocks(Object monitor) {
        ThreadState thread = monitor == null ? null : enterTool();
        if (thread == null) {
            return;
        }
        try {
            unlock(thread, monitor);
        } finally {
            thread.isInside = false;
        }
    }

    @Override
    protected void onEnter(Object monitor) {
        ThreadState thread = enterTool();
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

    @Override
    protected void onEnterStatic(int type) {
        ThreadState thread = enterTool();
        if (thread == null) {
            return;
        }
        try {
            Object monitor = registry.type(type).mirror();
            thread.push(monitor);
            lock(thread, monitor);
        } finally {
            thread.isInside = false;
        }
    }

    @Override
    protected void onLeave() {
        ThreadState thread = enterTool();
        if (thread == null) {
            return;
        }
        try {
            Object monitor = thread.pop();
            if (monitor != null) {
                unlock(thread, monitor);
            }
        } finally {
            thread.isInside = false;
        }
    }

    private void lock(ThreadState thread, Object monitor) {
        acquire(thread, monitor, Shadow.MONITOR);
        Shadow shadow = shadows.of(monitor);
        if (shadow != null) {
            thread.hold(shadow.monitor(races.locksets), races.locksets);
        }
        accessLocked(thread, monitor);
    }

    private void unlock(ThreadState thread, Object monitor) {
        release(thread, monitor, Shadow.MONITOR);
        Shadow shadow = shadows.of(monitor);
        if (shadow != null) {
            thread.letGo(shadow.monitor(races.locksets), races.locksets);
        }
    }

    @Override
    protected void onWaits(Object monitor) {
        ThreadState thread = monitor == null ? null : enterTool();
        if (thread == null) {
            return;
        }
        try {
            release(thread, monitor, Shadow.MONITOR);
            thread.waitsOn = monitor;
        } finally {
            thread.isInside = false;
        }
    }

    @Override
    protected void onNotifies(Object monitor) {
        releaseNow(monitor, Shadow.NOTIFY);
    }

    private void acquireNow(Object object, int key) {
        ThreadState thread = object == null ? null : enterTool();
        if (thread == null) {
            return;
        }
        try {
            acquire(thread, object, key);
        } finally {
            thread.isInside = false;
        }
    }

    private void releaseNow(Object object, int key) {
        ThreadState thread = object == null ? null : enterTool();
        if (thread == null) {
            return;
        }
        try {
            release(thread, object, key);
        } finally {
            thread.isInside = false;
        }
    }

    // Volatile fields of the JDK, and handles

    @Override
    protected void onReleases(Object target) {
        ThreadState thread = target == null ? null : enterTool();
        if (thread == null) {
            return;
        }
        try {
            releaseByHandle(thread, target);
        } finally {
            thread.isInside = false;
        }
    }

    @Override
    protected void onAcquires(Object target) {
        acquireNow(target, Shadow.ANY);
    }

    private void releaseByHandle(ThreadState thread, Object target) {
        release(thread, target, Shadow.HANDLE);
        release(thread, target, Shadow.ANY);
    }

    @Override
    protected void onHandle(Object handle, Object target, int mode) {
        ThreadState thread = handle == null ? null : enterTool();
        if (thread == null) {
            return;
        }
        try {
            boolean isStatic = (mode & HandleMode.MAY_BE_STATIC) != 0 && isOfStaticField(handle);
            Object located = isStatic ? handle : target;
            if (located == null) {
                return;
            }
            if ((mode & HandleMode.RELEASES) != 0) {
                releaseByHandle(thread, located);
            }
            thread.handled = (mode & HandleMode.ACQUIRES) != 0 ? located : null;
        } finally {
            thread.isInside = false;
        }
    }

    private static boolean isOfStaticField(Object handle) {
        return handle instanceof VarHandle variable && variable.coordinateTypes().isEmpty();
    }

    @Override
    protected void onHandled() {
        ThreadState thread = threads.find(Thread.currentThread());
        if (thread == null || thread.handled == null || (thread = enterTool()) == null) {
            return;
        }
        try {
            acquire(thread, thread.handled, Shadow.ANY);
            thread.handled = null;
        } finally {
            thread.isInside = false;
        }
    }

    // Classes and objects that come to be

    @Override
    protected void onInitializes(int id) {
        ThreadState thread = enterTool();
        if (thread == null) {
            return;
        }
        try {
            TypeRecord type = registry.type(id);
            release(thread, type, Shadow.INITIALIZED);
            type.isInitialized = true;
        } finally {
            thread.isInside = false;
        }
    }

    @Override
    protected void onInitialized(int id) {
        ThreadState thread = enterTool();
        if (thread == null) {
            return;
        }
        try {
            learnInitialized(thread, registry.type(id));
        } finally {
            thread.isInside = false;
        }
    }

    private void learnInitialized(ThreadState thread, TypeRecord type) {
        if (!type.isInitialized || thread.knowsInitialized(type.id)) {
            return;
        }
        thread.setInitialized(type.id);
        acquire(thread, type, Shadow.INITIALIZED);
    }

    @Override
    protected void onConstructed(Object object) {
        releaseNow(object, Shadow.FREEZE);
    }

    @Override
    protected void onFinalizes(Object object) {
        acquireNow(object, Shadow.FREEZE);
    }

    // Threads that start and end

    @Override
    protected void onForks(Thread forked) {
        releaseNow(forked, Shadow.FORK);
    }

    /** Called in the thread itself, or in the one that carries it. */
    @Override
    protected void onEnds(Thread ended) {
        releaseNow(ended, Shadow.END);
    }

    @Override
    protected void onJoined(Thread joined) {
        acquireNow(joined, Shadow.END);
    }

    @Override
    protected void onInterrupts(Thread interrupted) {
        releaseNow(interrupted, Shadow.INTERRUPT);
        ThreadState other = threads.find(interrupted);
        if (other != null) {
            other.isInterrupted = true;
        }
    }

    @Override
    protected void onUnparks(Thread parked) {
        releaseNow(parked, Shadow.PARK);
    }

    @Override
    protected void onParked() {
        acquireNow(Thread.currentThread(), Shadow.PARK);
    }

    // The JVM's own business

    @Override
    protected void onQuiet() {
        ThreadState thread = threads.find(Thread.currentThread());
        if (thread != null) {
            thread.quiet++;
        }
    }

    @Override
    protected void onLoud() {
        ThreadState thread = threads.find(Thread.currentThread());
        if (thread != null && thread.quiet > 0) {
            thread.quiet--;
        }
    }
}
