package snarl.agent.weave;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

/** A number for each object, as long as it lives. Not for several threads at once. */
final class ObjectNumbers {
    private final Map<Key, Integer> numbers = new HashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private int last;

    private static final class Key extends WeakReference<Object> {
        private final int hash;

        Key(Object object, ReferenceQueue<Object> queue) {
            super(object, queue);
            this.hash = System.identityHashCode(object);
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
            Object mine = get();
            return mine != null && other instanceof Key key && key.refersTo(mine);
        }
    }

    int of(Object object) {
        for (Reference<?> key; (key = gone.poll()) != null; ) {
            numbers.remove(key);
        }
        Integer number = numbers.get(new Key(object, null));
        if (number == null) {
            number = ++last;
            numbers.put(new Key(object, gone), number);
        }
        return number;
    }
}
