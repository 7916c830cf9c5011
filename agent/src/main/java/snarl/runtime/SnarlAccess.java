package snarl.runtime;

import java.lang.reflect.Field;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

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
    private static final Unsafe MEMORY = Unsafe.getUnsafe();
    private static final long WORDS_BASE = constant("ARRAY_LONG_BASE_OFFSET");
    private static final long OBJECTS_BASE = constant("ARRAY_OBJECT_BASE_OFFSET");
    private static final long OBJECTS_SCALE = constant("ARRAY_OBJECT_INDEX_SCALE");
    /** In place of a reader's word: there are several. */
    public static final long SEVERAL = -1;

    /** Of a location's discipline: its locks, marks, and whether somebody holds it. */
    public static final long LOCKS_AND_MARKS = 0xFFFFFL | 0x7L << 48 | Long.MIN_VALUE;

    /** The same without the marks of writes, which a read does not change. */
    private static final long LOCKS_OF_READS = 0xFFFFFL | 0x2L << 48 | Long.MIN_VALUE;

    private static final int PAGE_MASK = (1 << SnarlArray.PAGE_BITS) - 1;
    private static final int TABLE = SnarlArray.WORDS;

    /** Names of fields that hold words begin so. */
    public static final String PREFIX = "$snarl$";

    private static SnarlAccess delegate;

    /** By site; a site whose field is not known yet has none. */
    private static SnarlField[] fields = new SnarlField[1 << 12];

    /** An int in some JDKs, a long in others. */
    private static long constant(String name) {
        try {
            return ((Number) Unsafe.class.getField(name).get(null)).longValue();
        } catch (ReflectiveOperationException problem) {
            throw new ExceptionInInitializerError(problem);
        }
    }

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
        SnarlField[] now = fields;
        if (site >= now.length) {
            SnarlField[] longer = new SnarlField[Math.max(2 * now.length, site + 1)];
            System.arraycopy(now, 0, longer, 0, now.length);
            now = longer;
        }
        now[site] = field;
        fields = now;
    }

    static SnarlThread thread(Thread thread) {
        return delegate.onThread(thread);
    }

    /** Null if it is not known yet. */
    @ForceInline
    private static SnarlField field(int site) {
        SnarlField[] known = fields;
        return site < known.length ? known[site] : null;
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
        if (object != null && field != null && field != SnarlField.NONE) {
            long word = MEMORY.getLong(object, field.read);
            if (!isNew(word, thread)) {
                return;
            }
            if (isSettled(word, thread)) {
                MEMORY.putLong(object, field.read, thread.settled | site);
                return;
            }
        }
        readAnew(object, field, thread, site);
    }

    @DontInline
    private static void readAnew(Object object, SnarlField field, SnarlThread thread, int site) {
        if (object == null || field == SnarlField.NONE) {
            return;
        }
        if (field == null || !repeatsRead(object, field, thread, site)) {
            lookAtRead(object, field, thread, site);
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
        if (object != null && field != null && field != SnarlField.NONE) {
            long word = MEMORY.getLong(object, field.write);
            if (!isNew(word, thread)) {
                return;
            }
            if (isSettled(word, thread)) {
                MEMORY.putLong(object, field.write, thread.settled | site);
                return;
            }
        }
        writeAnew(object, field, thread, site);
    }

    @DontInline
    private static void writeAnew(Object object, SnarlField field, SnarlThread thread, int site) {
        if (object == null || field == SnarlField.NONE) {
            return;
        }
        if (field == null || !repeatsWrite(object, field, thread, site)) {
            lookAtWrite(object, field, thread, site);
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
        if (object != null && field != null && field != SnarlField.NONE) {
            long word = MEMORY.getLong(object, field.write);
            if (!isForeign(word, thread) || thread.isKnown(word)) {
                return object;
            }
        }
        return learnFinal(object, field, thread, site);
    }

    @DontInline
    private static Object learnFinal(
            Object object, SnarlField field, SnarlThread thread, int site) {
        if (object == null || field == SnarlField.NONE) {
            return object;
        }
        return delegate.onReadFinal(object, field, thread, site) ? object : null;
    }

    /**
     * After an object was cloned: what was done to the original was not done to the clone.
     *
     * @param clone the clone, or an array
     */
    public static void cloned(Object clone) {
        if (clone != null) {
            delegate.onCloned(clone);
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
        if (field == null || field == SnarlField.NONE || isNew(field.base.read, thread)) {
            readStaticAnew(field, thread, site);
        }
    }

    @DontInline
    private static void readStaticAnew(SnarlField field, SnarlThread thread, int site) {
        if (field == SnarlField.NONE) {
            return;
        }
        if (field == null || !repeatsRead(field.base, field, thread, site)) {
            lookAtReadStatic(field, thread, site);
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
        if (field == null || field == SnarlField.NONE || isNew(field.base.write, thread)) {
            writeStaticAnew(field, thread, site);
        }
    }

    @DontInline
    private static void writeStaticAnew(SnarlField field, SnarlThread thread, int site) {
        if (field == SnarlField.NONE) {
            return;
        }
        if (field == null || !repeatsWrite(field.base, field, thread, site)) {
            lookAtWriteStatic(field, thread, site);
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
        if (!SnarlThread.current().knowsInitialized(type)) {
            SnarlEvents.initialized(type);
        }
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
     * @param last what this returned last, or null: often the same array is used again
     * @param site the instruction's id
     * @return the words of the array
     */
    @ForceInline
    public static SnarlArray readElement(
            Object array, int index, SnarlThread thread, SnarlArray last, int site) {
        if (last != null && last.get() == array) {
            int table = TABLE * (index >>> SnarlArray.PAGE_BITS) + SnarlArray.READ;
            long[] page = table < last.pages.length ? last.pages[table] : null;
            int place = index & PAGE_MASK;
            if (page != null && place < page.length) {
                long word = page[place];
                if (!isNew(word, thread)) {
                    return last;
                }
                if (isSettled(word, thread)) {
                    page[place] = thread.settled | site;
                    return last;
                }
            }
        }
        return readElementAnew(array, index, thread, last, site);
    }

    @DontInline
    private static SnarlArray readElementAnew(
            Object array, int index, SnarlThread thread, SnarlArray last, int site) {
        if (array == null) {
            return last;
        }
        SnarlArray words = last != null && last.get() == array ? last : delegate.onArray(array);
        if (words != null
                && index >= 0
                && index < words.length
                && !repeatsRead(words, index, thread, site)) {
            lookAtReadElement(words, index, thread, site);
        }
        return words;
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
     * @param last what this returned last, or null: often the same array is used again
     * @param site the instruction's id
     * @return the words of the array
     */
    @ForceInline
    public static SnarlArray writeElement(
            Object array, int index, SnarlThread thread, SnarlArray last, int site) {
        if (last != null && last.get() == array) {
            int table = TABLE * (index >>> SnarlArray.PAGE_BITS) + SnarlArray.WRITE;
            long[] page = table < last.pages.length ? last.pages[table] : null;
            int place = index & PAGE_MASK;
            if (page != null && place < page.length) {
                long word = page[place];
                if (!isNew(word, thread)) {
                    return last;
                }
                if (isSettled(word, thread)) {
                    page[place] = thread.settled | site;
                    return last;
                }
            }
        }
        return writeElementAnew(array, index, thread, last, site);
    }

    @DontInline
    private static SnarlArray writeElementAnew(
            Object array, int index, SnarlThread thread, SnarlArray last, int site) {
        if (array == null) {
            return last;
        }
        SnarlArray words = last != null && last.get() == array ? last : delegate.onArray(array);
        if (words != null
                && index >= 0
                && index < words.length
                && !repeatsWrite(words, index, thread, site)) {
            lookAtWriteElement(words, index, thread, site);
        }
        return words;
    }

    @DontInline
    private static void lookAtWriteElement(
            SnarlArray words, int index, SnarlThread thread, int site) {
        delegate.onWriteElement(words, index, thread, site);
    }

    @ForceInline
    private static boolean isNew(long word, SnarlThread thread) {
        return (word ^ thread.epoch) >>> SnarlThread.SITE_BITS != 0;
    }

    /** Whether the thread may renew a word of its own, and need not look at anything else. */
    @ForceInline
    private static boolean isSettled(long word, SnarlThread thread) {
        return !isForeign(word, thread) && (word & SnarlThread.SETTLED) != 0;
    }

    // What a thread repeats. Within an epoch it has nothing new to say. In a later one, if all words
    // are its own, and the locks are the same as ever, nothing but the new epoch. Nobody is kept
    // out: who comes at the same time finds the old word, or this one.

    /**
     * Whether a read only repeats what the thread did; then it is remembered.
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
        if (!isSettled(read, thread)
                && (isForeign(read, thread)
                        || read == 0
                        || isOfAnother(MEMORY.getLong(base, field.write), thread)
                        || isOtherDiscipline(
                                MEMORY.getLong(base, field.discipline),
                                thread.readLocks,
                                LOCKS_OF_READS))) {
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
        if (!isSettled(write, thread)
                && (isForeign(write, thread)
                        || write == 0
                        || isOfAnother(MEMORY.getLong(base, field.read), thread)
                        || isOtherDiscipline(
                                MEMORY.getLong(base, field.discipline),
                                thread.writeLocks,
                                LOCKS_AND_MARKS))) {
            return false;
        }
        MEMORY.putLong(base, field.write, renewed(write, thread, site));
        return true;
    }

    private static boolean repeatsRead(SnarlArray words, int index, SnarlThread thread, int site) {
        int table = TABLE * (index >>> SnarlArray.PAGE_BITS);
        int place = index & PAGE_MASK;
        long[] reads = words.pages[table + SnarlArray.READ];
        if (reads == null) {
            return false;
        }
        long read = reads[place];
        if (read == SEVERAL) {
            Object[] several = words.readers[index >>> SnarlArray.PAGE_BITS];
            long discipline = word(words, table + SnarlArray.DISCIPLINE, place);
            return several != null && repeatsAmongSeveral(several[place], discipline, thread, site);
        }
        if (!isNew(read, thread)) {
            return true;
        }
        if (!isSettled(read, thread)
                && (isForeign(read, thread)
                        || read == 0
                        || isOfAnother(word(words, table + SnarlArray.WRITE, place), thread)
                        || isOtherDiscipline(
                                word(words, table + SnarlArray.DISCIPLINE, place),
                                thread.readLocks,
                                LOCKS_OF_READS))) {
            return false;
        }
        reads[place] = renewed(read, thread, site);
        return true;
    }

    private static boolean repeatsWrite(
            SnarlArray words, int index, SnarlThread thread, int site) {
        int table = TABLE * (index >>> SnarlArray.PAGE_BITS);
        int place = index & PAGE_MASK;
        long[] writes = words.pages[table + SnarlArray.WRITE];
        if (writes == null) {
            return false;
        }
        long write = writes[place];
        if (!isNew(write, thread)) {
            return true;
        }
        if (!isSettled(write, thread)
                && (isForeign(write, thread)
                        || write == 0
                        || isOfAnother(word(words, table + SnarlArray.READ, place), thread)
                        || isOtherDiscipline(
                                word(words, table + SnarlArray.DISCIPLINE, place),
                                thread.writeLocks,
                                LOCKS_AND_MARKS))) {
            return false;
        }
        writes[place] = renewed(write, thread, site);
        return true;
    }

    /** A word of an element; 0 if its page does not exist yet. */
    private static long word(SnarlArray words, int table, int place) {
        long[] page = words.pages[table];
        return page == null ? 0 : page[place];
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
        int number = (int) (thread.epoch >>> SnarlThread.NUMBER_SHIFT);
        int place = 1 + (number & (words.length - 2));
        long read = words[place];
        if (!isNew(read, thread)) {
            return true;
        }
        boolean isProtected =
                thread.readLocks != 0
                        && read != 0
                        && !isForeign(read, thread)
                        && !isOtherDiscipline(discipline, thread.readLocks, LOCKS_OF_READS);
        if (!isProtected && !isSettled(read, thread)) {
            return false;
        }
        words[place] = renewed(read, thread, site);
        return true;
    }

    private static long renewed(long word, SnarlThread thread, int site) {
        return thread.epoch | word & SnarlThread.SETTLED | site;
    }

    private static boolean isOtherDiscipline(long discipline, long locks, long compared) {
        return ((discipline ^ locks) & compared) != 0;
    }

    /** Of the other kind of access, which there need not have been. */
    private static boolean isOfAnother(long word, SnarlThread thread) {
        return word != 0 && isForeign(word, thread);
    }

    @ForceInline
    private static boolean isForeign(long word, SnarlThread thread) {
        return (word ^ thread.epoch) >>> SnarlThread.NUMBER_SHIFT != 0;
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

    // Memory, for delegates

    /**
     * Where a field is in objects of a class.
     *
     * @param type the class that declares it
     * @param name its name
     * @return its offset
     */
    public static long offset(Class<?> type, String name) {
        return MEMORY.objectFieldOffset(type, name);
    }

    /**
     * Where a word of an array of words is.
     *
     * @param index its index
     * @return its offset
     */
    public static long wordOffset(int index) {
        return WORDS_BASE + 8L * index;
    }

    /**
     * Where an element of an array of objects is.
     *
     * @param index its index
     * @return its offset
     */
    public static long objectOffset(int index) {
        return OBJECTS_BASE + OBJECTS_SCALE * index;
    }

    /**
     * Reads a word.
     *
     * @param base where
     * @param offset where in it
     * @return the word
     */
    public static long word(Object base, long offset) {
        return MEMORY.getLong(base, offset);
    }

    /**
     * Writes a word.
     *
     * @param base where
     * @param offset where in it
     * @param word the word
     */
    public static void put(Object base, long offset, long word) {
        MEMORY.putLong(base, offset, word);
    }

    /**
     * Writes a word if it is still what it was.
     *
     * @param base where
     * @param offset where in it
     * @param expected what it was
     * @param word the word
     * @return whether it was
     */
    public static boolean exchange(Object base, long offset, long expected, long word) {
        return MEMORY.compareAndSetLong(base, offset, expected, word);
    }

    /**
     * Writes a word; who sees it sees what was written before.
     *
     * @param base where
     * @param offset where in it
     * @param word the word
     */
    public static void release(Object base, long offset, long word) {
        MEMORY.putLongRelease(base, offset, word);
    }

    /**
     * Reads a reference.
     *
     * @param base where
     * @param offset where in it
     * @return what is there
     */
    public static Object object(Object base, long offset) {
        return MEMORY.getReference(base, offset);
    }

    /**
     * Writes a reference; who sees it sees what it refers to.
     *
     * @param base where
     * @param offset where in it
     * @param object what is there from now on
     */
    public static void put(Object base, long offset, Object object) {
        MEMORY.putReferenceRelease(base, offset, object);
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
