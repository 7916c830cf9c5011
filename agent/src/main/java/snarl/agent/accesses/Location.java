package snarl.agent.accesses;

import snarl.runtime.SnarlAlone;
import snarl.runtime.SnarlArray;
import snarl.runtime.SnarlCell;
import snarl.runtime.SnarlField;
import snarl.runtime.SnarlMemory;
import snarl.runtime.SnarlRepeats;

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
                    SnarlMemory.offset(SnarlCell.class, "write"),
                    SnarlMemory.offset(SnarlCell.class, "read"),
                    SnarlMemory.offset(SnarlCell.class, "discipline"),
                    SnarlMemory.offset(SnarlCell.class, "readers"));

    private static final long HELD = Long.MIN_VALUE;
    private static final int PATIENCE = 1 << 20;

    /** Of an element of an array, null as long as there is no word: its page comes to be then. */
    private Object writeBase;

    private Object readBase;
    private Object readersBase;
    private Object disciplineBase;

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
        Object base = field.base == null ? object : field.base;
        writeBase = base;
        readBase = base;
        disciplineBase = base;
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
        writeBase = words.writes[index >>> SnarlArray.PAGE_BITS];
        readBase = words.reads[index >>> SnarlArray.PAGE_BITS];
        disciplineBase = words.page(words.disciplines, index);
        write = SnarlMemory.wordOffset(place);
        read = write;
        discipline = write;
        readersBase = null;
        readers = SnarlMemory.objectOffset(place);
        array = words;
        element = index;
        return this;
    }

    /**
     * Whether hooks see that an access only repeats what the thread did, or that nobody else has used
     * the location; then it is remembered. Not for elements of arrays.
     */
    boolean isRepeated(ThreadState thread, int site, boolean isWrite) {
        SnarlField field = new SnarlField(null, write, read, discipline, readers);
        return isWrite
                ? SnarlRepeats.repeatsWrite(writeBase, field, thread, site)
                        || SnarlAlone.writes(writeBase, field, thread, site)
                : SnarlRepeats.repeatsRead(readBase, field, thread, site)
                        || SnarlAlone.reads(readBase, field, thread, site);
    }

    /** Takes the location; returns its discipline, which {@link #giveBack} sets. */
    long take() {
        if (array != null) {
            array.prepareLook();
        }
        for (int spins = 1; spins < PATIENCE; spins++) {
            long now = SnarlMemory.word(disciplineBase, discipline);
            if (now >= 0 && SnarlMemory.exchange(disciplineBase, discipline, now, now | HELD)) {
                return now;
            }
            Guard.pause(spins);
        }
        // Nobody needs so long: who had it found the stack full, and could not give it back.
        return SnarlMemory.word(disciplineBase, discipline) & ~HELD;
    }

    void giveBack(long newDiscipline) {
        SnarlMemory.release(disciplineBase, discipline, newDiscipline);
    }

    /** The word of the last write; 0 for none. */
    long write() {
        if (writeBase == null) {
            writeBase = array.writes[element >>> SnarlArray.PAGE_BITS];
        }
        return writeBase == null ? 0 : SnarlMemory.word(writeBase, write);
    }

    void setWrite(long word) {
        if (writeBase == null) {
            writeBase = array.page(array.writes, element);
        }
        SnarlMemory.put(writeBase, write, word);
    }

    /** Writes it if it is still what it was. */
    boolean replaceWrite(long expected, long word) {
        if (writeBase == null) {
            writeBase = array.page(array.writes, element);
        }
        return SnarlMemory.exchange(writeBase, write, expected, word);
    }

    /** The word of the last read; 0 for none, or {@link Words#SEVERAL}. */
    long read() {
        if (readBase == null) {
            readBase = array.reads[element >>> SnarlArray.PAGE_BITS];
        }
        return readBase == null ? 0 : SnarlMemory.word(readBase, read);
    }

    void setRead(long word) {
        if (readBase == null) {
            readBase = array.page(array.reads, element);
        }
        SnarlMemory.put(readBase, read, word);
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
        return in == null ? null : (long[]) SnarlMemory.object(in, readers);
    }

    void setOthers(long[] words) {
        if (readersBase == null && (words != null || others() != null)) {
            readersBase = array.readersPage(element);
        }
        if (readersBase != null) {
            SnarlMemory.put(readersBase, readers, words);
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
        writeBase = null;
        readBase = null;
        disciplineBase = null;
        readersBase = null;
        array = null;
    }
}
