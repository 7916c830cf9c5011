package snarl.runtime;

import java.lang.reflect.Field;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/**
 * The façade that code calls before it accesses a location, if races are to be detected: what an
 * access repeats within an epoch is seen here, the rest goes to a delegate.
 *
 * <p>It may be called with null, and with an index that is out of bounds: the instruction that
 * follows throws.
 *
 * <p>What nearly all accesses need is small, and becomes part of the program's code. The rest is kept
 * out of it: else methods with many accesses grow so large that the JVM compiles them late or badly.
 * So is what the delegate does: whenever something new happens there, all that it is compiled into
 * is thrown away.
 */
public abstract class SnarlAccess {
    /** Names of fields that hold words begin so. */
    public static final String PREFIX = "$snarl$";

    private static SnarlAccess delegate;

    private static final int CHUNK_BITS = 9;
    private static final int CHUNK = 1 << CHUNK_BITS;

    /**
     * By site, in chunks that come to be when they are needed; a site whose field is not known yet
     * has none. What is there once stays: compiled code has it as a constant.
     */
    @Stable
    private static final SnarlField[][] FIELDS =
            new SnarlField[1 << SnarlThread.SITE_BITS - 1 - CHUNK_BITS][];

    /** By the ids of classes, in chunks: whether what the initializer did is known to all threads. */
    @Stable
    private static final boolean[][] KNOWN_TO_ALL = new boolean[1 << 12][];

    /** For delegates. */
    protected SnarlAccess() {}

    /**
     * Chooses where accesses go; called once, before any class is instrumented.
     *
     * @param detector where they go
     */
    public static void install(SnarlAccess detector) {
        delegate = detector;
    }

    /**
     * Says which field a site uses. Calls come one at a time.
     *
     * @param site its id
     * @param field where the words of the field are
     */
    public static void resolve(int site, SnarlField field) {
        SnarlField[] chunk = FIELDS[site >>> CHUNK_BITS];
        if (chunk == null) {
            chunk = new SnarlField[CHUNK];
            FIELDS[site >>> CHUNK_BITS] = chunk;
        }
        if (chunk[site & CHUNK - 1] == null) {
            chunk[site & CHUNK - 1] = field;
        }
    }

    static SnarlArray words(Object array) {
        return delegate.onArray(array);
    }

    /** The heap is full: the program goes on, and what it is about to do is not seen. */
    static void lose() {
        delegate.onLost();
    }

    static void pause(int spins) {
        delegate.onPause(spins);
    }

    static SnarlThread thread(Thread thread) {
        return delegate.onThread(thread);
    }

    /** Null if it is not known yet. */
    @ForceInline
    private static SnarlField field(int site) {
        SnarlField[] chunk = FIELDS[site >>> CHUNK_BITS];
        return chunk == null ? null : chunk[site & CHUNK - 1];
    }

    // Fields of objects

    /**
     * Before a field is read.
     *
     * @param object whose field it is, perhaps null
     * @param thread the running thread
     * @param site the instruction's id
     */
    @ForceInline
    public static void read(Object object, SnarlThread thread, int site) {
        SnarlField field = field(site);
        if (object == null
                || field == null
                || field == SnarlField.NONE
                || !SnarlRepeats.renewsRead(object, field, thread, site)) {
            readAnew(object, field, thread, site);
        }
    }

    @DontInline
    private static void readAnew(Object object, SnarlField field, SnarlThread thread, int site) {
        if (object == null || field == SnarlField.NONE) {
            return;
        }
        try {
            if (field == null
                    || !SnarlRepeats.repeatsRead(object, field, thread, site)
                            && !SnarlAlone.reads(object, field, thread, site)) {
                lookAtRead(object, field, thread, site);
            }
        } catch (OutOfMemoryError full) {
            lose();
        }
    }

    @DontInline
    private static void lookAtRead(
            Object object, SnarlField field, SnarlThread thread, int site) {
        delegate.onRead(object, field, thread, site);
    }

    /**
     * Before a field is written.
     *
     * @param object whose field it is, perhaps null
     * @param thread the running thread
     * @param site the instruction's id
     */
    @ForceInline
    public static void write(Object object, SnarlThread thread, int site) {
        SnarlField field = field(site);
        if (object == null
                || field == null
                || field == SnarlField.NONE
                || !SnarlRepeats.renews(object, field.write, thread, site)) {
            writeAnew(object, field, thread, site);
        }
    }

    @DontInline
    private static void writeAnew(Object object, SnarlField field, SnarlThread thread, int site) {
        if (object == null || field == SnarlField.NONE) {
            return;
        }
        try {
            if (field == null
                    || !SnarlRepeats.repeatsWrite(object, field, thread, site)
                            && !SnarlAlone.writes(object, field, thread, site)) {
                lookAtWrite(object, field, thread, site);
            }
        } catch (OutOfMemoryError full) {
            lose();
        }
    }

    @DontInline
    private static void lookAtWrite(
            Object object, SnarlField field, SnarlThread thread, int site) {
        delegate.onWrite(object, field, thread, site);
    }

    /**
     * Before a final field is read. Its word is that of the constructor, while it runs, or of its
     * end, which comes before whatever others read from the field.
     *
     * @param object whose field it is, perhaps null
     * @param thread the running thread
     * @param last what this returned last for a field of the same class, or null
     * @param site the instruction's id
     * @return the object, if the thread knows that it is constructed; else null
     */
    @ForceInline
    public static Object readFinal(Object object, SnarlThread thread, Object last, int site) {
        return object == last ? last : readFinalAnew(object, field(site), thread, site);
    }

    @ForceInline
    private static Object readFinalAnew(
            Object object, SnarlField field, SnarlThread thread, int site) {
        if (object != null
                && field != null
                && field != SnarlField.NONE
                && SnarlRepeats.knowsWrite(object, field.write, thread)) {
            return object;
        }
        return learnFinal(object, field, thread, site);
    }

    @DontInline
    private static Object learnFinal(
            Object object, SnarlField field, SnarlThread thread, int site) {
        if (object == null || field == SnarlField.NONE) {
            return object;
        }
        try {
            return delegate.onReadFinal(object, field, thread, site) ? object : null;
        } catch (OutOfMemoryError full) {
            lose();
            return null;
        }
    }

    /**
     * After an object was cloned: what was done to the original was not done to the clone.
     *
     * @param clone the clone, or an array
     */
    public static void cloned(Object clone) {
        if (clone == null) {
            return;
        }
        try {
            delegate.onCloned(clone);
        } catch (OutOfMemoryError full) {
            lose();
        }
    }

    // Static fields

    /**
     * After a static field was read: by then its class is initialized.
     *
     * @param thread the running thread
     * @param site the instruction's id
     */
    @ForceInline
    public static void readStatic(SnarlThread thread, int site) {
        SnarlField field = field(site);
        if (field == null || field == SnarlField.NONE || !SnarlRepeats.renewsRead(field.base, field, thread, site)) {
            readStaticAnew(field, thread, site);
        }
    }

    @DontInline
    private static void readStaticAnew(SnarlField field, SnarlThread thread, int site) {
        if (field == SnarlField.NONE) {
            return;
        }
        try {
            if (field == null || !SnarlRepeats.repeatsRead(field.base, field, thread, site)) {
                lookAtReadStatic(field, thread, site);
            }
        } catch (OutOfMemoryError full) {
            lose();
        }
    }

    @DontInline
    private static void lookAtReadStatic(SnarlField field, SnarlThread thread, int site) {
        delegate.onReadStatic(field, thread, site);
    }

    /**
     * After a static field was written: by then its class is initialized.
     *
     * @param thread the running thread
     * @param site the instruction's id
     */
    @ForceInline
    public static void writeStatic(SnarlThread thread, int site) {
        SnarlField field = field(site);
        if (field == null || field == SnarlField.NONE || SnarlRepeats.isNew(field.base.write, thread)) {
            writeStaticAnew(field, thread, site);
        }
    }

    @DontInline
    private static void writeStaticAnew(SnarlField field, SnarlThread thread, int site) {
        if (field == SnarlField.NONE) {
            return;
        }
        try {
            if (field == null || !SnarlRepeats.repeatsWrite(field.base, field, thread, site)) {
                lookAtWriteStatic(field, thread, site);
            }
        } catch (OutOfMemoryError full) {
            lose();
        }
    }

    @DontInline
    private static void lookAtWriteStatic(SnarlField field, SnarlThread thread, int site) {
        delegate.onWriteStatic(field, thread, site);
    }

    /**
     * First in a static method or constructor of a class that has an initializer.
     *
     * @param type the id of the class
     */
    public static void initialized(int type) {
        if (isKnownToAll(type)) {
            return;
        }
        if (!SnarlThread.current().knowsInitialized(type)) {
            SnarlEvents.initialized(type);
        }
    }

    @ForceInline
    private static boolean isKnownToAll(int type) {
        int number = type >>> CHUNK_BITS;
        boolean[] chunk = number < KNOWN_TO_ALL.length ? KNOWN_TO_ALL[number] : null;
        return chunk != null && chunk[type & CHUNK - 1];
    }

    /**
     * All threads know what the initializer of a class did, and so do those that they start. Calls
     * come one at a time.
     *
     * @param type the id of the class
     */
    public static void setKnownToAll(int type) {
        int chunk = type >>> CHUNK_BITS;
        if (chunk >= KNOWN_TO_ALL.length) {
            return;
        }
        if (KNOWN_TO_ALL[chunk] == null) {
            KNOWN_TO_ALL[chunk] = new boolean[CHUNK];
        }
        KNOWN_TO_ALL[chunk][type & CHUNK - 1] = true;
    }

    /**
     * After a static final field was read: by then its class is initialized.
     *
     * @param thread the running thread
     * @param site the instruction's id
     */
    public static void readStaticFinal(SnarlThread thread, int site) {
        SnarlField field = field(site);
        if (field == SnarlField.NONE) {
            return;
        }
        if (field == null || !thread.knowsInitialized(field.type)) {
            delegate.onReadStaticFinal(thread, site);
        }
    }

    // Elements of arrays

    /**
     * Before an element is read.
     *
     * @param array the array, perhaps null
     * @param index the index, perhaps out of bounds
     * @param thread the running thread
     * @param lastArray an array that was used before, or null: often it is the same
     * @param last what this returned for that one
     * @param site the instruction's id
     * @return the words of the array
     */
    @ForceInline
    public static SnarlArray readElement(
            Object array,
            int index,
            SnarlThread thread,
            Object lastArray,
            SnarlArray last,
            int site) {
        SnarlArray known = array == lastArray ? last : null;
        return known != null
                        && SnarlRepeats.renewsRead(known, index, thread, site)
                ? known
                : readElementAnew(array, index, thread, known, site);
    }

    @DontInline
    static SnarlArray readElementAnew(
            Object array, int index, SnarlThread thread, SnarlArray known, int site) {
        if (array == null) {
            return null;
        }
        try {
            SnarlArray words = known != null ? known : delegate.onArray(array);
            if (words != null
                    && index >= 0
                    && index < words.length
                    && !SnarlRepeats.repeatsRead(words, index, thread, site)
                    && !SnarlAlone.reads(words, index, thread, site)) {
                lookAtReadElement(words, index, thread, site);
            }
            return words;
        } catch (OutOfMemoryError full) {
            lose();
            return known;
        }
    }

    @DontInline
    private static void lookAtReadElement(
            SnarlArray words, int index, SnarlThread thread, int site) {
        delegate.onReadElement(words, index, thread, site);
    }

    /**
     * Before an element is written.
     *
     * @param array the array, perhaps null
     * @param index the index, perhaps out of bounds
     * @param thread the running thread
     * @param lastArray an array that was used before, or null: often it is the same
     * @param last what this returned for that one
     * @param site the instruction's id
     * @return the words of the array
     */
    @ForceInline
    public static SnarlArray writeElement(
            Object array,
            int index,
            SnarlThread thread,
            Object lastArray,
            SnarlArray last,
            int site) {
        SnarlArray known = array == lastArray ? last : null;
        return known != null
                        && SnarlRepeats.renews(known.writes, index, thread, site)
                ? known
                : writeElementAnew(array, index, thread, known, site);
    }

    @DontInline
    static SnarlArray writeElementAnew(
            Object array, int index, SnarlThread thread, SnarlArray known, int site) {
        if (array == null) {
            return null;
        }
        try {
            SnarlArray words = known != null ? known : delegate.onArray(array);
            if (words != null
                    && index >= 0
                    && index < words.length
                    && !SnarlRepeats.repeatsWrite(words, index, thread, site)
                    && !SnarlAlone.writes(words, index, thread, site)) {
                lookAtWriteElement(words, index, thread, site);
            }
            return words;
        } catch (OutOfMemoryError full) {
            lose();
            return known;
        }
    }

    @DontInline
    private static void lookAtWriteElement(
            SnarlArray words, int index, SnarlThread thread, int site) {
        delegate.onWriteElement(words, index, thread, site);
    }

    /**
     * What a program sees of the fields of a class: not those that hold words.
     *
     * @param declared all of them
     * @return those of the program
     */
    public static Field[] visible(Field[] declared) {
        int count = 0;
        for (Field field : declared) {
            count += isVisible(field) ? 1 : 0;
        }
        if (count == declared.length) {
            return declared;
        }
        Field[] seen = new Field[count];
        int next = 0;
        for (Field field : declared) {
            if (isVisible(field)) {
                seen[next++] = field;
            }
        }
        return seen;
    }

    private static boolean isVisible(Field field) {
        return !field.isSynthetic() || !field.getName().startsWith(PREFIX);
    }

    // Delegates

    /**
     * What is known of a thread that has not come here yet.
     *
     * @param thread the thread
     * @return its state
     */
    protected abstract SnarlThread onThread(Thread thread);

    /**
     * Lets time pass for somebody who waits for what takes but a moment.
     *
     * @param spins how often it has waited
     */
    protected abstract void onPause(int spins);

    /** The heap was too full to look at an access. */
    protected abstract void onLost();

    /**
     * The words of an array.
     *
     * @param array the array
     * @return null if it has none
     */
    protected abstract SnarlArray onArray(Object array);

    /**
     * See {@link #read}.
     *
     * @param object whose field it is
     * @param field null if it is not known yet
     * @param thread the running thread
     * @param site the instruction's id
     */
    protected abstract void onRead(Object object, SnarlField field, SnarlThread thread, int site);

    /**
     * See {@link #write}.
     *
     * @param object whose field it is
     * @param field null if it is not known yet
     * @param thread the running thread
     * @param site the instruction's id
     */
    protected abstract void onWrite(Object object, SnarlField field, SnarlThread thread, int site);

    /**
     * See {@link #readFinal}.
     *
     * @param object whose field it is
     * @param field null if it is not known yet
     * @param thread the running thread
     * @param site the instruction's id
     * @return whether the constructor has ended, and the thread knows it from now on
     */
    protected abstract boolean onReadFinal(
            Object object, SnarlField field, SnarlThread thread, int site);

    /**
     * See {@link #cloned}.
     *
     * @param clone the clone
     */
    protected abstract void onCloned(Object clone);

    /**
     * See {@link #readStatic}.
     *
     * @param field null if it is not known yet
     * @param thread the running thread
     * @param site the instruction's id
     */
    protected abstract void onReadStatic(SnarlField field, SnarlThread thread, int site);

    /**
     * See {@link #writeStatic}.
     *
     * @param field null if it is not known yet
     * @param thread the running thread
     * @param site the instruction's id
     */
    protected abstract void onWriteStatic(SnarlField field, SnarlThread thread, int site);

    /**
     * See {@link #readStaticFinal}.
     *
     * @param thread the running thread
     * @param site the instruction's id
     */
    protected abstract void onReadStaticFinal(SnarlThread thread, int site);

    /**
     * See {@link #readElement}.
     *
     * @param words the words of the array
     * @param index an index of an element
     * @param thread the running thread
     * @param site the instruction's id
     */
    protected abstract void onReadElement(
            SnarlArray words, int index, SnarlThread thread, int site);

    /**
     * See {@link #writeElement}.
     *
     * @param words the words of the array
     * @param index an index of an element
     * @param thread the running thread
     * @param site the instruction's id
     */
    protected abstract void onWriteElement(
            SnarlArray words, int index, SnarlThread thread, int site);
}
