package snarl.agent.accesses;

/**
 * What the last thread knew that left a monitor. Whoever uses this holds the monitor.
 *
 * <p>It knew all that those knew who left it before. Who knows that it left, knows all that, unless
 * that is known of an object alone that the thread has made.
 */
final class MonitorClock {
    private final VectorClock order = new VectorClock();
    private ThreadState releaser;
    private int count;

    /** A thread has entered the monitor. */
    void acquire(ThreadState thread) {
        if (releaser != null && releaser != thread && !knowsWhatItKnew(thread)) {
            thread.time.order.join(order);
        }
    }

    private boolean knowsWhatItKnew(ThreadState thread) {
        int known = thread.time.order.get(releaser.number);
        return known >= count && known > releaser.learntAlone;
    }

    /** A thread is about to leave the monitor, or to wait on it. */
    void release(ThreadState thread) {
        order.set(thread.time.order);
        releaser = thread;
        count = Words.count(thread.epoch);
        thread.tick();
    }
}
