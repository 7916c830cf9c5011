package snarl.agent.record;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which call started a thread, and which method the thread entered first; either may come first.
 */
final class Spawns {
    private final ConcurrentHashMap<Key, CallSite> starts = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Key, MethodRecord> entries = new ConcurrentHashMap<>();
    private final ReferenceQueue<Thread> gone = new ReferenceQueue<>();

    /** A call starts a thread; returns the method that the thread has entered already, or null. */
    MethodRecord started(Thread thread, CallSite site) {
        forgetThreadsThatAreGone();
        Key key = new Key(thread, gone);
        starts.put(key, site);
        return entries.get(key);
    }

    /**
     * A thread enters its first method; returns the call that started it, or null if not known yet.
     */
    CallSite entered(Thread thread, MethodRecord method) {
        Key key = new Key(thread, gone);
        entries.put(key, method);
        return starts.get(key);
    }

    private void forgetThreadsThatAreGone() {
        for (Object key = gone.poll(); key != null; key = gone.poll()) {
            starts.remove(key);
            entries.remove(key);
        }
    }

    /** A thread itself, whatever its {@code equals} says. */
    private static final class Key extends WeakReference<Thread> {
        private final int hash;

        Key(Thread thread, ReferenceQueue<Thread> gone) {
            super(thread, gone);
            hash = System.identityHashCode(thread);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            Thread thread = get();
            return thread != null && other instanceof Key key && key.refersTo(thread);
        }
    }
}
