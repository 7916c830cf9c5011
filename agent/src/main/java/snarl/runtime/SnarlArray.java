package snarl.runtime;

import java.lang.ref.WeakReference;

/** The words of an array's elements, in pages that come to be when they are needed. */
public final class SnarlArray extends WeakReference<Object> {
    /** Elements on a page, as bits of the index. */
    public static final int PAGE_BITS = 7;

    /** Words of an element: write, read, discipline. */
    public static final int WORDS = 3;

    private static final int PAGE = 1 << PAGE_BITS;

    /** The next one in the same bucket. */
    public SnarlArray next;

    /** The identity hash code of the array. */
    public final int hash;

    /** How many elements the array has. */
    public final int length;

    /** Each page holds words of up to 128 elements. */
    public final long[][] pages;

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
        this.pages = new long[count][];
        this.readers = new Object[count][];
    }

    /**
     * The page of an element.
     *
     * @param index the element's index
     * @return its words, made now if need be
     */
    public long[] page(int index) {
        int page = index >>> PAGE_BITS;
        long[] words = pages[page];
        if (words == null) {
            words = new long[WORDS * size(page)];
            pages[page] = words;
        }
        return words;
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
            several = new Object[size(page)];
            readers[page] = several;
        }
        return several;
    }

    private int size(int page) {
        return Math.min(PAGE, length - (page << PAGE_BITS));
    }
}
