package snarl.runtime;

/**
 * The façade that instrumented code calls: static hooks in front of a delegate.
 *
 * <p>The transformer is installed after the delegate, so that no hook runs without one. Ids are
 * those that the transformer gave to sites and methods while it instrumented their class.
 */
public abstract class SnarlHooks {
    private static SnarlHooks delegate;

    /** For delegates. */
    protected SnarlHooks() {}

    /**
     * Chooses what hooks do; called once, before any class is instrumented.
     *
     * @param hooks where all hooks go
     */
    public static void install(SnarlHooks hooks) {
        delegate = hooks;
    }

    /**
     * First in every method.
     *
     * @param method the method's id
     */
    public static void enter(int method) {
        delegate.entered(method);
    }

    /**
     * Before a call whose target depends on the receiver.
     *
     * @param receiver the receiver, perhaps null
     * @param site the call's id
     */
    public static void call(Object receiver, int site) {
        delegate.calls(receiver, site);
    }

    /**
     * Before a call whose target does not depend on a receiver.
     *
     * @param site the call's id
     */
    public static void call(int site) {
        delegate.calls(site);
    }

    /**
     * After an instruction that makes an object or an array.
     *
     * @param allocation the instruction's id
     */
    public static void made(int allocation) {
        delegate.allocated(allocation);
    }

    /**
     * After an {@code invokedynamic} that makes an object of a functional interface.
     *
     * @param function what it made
     * @param site the instruction's id
     */
    public static void linked(Object function, int site) {
        delegate.linksFunction(function, site);
    }

    /**
     * Before or after a call that may start a thread.
     *
     * @param thread perhaps a thread
     * @param site the call's id
     */
    public static void spawn(Object thread, int site) {
        delegate.spawns(thread, site);
    }

    /**
     * After a reflective call that did not throw.
     *
     * @param member the method, constructor or class that was called or instantiated
     * @param receiver the receiver, or null
     * @param site the id of the call of {@code invoke} or {@code newInstance}
     */
    public static void reflected(Object member, Object receiver, int site) {
        delegate.reflects(member, receiver, site);
    }

    /**
     * A method was entered.
     *
     * @param method the method's id
     */
    protected abstract void entered(int method);

    /**
     * A call is about to happen.
     *
     * @param receiver the receiver, perhaps null
     * @param site the call's id
     */
    protected abstract void calls(Object receiver, int site);

    /**
     * A call is about to happen.
     *
     * @param site the call's id
     */
    protected abstract void calls(int site);

    /**
     * An object was made.
     *
     * @param allocation the instruction's id
     */
    protected abstract void allocated(int allocation);

    /**
     * An object of a functional interface was made.
     *
     * @param function the object
     * @param site the instruction's id
     */
    protected abstract void linksFunction(Object function, int site);

    /**
     * A thread is being started, or was.
     *
     * @param thread perhaps a thread
     * @param site the call's id
     */
    protected abstract void spawns(Object thread, int site);

    /**
     * A reflective call came back.
     *
     * @param member the method, constructor or class
     * @param receiver the receiver, or null
     * @param site the call's id
     */
    protected abstract void reflects(Object member, Object receiver, int site);
}
