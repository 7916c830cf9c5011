package snarl.agent.record;

/**
 * A call site with a class of receivers: what a plain call means, whoever the receiver is.
 *
 * <p>The JVM selects the same method for it every time, which {@link #entered} remembers once the
 * stack has shown it.
 */
final class Target {
    final CallSite site;
    /** The receiver's class; null if the target does not depend on it. */
    final Class<?> receiver;

    final Target next;
    final int number;
    /** The id of the method that a call was seen to enter; 0 for none yet. */
    int entered;

    Target(CallSite site, Class<?> receiver, Target next) {
        this.site = site;
        this.receiver = receiver;
        this.next = next;
        this.number = next == null ? 1 : next.number + 1;
    }
}
