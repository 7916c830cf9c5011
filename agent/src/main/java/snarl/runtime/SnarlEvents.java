package snarl.runtime;

import jdk.internal.vm.annotation.DontInline;

/**
 * The façade that code calls which is instrumented for accesses: static hooks in front of a
 * delegate.
 *
 * <p>What makes things visible to others is told before it happens, what makes things visible to
 * this thread after it happened: so nobody is seen to acquire before the other has released. The
 * delegate is installed before any class is instrumented.
 *
 * <p>What they do is not to be compiled into the code that calls them: that would be much, in many
 * places, to be thrown away in all of them whenever something new happens in one.
 */
public abstract class SnarlEvents {
    private static SnarlEvents delegate;

    /**
     * Grows whenever something is thrown out of a method or block that holds a monitor: the stack
     * may have been too full for the hook that tells it. Threads may lose some, but not all.
     */
    public static int thrown;

    /** For delegates. */
    protected SnarlEvents() {}

    /**
     * Chooses what hooks do; called once, before any class is instrumented.
     *
     * @param events where all hooks go
     */
    public static void install(SnarlEvents events) {
        delegate = events;
    }

    /**
     * Before an instance field is read or written.
     *
     * @param object whose field it is, perhaps null
     * @param site the instruction's id
     */
    @DontInline
    public static void field(Object object, int site) {
        delegate.onField(object, site);
    }

    /** After an instance field was read that may be volatile. */
    @DontInline
    public static void loaded() {
        delegate.onLoaded();
    }

    /**
     * Before a static field is written that may be volatile.
     *
     * @param site the instruction's id
     */
    @DontInline
    public static void storesStatic(int site) {
        delegate.onStoresStatic(site);
    }

    /**
     * After a static field was read or written: by then its class is initialized.
     *
     * @param site the instruction's id
     */
    @DontInline
    public static void staticField(int site) {
        delegate.onStaticField(site);
    }

    /**
     * Before an element of an array is read or written.
     *
     * @param array the array, perhaps null
     * @param index the index, perhaps out of bounds
     * @param site the instruction's id
     */
    @DontInline
    public static void element(Object array, int index, int site) {
        delegate.onElement(array, index, site);
    }

    /**
     * Before a method of the JDK reads or writes elements of an array.
     *
     * @param array the array, perhaps null
     * @param from the first index
     * @param count how many; negative for all
     * @param site the call's id
     */
    @DontInline
    public static void elements(Object array, int from, int count, int site) {
        delegate.onElements(array, from, count, site);
    }

    /**
     * Before a call that may read or write a container of the JDK.
     *
     * @param receiver the receiver, perhaps null
     * @param site the call's id
     */
    @DontInline
    public static void container(Object receiver, int site) {
        delegate.onContainer(receiver, site);
    }

    /**
     * Before a monitor is entered.
     *
     * @param monitor the object, perhaps null
     * @return what {@link #locked} wants to know
     */
    @DontInline
    public static Object locks(Object monitor) {
        return delegate.onLocks(monitor);
    }

    /**
     * After a monitor was entered.
     *
     * @param monitor the object
     * @param shadow what {@link #locks} returned
     */
    @DontInline
    public static void locked(Object monitor, Object shadow) {
        delegate.onLocked(monitor, shadow);
    }

    /**
     * Before a monitor is left.
     *
     * @param monitor the object, perhaps null
     */
    @DontInline
    public static void unlocks(Object monitor) {
        delegate.onUnlocks(monitor);
    }

    /**
     * First in a synchronized method.
     *
     * @param monitor the receiver
     * @param known what this returned last for the receiver, or null
     * @return what it wants to know the next time
     */
    @DontInline
    public static Object enter(Object monitor, Object known) {
        return delegate.onEnter(monitor, known);
    }

    /**
     * First in a static synchronized method.
     *
     * @param type the id of its class
     */
    @DontInline
    public static void enterStatic(int type) {
        delegate.onEnterStatic(type);
    }

    /** Last in a synchronized method, also if it throws. */
    @DontInline
    public static void leave() {
        delegate.onLeave();
    }

    /**
     * After a lock of {@code java.util.concurrent} was taken.
     *
     * @param lock the lock
     * @param state the object that has its state, perhaps the same
     * @param mode 1 if others may hold it too, else 0
     */
    @DontInline
    public static void takes(Object lock, Object state, int mode) {
        try {
            delegate.onTakes(lock, state, mode);
        } catch (StackOverflowError | OutOfMemoryError problem) {
            // The program would never give back what it does not know to have.
            thrown++;
        }
    }

    /**
     * After it was tried to take such a lock.
     *
     * @param isTaken whether that was possible
     * @param lock the lock
     * @param state the object that has its state, perhaps the same
     * @param mode 1 if others may hold it too, else 0
     */
    @DontInline
    public static void tried(boolean isTaken, Object lock, Object state, int mode) {
        if (isTaken) {
            takes(lock, state, mode);
        }
    }

    /**
     * Before such a lock is given back.
     *
     * @param lock the lock
     * @param state the object that has its state, perhaps the same
     * @param mode 1 if others may hold it too, else 0
     */
    @DontInline
    public static void givesBack(Object lock, Object state, int mode) {
        try {
            delegate.onGivesBack(lock, state, mode);
        } catch (StackOverflowError | OutOfMemoryError problem) {
            // The program is to give it back nevertheless.
            thrown++;
        }
    }

    /** First in a method of such a lock: what it does to its state is told as a whole. */
    @DontInline
    public static void locking() {
        delegate.onLocking(1);
    }

    /** Last in such a method, also if it throws. */
    @DontInline
    public static void lockingDone() {
        delegate.onLocking(-1);
    }

    /** First in a method by which threads hold a lock together: it does not order these. */
    @DontInline
    public static void sharing() {
        delegate.onSharing(1);
    }

    /** Last in such a method, also if it throws. */
    @DontInline
    public static void sharingDone() {
        delegate.onSharing(-1);
    }

    /**
     * Before {@code Object.wait}; what follows in this thread comes after it.
     *
     * @param monitor the object, perhaps null
     */
    @DontInline
    public static void waits(Object monitor) {
        delegate.onWaits(monitor);
    }

    /**
     * Before {@code Object.notify} or {@code notifyAll}.
     *
     * @param monitor the object, perhaps null
     */
    @DontInline
    public static void notifies(Object monitor) {
        delegate.onNotifies(monitor);
    }

    /**
     * Before code of the JDK writes a volatile field, or may.
     *
     * @param target the object, perhaps null
     */
    @DontInline
    public static void releases(Object target) {
        delegate.onReleases(target);
    }

    /**
     * After code of the JDK read a volatile field, or may have.
     *
     * @param target the object, perhaps null
     */
    @DontInline
    public static void acquires(Object target) {
        delegate.onAcquires(target);
    }

    /**
     * Before an access through a {@code VarHandle} or {@code Unsafe}.
     *
     * @param handle the handle
     * @param target its first argument if that is an object, else null
     * @param mode what it orders, and whether the handle may be of a static field
     */
    @DontInline
    public static void handle(Object handle, Object target, int mode) {
        delegate.onHandle(handle, target, mode);
    }

    /** After such an access. */
    @DontInline
    public static void handled() {
        delegate.onHandled();
    }

    /**
     * Last in a class initializer.
     *
     * @param type the id of the class
     */
    @DontInline
    public static void initializes(int type) {
        delegate.onInitializes(type);
    }

    /**
     * First in a static method or constructor of a class that has an initializer.
     *
     * @param type the id of the class
     */
    @DontInline
    public static void initialized(int type) {
        delegate.onInitialized(type);
    }

    /**
     * Last in a constructor that sets final fields.
     *
     * @param object the object
     */
    @DontInline
    public static void constructed(Object object) {
        delegate.onConstructed(object);
    }

    /**
     * First in {@code finalize}.
     *
     * @param object the object
     */
    @DontInline
    public static void finalizes(Object object) {
        delegate.onFinalizes(object);
    }

    /**
     * Before a thread starts.
     *
     * @param thread the thread
     */
    @DontInline
    public static void forks(Thread thread) {
        delegate.onForks(thread);
    }

    /**
     * When a thread has done its work.
     *
     * @param thread the thread
     */
    @DontInline
    public static void ends(Thread thread) {
        delegate.onEnds(thread);
    }

    /**
     * After somebody looked whether a thread has ended.
     *
     * @param thread the thread
     */
    @DontInline
    public static void joined(Thread thread) {
        delegate.onJoined(thread);
    }

    /**
     * Before a thread is interrupted.
     *
     * @param thread the thread
     */
    @DontInline
    public static void interrupts(Thread thread) {
        delegate.onInterrupts(thread);
    }

    /** Before the JVM ends at once, without its hooks of shutdown. */
    public static void halts() {
        delegate.onHalts();
    }

    /**
     * Before a process is started.
     *
     * @param command the program and its arguments
     * @return what is run in its place
     */
    public static String[] spawns(String[] command) {
        return delegate.onSpawns(command);
    }

    /**
     * Before a thread is unparked.
     *
     * @param thread the thread, perhaps null
     */
    @DontInline
    public static void unparks(Thread thread) {
        delegate.onUnparks(thread);
    }

    /** After this thread was parked. */
    @DontInline
    public static void parked() {
        delegate.onParked();
    }

    /** First in a method of the JVM's own business, such as linking. */
    @DontInline
    public static void quiet() {
        delegate.onQuiet();
    }

    /** Last in such a method, also if it throws. */
    @DontInline
    public static void loud() {
        delegate.onLoud();
    }

    /**
     * See {@link #field}.
     *
     * @param object whose field it is, perhaps null
     * @param site the instruction's id
     */
    protected abstract void onField(Object object, int site);

    /** See {@link #loaded}. */
    protected abstract void onLoaded();

    /**
     * See {@link #storesStatic}.
     *
     * @param site the instruction's id
     */
    protected abstract void onStoresStatic(int site);

    /**
     * See {@link #staticField}.
     *
     * @param site the instruction's id
     */
    protected abstract void onStaticField(int site);

    /**
     * See {@link #element}.
     *
     * @param array the array, perhaps null
     * @param index the index, perhaps out of bounds
     * @param site the instruction's id
     */
    protected abstract void onElement(Object array, int index, int site);

    /**
     * See {@link #elements}.
     *
     * @param array the array, perhaps null
     * @param from the first index
     * @param count how many; negative for all
     * @param site the call's id
     */
    protected abstract void onElements(Object array, int from, int count, int site);

    /**
     * See {@link #container}.
     *
     * @param receiver the receiver, perhaps null
     * @param site the call's id
     */
    protected abstract void onContainer(Object receiver, int site);

    /**
     * See {@link #locks}.
     *
     * @param monitor the object, perhaps null
     * @return what {@link #onLocked} wants to know
     */
    protected abstract Object onLocks(Object monitor);

    /**
     * See {@link #locked}.
     *
     * @param monitor the object
     * @param shadow what {@link #onLocks} returned
     */
    protected abstract void onLocked(Object monitor, Object shadow);

    /**
     * See {@link #unlocks}.
     *
     * @param monitor the object, perhaps null
     */
    protected abstract void onUnlocks(Object monitor);

    /**
     * See {@link #enter}.
     *
     * @param monitor the receiver
     * @param known what this returned last for the receiver, or null
     * @return what it wants to know the next time
     */
    protected abstract Object onEnter(Object monitor, Object known);

    /**
     * See {@link #enterStatic}.
     *
     * @param type the id of its class
     */
    protected abstract void onEnterStatic(int type);

    /** See {@link #leave}. */
    protected abstract void onLeave();

    /**
     * See {@link #takes}.
     *
     * @param lock the lock
     * @param state the object that has its state, perhaps the same
     * @param mode 1 if others may hold it too, else 0
     */
    protected abstract void onTakes(Object lock, Object state, int mode);

    /**
     * See {@link #givesBack}.
     *
     * @param lock the lock
     * @param state the object that has its state, perhaps the same
     * @param mode 1 if others may hold it too, else 0
     */
    protected abstract void onGivesBack(Object lock, Object state, int mode);

    /**
     * See {@link #locking}.
     *
     * @param more 1 for a method more, -1 for one less
     */
    protected abstract void onLocking(int more);

    /**
     * See {@link #sharing}.
     *
     * @param more 1 for a method more, -1 for one less
     */
    protected abstract void onSharing(int more);

    /**
     * See {@link #waits}.
     *
     * @param monitor the object, perhaps null
     */
    protected abstract void onWaits(Object monitor);

    /**
     * See {@link #notifies}.
     *
     * @param monitor the object, perhaps null
     */
    protected abstract void onNotifies(Object monitor);

    /**
     * See {@link #releases}.
     *
     * @param target the object, perhaps null
     */
    protected abstract void onReleases(Object target);

    /**
     * See {@link #acquires}.
     *
     * @param target the object, perhaps null
     */
    protected abstract void onAcquires(Object target);

    /**
     * See {@link #handle}.
     *
     * @param handle the handle
     * @param target its first argument if that is an object, else null
     * @param mode what it orders, and whether the handle may be of a static field
     */
    protected abstract void onHandle(Object handle, Object target, int mode);

    /** See {@link #handled}. */
    protected abstract void onHandled();

    /**
     * See {@link #initializes}.
     *
     * @param type the id of the class
     */
    protected abstract void onInitializes(int type);

    /**
     * See {@link #initialized}.
     *
     * @param type the id of the class
     */
    protected abstract void onInitialized(int type);

    /**
     * See {@link #constructed}.
     *
     * @param object the object
     */
    protected abstract void onConstructed(Object object);

    /**
     * See {@link #finalizes}.
     *
     * @param object the object
     */
    protected abstract void onFinalizes(Object object);

    /**
     * See {@link #forks}.
     *
     * @param thread the thread
     */
    protected abstract void onForks(Thread thread);

    /**
     * See {@link #ends}.
     *
     * @param thread the thread
     */
    protected abstract void onEnds(Thread thread);

    /**
     * See {@link #joined}.
     *
     * @param thread the thread
     */
    protected abstract void onJoined(Thread thread);

    /**
     * See {@link #interrupts}.
     *
     * @param thread the thread
     */
    protected abstract void onInterrupts(Thread thread);

    /** See {@link #halts}. */
    protected abstract void onHalts();

    /**
     * See {@link #spawns}.
     *
     * @param command the program and its arguments
     * @return what is run in its place
     */
    protected abstract String[] onSpawns(String[] command);

    /**
     * See {@link #unparks}.
     *
     * @param thread the thread, perhaps null
     */
    protected abstract void onUnparks(Thread thread);

    /** See {@link #parked}. */
    protected abstract void onParked();

    /** See {@link #quiet}. */
    protected abstract void onQuiet();

    /** See {@link #loud}. */
    protected abstract void onLoud();
}
