package snarl.agent.accesses;

/**
 * The shadows of objects, by identity, as long as the objects live.
 *
 * <p>Nothing here may use {@code java.util.concurrent}, whose classes call the hooks that this
 * serves.
 */
final class Shadows {
    private static final int STRIPES = 256;
    private static final int FEWEST = 16;
    /** In each stripe: beyond, new objects get no shadow. */
    private static final int MOST = 16_000;

    private final Stripe[] stripes = new Stripe[STRIPES];

    Shadows() {
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe();
        }
    }

    /** The shadow of an object, or null if there are too many already. */
    Shadow of(Object object) {
        int hash = hash(object);
        return stripes[hash & (STRIPES - 1)].findOrAdd(object, hash >>> 8);
    }

    /** The shadow of an object, or null if it has none. */
    Shadow existing(Object object) {
        int hash = hash(object);
        return stripes[hash & (STRIPES - 1)].find(object, hash >>> 8);
    }

    private static int hash(Object object) {
        int hash = System.identityHashCode(object);
        return hash ^ hash >>> 16;
    }

    private static final class Stripe {
        private final Guard guard = new Guard();
        private Shadow[] buckets = new Shadow[FEWEST];
        private int size;
        /** How many more new objects may come before those are looked for that are gone. */
        private int untilSweep = FEWEST;

        Shadow find(Object object, int hash) {
            guard.take();
            try {
                return present(object, hash);
            } finally {
                guard.state = Guard.FREE;
            }
        }

        private Shadow present(Object object, int hash) {
            Shadow each = buckets[hash & (buckets.length - 1)];
            while (each != null && (each.hash != hash || !each.refersTo(object))) {
                each = each.next;
            }
            return each;
        }

        Shadow findOrAdd(Object object, int hash) {
            guard.take();
            try {
                Shadow present = present(object, hash);
                if (present != null) {
                    return present;
                }
                if (--untilSweep < 0) {
                    sweep();
                }
                if (size >= MOST) {
                    return null;
                }
                Shadow added = new Shadow(object, hash, guard);
                put(buckets, added);
                size++;
                return added;
            } finally {
                guard.state = Guard.FREE;
            }
        }

        /** Drops shadows of objects that are gone, and makes room for as many as are left. */
        private void sweep() {
            int alive = 0;
            for (Shadow first : buckets) {
                for (Shadow each = first; each != null; each = each.next) {
                    alive += each.refersTo(null) ? 0 : 1;
                }
            }
            int room = Math.max(FEWEST, Integer.highestOneBit(Math.max(1, 2 * alive - 1)) << 1);
            Shadow[] fresh = new Shadow[room];
            int left = alive < MOST ? MOST - alive : MOST;
            untilSweep = Math.max(FEWEST, Math.min(alive, left));
            size = 0;
            for (Shadow first : buckets) {
                for (Shadow each = first; each != null; ) {
                    Shadow following = each.next;
                    if (!each.refersTo(null)) {
                        put(fresh, each);
                        size++;
                    }
                    each = following;
                }
            }
            buckets = fresh;
        }

        private static void put(Shadow[] buckets, Shadow shadow) {
            int bucket = shadow.hash & (buckets.length - 1);
            shadow.next = buckets[bucket];
            buckets[bucket] = shadow;
        }
    }
}
