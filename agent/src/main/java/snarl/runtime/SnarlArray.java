package snarl.runtime;

import java.lang.ref.WeakReference;

/** The words of an array's elements, in pages that come to be when they are needed. */
public final class SnarlArray extends WeakReference<Object> {
    /** Elements on a page, as bits of the index. */
    public static final int PAGE_BITS = 9;

    private static final int PAGE = 1 << PAGE_BITS;

    /** The next one in the same bucket. */
    public SnarlArray next;

    /** The identity hash code of the array. */
    public final int hash;

    /** How many elements the array has. */
    public final int length;

    /** Pages of the words of the last writes; those of reads alone need no others. */
    public final long[][] writes;

    /** Those of the last reads. */
    public final long[][] reads;

    /** What detectors of broken disciplines know. */
    public final long[][] disciplines;

    /** Words of several readers, by element; pages come to be when they are needed. */
    public final Object[][] readers;

    /**
     * Of an array that nobody has used yet.
     *
     * @param array the array
     * @param length its length
     * @param hash its identity hash code
     */
    public SnarlArray(Object array, int length, int hash) {
        super(array);
        this.length = length;
        this.hash = hash;
        int count = (length + PAGE - 1) >>> PAGE_BITS;
        this.writes = new long[count][];
        this.reads = new long[count][];
        this.disciplines = new long[count][];
        this.readers = new Object[count][];
    }

    /**
     * A page of an element.
     *
     * @param words words of one kind
     * @param index the element's index
     * @return the page, made now if need be
     */
    public long[] page(long[][] words, int index) {
        int number = index >>> PAGE_BITS;
        long[] page = words[number];
        if (page == null) {
            long[] made = new long[size(number)];
            page = SnarlMemory.putFirst(words, number, made) ? made : words[number];
        }
        return page;
    }

    /**
     * The readers of the elements on an element's page.
     *
     * @param index the element's index
     * @return as many as the page has elements
     */
    public Object[] readersPage(int index) {
        int page = index >>> PAGE_BITS;
        Object[] several = readers[page];
        if (several == null) {
            Object[] made = new Object[size(page)];
            several = SnarlMemory.putFirst(readers, page, made) ? made : readers[page];
        }
        return several;
    }

    private int size(int page) {
        return Math.min(PAGE, length - (page << PAGE_BITS));
    }
}
