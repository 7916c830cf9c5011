package snarl.runtime;

import jdk.internal.misc.Unsafe;

/** The memory of words, for those who look at them: fields that were added to classes, arrays. */
public final class SnarlMemory {
    private static final Unsafe MEMORY = Unsafe.getUnsafe();
    private static final long WORDS_BASE = constant("ARRAY_LONG_BASE_OFFSET");
    private static final long OBJECTS_BASE = constant("ARRAY_OBJECT_BASE_OFFSET");
    private static final long OBJECTS_SCALE = constant("ARRAY_OBJECT_INDEX_SCALE");

    private SnarlMemory() {}

    /** An int in some JDKs, a long in others. */
    private static long constant(String name) {
        try {
            return ((Number) Unsafe.class.getField(name).get(null)).longValue();
        } catch (ReflectiveOperationException problem) {
            throw new ExceptionInInitializerError(problem);
        }
    }

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

    /**
     * Puts an element where none is yet.
     *
     * @param array an array
     * @param index which of its elements
     * @param element what is there from now on
     * @return false if somebody else was first
     */
    static boolean putFirst(Object[] array, int index, Object element) {
        return MEMORY.compareAndSetReference(array, objectOffset(index), null, element);
    }
}
