package snarl.runtime;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What a thread repeats. Within an epoch it has nothing new to say. In a later one, if all words are
 * its own, and the locks are the same as ever, nothing but the new epoch. Nobody is kept out: who
 * comes at the same time finds the old word, or this one.
 */
public final class SnarlRepeats {
    private static final Unsafe MEMORY = Unsafe.getUnsafe();

    /** In place of a reader's word: there are several. */
    public static final long SEVERAL = -1;

    /** Of a location's discipline: where its state is, which has three bits. */
    public static final int STATE_SHIFT = 20;

    /** The state of what several threads use, and of what one of them has written as well. */
    public static final int SHARED = 3;

    /** See {@link #SHARED}. */
    public static final int SHARED_MODIFIED = 4;

    private static final long SETS = (1L << STATE_SHIFT) - 1;
    private static final long MARKS = 0x7L << 48;
    private static final long READ_MARK = 0x2L << 48;

    /** Of a location's discipline: its locks, marks, and whether somebody holds it. */
    public static final long LOCKS_AND_MARKS = SETS | MARKS | Long.MIN_VALUE;

    /** The same without the marks of writes, which a read does not change. */
    private static final long LOCKS_OF_READS = SETS | READ_MARK | Long.MIN_VALUE;

    private static final long SETTLED_AND_NUMBER =
            SnarlThread.SETTLED | -1L << SnarlThread.NUMBER_SHIFT;

    private static final int PAGE_MASK = (1 << SnarlArray.PAGE_BITS) - 1;

    private SnarlRepeats() {}

    // What nearly all accesses need: one word is enough

    /** Whether a word is of this epoch, or is the thread's to renew: then it is of this epoch now. */
    @ForceInline
    static boolean renews(Object base, long offset, SnarlThread thread, int site) {
        long word = MEMORY.getLong(base, offset);
        if (!isNew(word, thread)) {
            return true;
        }
        if (!isSettled(word, thread)) {
            return false;
        }
        MEMORY.putLong(base, offset, thread.settled | site);
        return true;
    }

    /** The same for a word of an element, of reads or of writes; the index may be out of bounds. */
    @ForceInline
    static boolean renews(long[][] words, int index, SnarlThread thread, int site) {
        int number = index >>> SnarlArray.PAGE_BITS;
        long[] page = number < words.length ? words[number] : null;
        int place = index & PAGE_MASK;
        if (page == null || place >= page.length) {
            return false;
        }
        long word = page[place];
        if (!isNew(word, thread)) {
            return true;
        }
        if (!isSettled(word, thread)) {
            return false;
        }
        page[place] = thread.settled | site;
        return true;
    }

    /** The same for a read, of a field that others may read as well. */
    @ForceInline
    static boolean renewsRead(Object base, SnarlField field, SnarlThread thread, int site) {
        return renews(base, field.read, thread, site)
                || MEMORY.getLong(base, field.read) == SEVERAL
                        && isAmong(MEMORY.getReference(base, field.readers), thread);
    }

    /** The same for a read of an element. */
    @ForceInline
    static boolean renewsRead(SnarlArray words, int index, SnarlThread thread, int site) {
        return renews(words.reads, index, thread, site) || isAmongReaders(words, index, thread);
    }

    @ForceInline
    static boolean isAmongReaders(SnarlArray words, int index, SnarlThread thread) {
        int number = index >>> SnarlArray.PAGE_BITS;
        Object[] several = number < words.readers.length ? words.readers[number] : null;
        long[] page = several == null ? null : words.reads[number];
        int place = index & PAGE_MASK;
        return page != null
                && place < page.length
                && page[place] == SEVERAL
                && isAmong(several[place], thread);
    }

    /** Whether the thread is one of several readers, in this epoch. */
    @ForceInline
    private static boolean isAmong(Object several, SnarlThread thread) {
        if (!(several instanceof long[] words) || words.length < 2) {
            return false;
        }
        int place = 1 + (thread.number & words.length - 2);
        return !isNew(words[place], thread);
    }

    /** Whether what wrote a word is known to the thread: itself, or what it knows of another. */
    @ForceInline
    static boolean knowsWrite(Object base, long offset, SnarlThread thread) {
        long word = MEMORY.getLong(base, offset);
        return !isForeign(word, thread) || thread.isKnown(word);
    }

    @ForceInline
    static boolean isNew(long word, SnarlThread thread) {
        return (word ^ thread.epoch) >>> SnarlThread.SITE_BITS != 0;
    }

    /** Whether the thread may renew a word of its own, and need not look at anything else. */
    @ForceInline
    static boolean isSettled(long word, SnarlThread thread) {
        return ((word ^ thread.settled) & SETTLED_AND_NUMBER) == 0;
    }

    @ForceInline
    private static boolean isForeign(long word, SnarlThread thread) {
        return (word ^ thread.epoch) >>> SnarlThread.NUMBER_SHIFT != 0;
    }

    // The rest: all words of a location

    /**
     * Whether a read only repeats what the thread did; then it is remembered. The first read by a
     * thread whose write nobody else has to know of is one, too.
     *
     * @param base what the offsets are of
     * @param field where the words are
     * @param thread the running thread
     * @param site the instruction's id
     * @return if not, it must be looked at
     */
    public static boolean repeatsRead(
            Object base, SnarlField field, SnarlThread thread, int site) {
        long read = MEMORY.getLong(base, field.read);
        if (read == SEVERAL) {
            return repeatsAmongSeveral(
                    MEMORY.getReference(base, field.readers),
                    MEMORY.getLong(base, field.discipline),
                    thread,
                    site);
        }
        if (!isNew(read, thread)) {
            return true;
        }
        long write = MEMORY.getLong(base, field.write);
        if (read == 0 && isSettled(write, thread)) {
            return MEMORY.compareAndSetLong(base, field.read, 0, thread.settled | site);
        }
        long discipline = MEMORY.getLong(base, field.discipline);
        if (!mayRenewRead(read, write, discipline, thread)) {
            return false;
        }
        MEMORY.putLong(base, field.read, renewed(read, thread, site));
        return true;
    }

    /**
     * Whether a write only repeats what the thread did; then it is remembered.
     *
     * @param base what the offsets are of
     * @param field where the words are
     * @param thread the running thread
     * @param site the instruction's id
     * @return if not, it must be looked at
     */
    public static boolean repeatsWrite(
            Object base, SnarlField field, SnarlThread thread, int site) {
        long write = MEMORY.getLong(base, field.write);
        if (!isNew(write, thread)) {
            return true;
        }
        long read = MEMORY.getLong(base, field.read);
        long discipline = MEMORY.getLong(base, field.discipline);
        if (mayRenewWrite(write, read, discipline, thread)) {
            MEMORY.putLong(base, field.write, renewed(write, thread, site));
            return true;
        }
        return protectsWrite(discipline, thread)
                && keepsOtherWrite(MEMORY.getReference(base, field.readers), write)
                && MEMORY.compareAndSetLong(base, field.write, write, thread.epoch | site);
    }

    /** The same for an element. */
    static boolean repeatsRead(SnarlArray words, int index, SnarlThread thread, int site) {
        int place = index & PAGE_MASK;
        long[] reads = words.reads[index >>> SnarlArray.PAGE_BITS];
        long read = reads == null ? 0 : reads[place];
        if (read == 0) {
            return readsOwnWrite(words, index, thread, site);
        }
        long discipline = word(words.disciplines, index);
        if (read == SEVERAL) {
            Object[] several = words.readers[index >>> SnarlArray.PAGE_BITS];
            return several != null && repeatsAmongSeveral(several[place], discipline, thread, site);
        }
        if (!isNew(read, thread)) {
            return true;
        }
        long write = word(words.writes, index);
        if (!mayRenewRead(read, write, discipline, thread)) {
            return false;
        }
        reads[place] = renewed(read, thread, site);
        return true;
    }

    /**
     * Whether nobody has read an element yet, and the thread may renew the word of its write: then it
     * may renew that of its read as well, which is remembered.
     */
    private static boolean readsOwnWrite(
            SnarlArray words, int index, SnarlThread thread, int site) {
        return isSettled(word(words.writes, index), thread)
                && SnarlMemory.exchange(
                        words.page(words.reads, index),
                        SnarlMemory.wordOffset(index & PAGE_MASK),
                        0,
                        thread.settled | site);
    }

    /** The same for an element. */
    static boolean repeatsWrite(SnarlArray words, int index, SnarlThread thread, int site) {
        int place = index & PAGE_MASK;
        long[] writes = words.writes[index >>> SnarlArray.PAGE_BITS];
        if (writes == null) {
            return false;
        }
        long write = writes[place];
        if (!isNew(write, thread)) {
            return true;
        }
        long read = word(words.reads, index);
        long discipline = word(words.disciplines, index);
        if (mayRenewWrite(write, read, discipline, thread)) {
            writes[place] = renewed(write, thread, site);
            return true;
        }
        Object[] several = words.readers[index >>> SnarlArray.PAGE_BITS];
        return several != null
                && protectsWrite(discipline, thread)
                && keepsOtherWrite(several[place], write)
                && SnarlMemory.exchange(
                        writes, SnarlMemory.wordOffset(place), write, thread.epoch | site);
    }

    /** A word of an element; 0 if its page does not exist yet. */
    private static long word(long[][] words, int index) {
        long[] page = words[index >>> SnarlArray.PAGE_BITS];
        return page == null ? 0 : page[index & PAGE_MASK];
    }

    /**
     * The same for one of several readers: a write would have dropped its word. If no lock is left,
     * it may still be the first of its site without one, unless its word is settled.
     */
    private static boolean repeatsAmongSeveral(
            Object several, long discipline, SnarlThread thread, int site) {
        long[] words = (long[]) several;
        if (words == null || words.length < 2) {
            return false;
        }
        int place = 1 + (thread.number & words.length - 2);
        long read = words[place];
        if (!isNew(read, thread)) {
            return true;
        }
        boolean isProtected = !isForeign(read, thread) && protectsRead(discipline, thread);
        if (read == 0 || !isProtected && !isSettled(read, thread)) {
            return false;
        }
        words[place] = renewed(read, thread, site);
        return true;
    }

    private static boolean mayRenewRead(
            long read, long write, long discipline, SnarlThread thread) {
        return isSettled(read, thread)
                || isAlone(read, write, thread)
                        && ((discipline ^ thread.readLocks) & LOCKS_OF_READS) == 0
                || isAlone(read, 0, thread) && protectsRead(discipline, thread);
    }

    private static boolean mayRenewWrite(
            long write, long read, long discipline, SnarlThread thread) {
        return isSettled(write, thread)
                || isAlone(write, read, thread)
                        && ((discipline ^ thread.writeLocks) & LOCKS_AND_MARKS) == 0
                || isAlone(write, 0, thread) && protectsWrite(discipline, thread);
    }

    // Locations that several threads use, with a lock

    /**
     * Whether the thread holds all locks that others held whenever they used a location, since there
     * are others: so whoever wrote it has done so before, and no lock will be lost. Only the thread's
     * own words are old then.
     */
    private static boolean protectsRead(long discipline, SnarlThread thread) {
        return (discipline & (Long.MIN_VALUE | READ_MARK)) == 0
                && state(discipline) >= SHARED
                && thread.guardsReads(discipline & SETS);
    }

    /** The same for a write: then whoever read it has done so before, too. */
    private static boolean protectsWrite(long discipline, SnarlThread thread) {
        return (discipline & (Long.MIN_VALUE | MARKS)) == 0
                && state(discipline) == SHARED_MODIFIED
                && thread.guardsWrites(discipline & SETS);
    }

    private static int state(long discipline) {
        return (int) (discipline >>> STATE_SHIFT) & 7;
    }

    /**
     * The last write by another thread is remembered before its word is replaced; false if there is
     * no room for it.
     */
    private static boolean keepsOtherWrite(Object several, long write) {
        if (write == 0 || !(several instanceof long[] words)) {
            return false;
        }
        words[0] = write;
        return true;
    }

    /** Whether a word is the thread's own, and so is that of the other kind of access, if any. */
    private static boolean isAlone(long word, long other, SnarlThread thread) {
        return word != 0
                && !isForeign(word, thread)
                && (other == 0 || !isForeign(other, thread));
    }

    private static long renewed(long word, SnarlThread thread, int site) {
        return thread.epoch | word & SnarlThread.SETTLED | site;
    }
}
