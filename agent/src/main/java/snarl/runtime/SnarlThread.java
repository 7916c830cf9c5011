package snarl.runtime;

import java.lang.ref.WeakReference;

/**
 * What instrumented code knows of the thread that runs it: the epoch.
 *
 * <p>An epoch is the thread's number, how often the thread has synchronized, and room for a site:
 * 16, 28 and 20 bits. The word that an access leaves behind is the epoch with its site. Within an
 * epoch a thread neither learns of others, nor tells them, nor changes the locks that it holds: a
 * second access of the same kind to the same location has nothing new to say.
 */
public abstract class SnarlThread extends WeakReference<Thread> {
    /** How many bits of a word the site has. */
    public static final int SITE_BITS = 20;

    /** Where the thread's number begins in a word. */
    public static final int NUMBER_SHIFT = 48;

    private static final int MASK = (1 << 14) - 1;
    private static final SnarlThread[] TABLE = new SnarlThread[MASK + 1];

    /** Changed by the thread alone. */
    public long epoch;

    /**
     * Of a thread.
     *
     * @param thread the thread
     */
    protected SnarlThread(Thread thread) {
        super(thread);
    }

    /**
     * That of the running thread.
     *
     * @return never null
     */
    @SuppressWarnings("deprecation")
    public static SnarlThread current() {
        Thread thread = Thread.currentThread();
        int place = (int) thread.getId() & MASK;
        SnarlThread state = TABLE[place];
        if (state != null && state.refersTo(thread)) {
            return state;
        }
        SnarlThread found = SnarlAccess.thread(thread);
        TABLE[place] = found;
        return found;
    }
}
