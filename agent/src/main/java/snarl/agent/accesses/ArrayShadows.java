package snarl.agent.accesses;

import java.lang.reflect.Array;
import snarl.runtime.SnarlArray;

/**
 * The words of arrays, by identity, as long as the arrays live. Finding them takes no lock.
 *
 * <p>Nothing here may use {@code java.util.concurrent}, whose classes call the hooks that this
 * serves.
 */
final class ArrayShadows {
    private static final int STRIPES = 64;
    private static final int FEWEST = 64;
    /** In each stripe: beyond, new arrays get no words. */
    private static final int MOST = 100_000;
    /** Chains are short; who walks further was led astray by somebody who moved them. */
    private static final int LONGEST = 50;

    private final Stripe[] stripes = new Stripe[STRIPES];
    /** Arrays that got no words; threads may lose some. */
    long leftOut;

    ArrayShadows() {
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe();
        }
    }

    /** The words of an array, or null if there are too many already. */
    SnarlArray of(Object array) {
        int hash = System.identityHashCode(array);
        hash ^= hash >>> 16;
        Stripe stripe = stripes[hash & (STRIPES - 1)];
        SnarlArray found = find(stripe.buckets, array, hash >>> 6);
        if (found == null) {
            found = stripe.add(array, hash >>> 6);
            leftOut += found == null ? 1 : 0;
        }
        return found;
    }

    private static SnarlArray find(SnarlArray[] buckets, Object array, int hash) {
        SnarlArray each = buckets[hash & (buckets.length - 1)];
        for (int steps = 0; each != null && steps < LONGEST; steps++) {
            if (each.hash == hash && each.refersTo(array)) {
                return each;
            }
            each = each.next;
        }
        return null;
    }

    private static final class Stripe {
        private final Guard guard = new Guard();
        private volatile SnarlArray[] buckets = new SnarlArray[FEWEST];
        private int size;
        /** How many more new arrays may come before those are looked for that are gone. */
        private int untilSweep = FEWEST;

        SnarlArray add(Object array, int hash) {
            SnarlArray added = new SnarlArray(array, Array.getLength(array), hash);
            guard.take();
            try {
                SnarlArray present = find(buckets, array, hash);
                if (present != null) {
                    return present;
                }
                if (--untilSweep < 0) {
                    sweep();
                }
                if (size >= MOST) {
                    return null;
                }
                size++;
                put(buckets, added);
                return added;
            } finally {
                guard.state = Guard.FREE;
            }
        }

        /** Drops words of arrays that are gone, and makes room for as many as are left. */
        private void sweep() {
            SnarlArray[] before = buckets;
            int alive = 0;
            for (SnarlArray first : before) {
                for (SnarlArray each = first; each != null; each = each.next) {
                    alive += each.refersTo(null) ? 0 : 1;
                }
            }
            SnarlArray[] after =
                    new SnarlArray[Math.max(FEWEST, Integer.highestOneBit(2 * alive + 1) << 1)];
            size = 0;
            for (SnarlArray first : before) {
                for (SnarlArray each = first; each != null; ) {
                    SnarlArray following = each.next;
                    if (!each.refersTo(null)) {
                        put(after, each);
                        size++;
                    }
                    each = following;
                }
            }
            untilSweep = Math.max(FEWEST, size);
            buckets = after;
        }

        private static void put(SnarlArray[] buckets, SnarlArray added) {
            int bucket = added.hash & (buckets.length - 1);
            added.next = buckets[bucket];
            buckets[bucket] = added;
        }
    }
}
