package snarl.agent.accesses;

import snarl.runtime.SnarlRepeats;
import snarl.runtime.SnarlThread;

/** What an access leaves behind in one word: the thread's number, its count, and the site. */
final class Words {
    static final int SITES = (int) SnarlThread.SETTLED;
    static final int THREADS = (1 << 15) - 1;
    static final int COUNTS = 1 << (SnarlThread.NUMBER_SHIFT - SnarlThread.SITE_BITS);

    /** Of a word that is to be unlike any epoch: the next access is looked at, whatever it is. */
    static final long UNREPEATED = Long.MIN_VALUE;

    /** The mark of a word that its thread may renew: see {@link SnarlThread}. */
    static final long SETTLED = SnarlThread.SETTLED;

    /** In place of a reader's word: there are several. */
    static final long SEVERAL = SnarlRepeats.SEVERAL;

    private Words() {}

    /** An epoch: a word without a site. */
    static long epoch(int thread, int count) {
        return (long) thread << SnarlThread.NUMBER_SHIFT | (long) count << SnarlThread.SITE_BITS;
    }

    static int thread(long word) {
        return (int) (word >>> SnarlThread.NUMBER_SHIFT) & THREADS;
    }

    static int count(long word) {
        return (int) (word >>> SnarlThread.SITE_BITS) & (COUNTS - 1);
    }

    static int site(long word) {
        return (int) word & (SITES - 1);
    }
}
