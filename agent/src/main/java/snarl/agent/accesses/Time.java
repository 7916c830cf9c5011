package snarl.agent.accesses;

/**
 * What is known to have happened before, in two senses.
 *
 * <p>{@link #order} is happens-before as Java defines it. {@link #intent} leaves out what locks
 * order: that one thread came to a lock before another is an accident, and the next time it may be
 * the other way round.
 */
final class Time {
    final VectorClock order = new VectorClock();
    final VectorClock intent = new VectorClock();

    /** What happened before the other one, happened before this one too. */
    void join(Time other) {
        order.join(other.order);
        intent.join(other.intent);
    }

    /** So much of a thread happened before. */
    void learn(int thread, int count) {
        order.learn(thread, count);
        intent.learn(thread, count);
    }

    /** One thread moves on; returns its count. */
    int tick(int thread) {
        intent.tick(thread);
        return order.tick(thread);
    }
}
