package snarl.agent.accesses;

import snarl.runtime.SnarlAccess;
import snarl.runtime.SnarlArray;
import snarl.runtime.SnarlCell;
import snarl.runtime.SnarlField;

/**
 * Where the words of a location are. Each thread has one, for the access that it looks at.
 *
 * <p>Who changes words holds the location, which is a bit of its discipline.
 */
final class Location {
    /** The offsets in cells. */
    private static final SnarlField CELL =
            new SnarlField(
                    null,
                    SnarlAccess.offset(SnarlCell.class, "write"),
                    SnarlAccess.offset(SnarlCell.class, "read"),
                    SnarlAccess.offset(SnarlCell.class, "discipline"),
                    SnarlAccess.offset(SnarlCell.class, "readers"));

    private static final long HELD = Long.MIN_VALUE;
    private static final int PATIENCE = 1 << 20;

    private Object base;
    /** Of an element of an array, null: its place comes to be when it is needed. */
    private Object readersBase;

    private SnarlArray array;
    private int element;
    private long write;
    private long read;
    private long discipline;
    private long readers;

    /** The words of a static field. */
    static SnarlField inCell() {
        return new SnarlField(
                new SnarlCell(), CELL.write, CELL.read, CELL.discipline, CELL.readers);
    }

    /** Those of a field. */
    Location of(Object object, SnarlField field) {
        base = field.base == null ? object : field.base;
        readersBase = base;
        write = field.write;
        read = field.read;
        discipline = field.discipline;
        readers = field.readers;
        return this;
    }

    /** Those of a container. */
    Location of(SnarlCell cell) {
        return of(cell, CELL);
    }

    /** Those of an element of an array. */
    Location of(SnarlArray words, int index) {
        int place = index & ((1 << SnarlArray.PAGE_BITS) - 1);
        base = words.page(index);
        write = SnarlAccess.wordOffset(SnarlArray.WORDS * place);
        read = SnarlAccess.wordOffset(SnarlArray.WORDS * place + 1);
        discipline = SnarlAccess.wordOffset(SnarlArray.WORDS * place + 2);
        readersBase = null;
        readers = SnarlAccess.objectOffset(place);
        array = words;
        element = index;
        return this;
    }

    /** Whether hooks see that an access only repeats what the thread did; then it is remembered. */
    boolean isRepeated(ThreadState thread, int site, boolean isWrite) {
        SnarlField field = new SnarlField(null, write, read, discipline, readers);
        return isWrite
                ? SnarlAccess.repeatsWrite(base, field, thread, site)
                : SnarlAccess.repeatsRead(base, field, thread, site);
    }

    /** Takes the location; returns its discipline, which {@link #giveBack} sets. */
    long take() {
        for (int spins = 1; spins < PATIENCE; spins++) {
            long now = SnarlAccess.word(base, discipline);
            if (now >= 0 && SnarlAccess.exchange(base, discipline, now, now | HELD)) {
                return now;
            }
            Guard.pause(spins);
        }
        // Nobody needs so long: who had it found the stack full, and could not give it back.
        return SnarlAccess.word(base, discipline) & ~HELD;
    }

    void giveBack(long newDiscipline) {
        SnarlAccess.release(base, discipline, newDiscipline);
    }

    /** The word of the last write; 0 for none. */
    long write() {
        return SnarlAccess.word(base, write);
    }

    void setWrite(long word) {
        SnarlAccess.put(base, write, word);
    }

    /** The word of the last read; 0 for none, or {@link Words#SEVERAL}. */
    long read() {
        return SnarlAccess.word(base, read);
    }

    void setRead(long word) {
        SnarlAccess.put(base, read, word);
    }

    /**
     * More words, or null: first that of the last write by another thread than the one of {@link
     * #write}, then those of several readers. Those that are 0 are none.
     */
    long[] others() {
        Object in = readersBase;
        if (in == null) {
            in = array.readers[element >>> SnarlArray.PAGE_BITS];
        }
        return in == null ? null : (long[]) SnarlAccess.object(in, readers);
    }

    void setOthers(long[] words) {
        if (readersBase == null && (words != null || others() != null)) {
            readersBase = array.readersPage(element);
        }
        if (readersBase != null) {
            SnarlAccess.put(readersBase, readers, words);
        }
    }

    /** Nothing was done to it yet, whatever a clone has got of the original's words. */
    void clear() {
        setWrite(0);
        setRead(0);
        setOthers(null);
        giveBack(0);
    }

    /** Holds no object any longer. */
    void forget() {
        base = null;
        readersBase = null;
        array = null;
    }
}
