package snarl.runtime;

import java.lang.ref.WeakReference;

/** The words of an array's elements, in pages that come to be when they are needed. */
public final class SnarlArray extends WeakReference<Object> {
    /** Elements on a page, as bits of the index. */
    public static final int PAGE_BITS = 7;

    /** Words of an element, each on a page of its own: those of reads alone need no others. */
    public static final int WORDS = 3;

    /** Which of the pages has the word of the last write. */
    public static final int WRITE = 0;

    /** Which has the word of the last read. */
    public static final int READ = 1;

    /** Which has what detectors of broken disciplines know. */
    public static final int DISCIPLINE = 2;

    private static final int PAGE = 1 << PAGE_BITS;

    /** The next one in the same bucket. */
    public SnarlArray next;

    /** The identity hash code of the array. */
    public final int hash;

    /** How many elements the array has. */
    public final int length;

    /** For each 128 elements in turn, pages of their words. */
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
        this.pages = new long[WORDS * count][];
        this.readers = new Object[count][];
    }

    /**
     * A page of an element, if it has words.
     *
     * @param index the element's index
     * @param kind which of the pages
     * @return its words, or null
     */
    public long[] existing(int index, int kind) {
        return pages[WORDS * (index >>> PAGE_BITS) + kind];
    }

    /**
     * A page of an element.
     *
     * @param index the element's index
     * @param kind which of the pages
     * @return its words, made now if need be
     */
    public long[] page(int index, int kind) {
        int page = index >>> PAGE_BITS;
        long[] words = existing(index, kind);
        if (words == null) {
            words = new long[size(page)];
            pages[WORDS * page + kind] = words;
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
