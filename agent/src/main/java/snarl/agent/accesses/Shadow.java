package snarl.agent.accesses;

import java.lang.ref.WeakReference;
import snarl.runtime.SnarlCell;

/**
 * What is known of one object: its locations, and the clocks of what threads do with it.
 *
 * <p>All of it is guarded. Whoever has the guard takes no other ones but those of {@link Races} and
 * {@link Locksets}, who take none.
 */
final class Shadow extends WeakReference<Object> {
    /** Clocks by what was done, but for monitors; volatile fields have the field's id instead. */

    /** Accesses through handles, of whatever field. */
    static final int HANDLE = -2;
    /** Accesses through handles, and of all volatile fields; locks that nobody else could hold. */
    static final int ANY = -3;

    static final int FREEZE = -4;
    static final int FORK = -5;
    static final int END = -6;
    static final int INTERRUPT = -7;
    static final int PARK = -8;
    static final int INITIALIZED = -9;
    static final int NOTIFY = -10;
    /** Locks that others could hold as well: these do not come after it, those who are alone do. */
    static final int SHARED_LOCK = -11;

    /** The location that a container is. */
    static final int CONTAINER = -1;

    private static final int FEW = 4;
    /** Elements of an array that are remembered; the others are left out. */
    private static final int MOST = 1 << 14;

    final int hash;
    private final Guard guard;
    Shadow next;
    private Clock clocks;
    private AccessRows[] locations = new AccessRows[1];
    private int count;
    private int lock;

    /** The set of just the lock; {@link Locksets#NONE} as long as nobody has asked. */
    private int single = Locksets.NONE;

    private SnarlCell cell;
    /** Of a lock, that of the object which has its state; null if it is not known, or the same. */
    Shadow state;

    /** Of the object as a monitor. */
    final MonitorClock monitor = new MonitorClock();

    /** Of a thread that is about to start: who starts it. */
    volatile Birth birth;

    /** The first thread that accessed the object; -1 for none yet. */
    private int owner = -1;

    /** The owner's count when it was still alone. */
    private int ownedUntil;

    private boolean isShared;

    /**
     * @param guard of all that is in here; others may share it
     */
    Shadow(Object object, int hash, Guard guard) {
        super(object);
        this.hash = hash;
        this.guard = guard;
    }

    /**
     * What the thread did so far becomes known to whoever acquires the same; what it does from now
     * on does not.
     */
    void release(ThreadState thread, int key) {
        guard.take();
        try {
            clock(key).time.join(thread.time);
            thread.tick();
        } finally {
            guard.state = Guard.FREE;
        }
    }

    /** The thread comes to know what those did before who released the same. */
    void acquire(ThreadState thread, int key) {
        guard.take();
        try {
            learn(thread, key);
            if (key == ANY && thread.sharing == 0) {
                learn(thread, SHARED_LOCK);
            }
        } finally {
            guard.state = Guard.FREE;
        }
    }

    /**
     * A thread has taken the lock whose state the object is. It comes after those who had it, unless it
     * might have had it at the same time.
     *
     * @param isShared whether others may have it, too
     */
    void taken(ThreadState thread, boolean isShared) {
        guard.take();
        try {
            learn(thread, ANY);
            if (!isShared) {
                learn(thread, SHARED_LOCK);
            }
        } finally {
            guard.state = Guard.FREE;
        }
    }

    /** A thread, which moves on then, is about to give it back: who comes next is an accident. */
    void givenBack(ThreadState thread, boolean isShared) {
        guard.take();
        try {
            clock(isShared ? SHARED_LOCK : ANY).time.order.join(thread.time.order);
        } finally {
            guard.state = Guard.FREE;
        }
    }

    private void learn(ThreadState thread, int key) {
        Clock clock = find(key);
        if (clock != null) {
            thread.time.join(clock.time);
        }
    }

    /**
     * The set of just one lock. Threads may ask at the same time: all find the same.
     *
     * @param lock the number that {@link #lock} gave
     */
    int single(int lock, Locksets locksets) {
        int known = single;
        if (known == Locksets.NONE) {
            known = locksets.with(Locksets.NONE, lock);
            single = known;
        }
        return known;
    }

    /** The object's number as a lock. */
    int lock(Object object, Locksets locksets) {
        if (lock != 0) {
            return lock;
        }
        guard.take();
        try {
            if (lock == 0) {
                lock = locksets.newLock(object);
            }
            return lock;
        } finally {
            guard.state = Guard.FREE;
        }
    }

    /** The words of the object as a container. */
    SnarlCell cell() {
        guard.take();
        try {
            if (cell == null) {
                cell = new SnarlCell();
            }
            return cell;
        } finally {
            guard.state = Guard.FREE;
        }
    }

    private Clock clock(int key) {
        Clock clock = find(key);
        if (clock == null) {
            clock = new Clock(key, clocks);
            clocks = clock;
        }
        return clock;
    }

    private Clock find(int key) {
        Clock clock = clocks;
        while (clock != null && clock.key != key) {
            clock = clock.next;
        }
        return clock;
    }

    /** Adds an access; returns whether another one, or this one, had to be left out. */
    boolean access(
            ThreadState thread, int key, int access, Races races, Object what) {
        guard.take();
        try {
            int bucket = bucket(key);
            AccessRows location = locations[bucket];
            while (location != null && location.key != key) {
                location = location.next;
            }
            if (location == null) {
                if (count == MOST) {
                    return true;
                }
                location = add(key);
            }
            own(thread);
            return location.add(thread, access, races, what, this);
        } finally {
            guard.state = Guard.FREE;
        }
    }

    private void own(ThreadState thread) {
        if (owner < 0) {
            owner = thread.number;
        }
        if (owner != thread.number) {
            isShared = true;
        } else if (!isShared) {
            ownedUntil = thread.time.order.get(owner);
        }
    }

    /**
     * Whether an access was made when no other thread had accessed the object: whoever came later
     * got the object from its owner, and be it by a monitor, that is no accident. A static field is
     * not handed over: it is its own object here.
     */
    boolean wasOwned(int thread, int threadCount, Object what) {
        return thread == owner && threadCount <= ownedUntil && !refersTo(what);
    }

    private AccessRows add(int key) {
        if (++count > FEW * locations.length) {
            grow();
        }
        int bucket = bucket(key);
        AccessRows added = new AccessRows(key, locations[bucket]);
        locations[bucket] = added;
        return added;
    }

    private void grow() {
        AccessRows[] before = locations;
        locations = new AccessRows[4 * before.length];
        for (AccessRows first : before) {
            for (AccessRows each = first; each != null; each = each.next) {
                int bucket = bucket(each.key);
                locations[bucket] = each.after(locations[bucket]);
            }
        }
    }

    private int bucket(int key) {
        return key & (locations.length - 1);
    }

    private static final class Clock {
        final int key;
        final Clock next;
        final Time time = new Time();

        Clock(int key, Clock next) {
            this.key = key;
            this.next = next;
        }
    }
}
