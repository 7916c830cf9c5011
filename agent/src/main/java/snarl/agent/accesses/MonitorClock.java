package snarl.agent.accesses;

/**
 * What the last thread knew that left a monitor. Whoever uses this holds the monitor.
 *
 * <p>It knew all that those knew who left it before. Who knows that it left, knows all that.
 */
final class MonitorClock {
    private final VectorClock order = new VectorClock();
    private int releaser = -1;
    private int count;

    /** A thread has entered the monitor. */
    void acquire(ThreadState thread) {
        if (releaser >= 0
                && releaser != thread.number
                && thread.time.order.get(releaser) < count) {
            thread.time.order.join(order);
        }
    }

    /** A thread is about to leave the monitor, or to wait on it. */
    void release(ThreadState thread) {
        order.set(thread.time.order);
        releaser = thread.number;
        count = Words.count(thread.epoch);
        thread.tick();
    }
}
