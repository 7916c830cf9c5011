package snarl.agent.accesses;

/**
 * What is known to have happened before, in two senses.
 *
 * <p>{@link #order} is happens-before as Java defines it. {@link #intent} leaves out what monitors
 * order: that one thread came to a monitor before another is an accident, and the next time it may
 * be the other way round.
 */
final class Time {
    final VectorClock order = new VectorClock();
    final VectorClock intent = new VectorClock();

    /** What happened before the other one, happened before this one too. */
    void join(Time other) {
        order.join(other.order);
        intent.join(other.intent);
    }

    /** One thread moves on. */
    void tick(int thread) {
        order.tick(thread);
        intent.tick(thread);
    }
}
