package snarl.runtime;

import java.lang.ref.WeakReference;
import jdk.internal.misc.Unsafe;

/** The words of an array's elements, in pages that come to be when they are needed. */
public final class SnarlArray extends WeakReference<Object> {
    /** Elements on a page, as bits of the index. */
    public static final int PAGE_BITS = 9;

    static final int READS = 0;
    static final int WRITES = 1;

    /** Fewer elements are not worth a word for all. */
    private static final int FEWEST = 16;

    private static final int MOST_RANGES = 12;
    private static final Unsafe MEMORY = Unsafe.getUnsafe();
    private static final long GUARD = MEMORY.objectFieldOffset(SnarlArray.class, "guard");
    private static final long LOOKS = MEMORY.objectFieldOffset(SnarlArray.class, "looks");

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

    /** What threads have told in one word; who uses it holds the guard. */
    private SnarlRange ranges;

    private volatile int guard;

    /** How often somebody was about to look at an element. */
    volatile int looks;

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

    long[][] pages(int kind) {
        return kind == READS ? reads : writes;
    }

    // Words for many elements

    /** A guard for what takes but a moment, in which no hook is called. */
    private void take() {
        for (int spins = 1; !MEMORY.compareAndSetInt(this, GUARD, 0, 1); spins++) {
            SnarlAccess.pause(spins);
        }
    }

    /** Whether a thread has told of these elements, and of few others, in one word: then it does again. */
    boolean renews(int kind, int from, int to, int step, SnarlThread thread, int site) {
        if (ranges == null) {
            return false;
        }
        take();
        try {
            SnarlRange found = null;
            for (SnarlRange each = ranges; each != null; each = each.next) {
                boolean isOwn = each.word >>> SnarlThread.NUMBER_SHIFT == thread.number;
                if (isOwn && each.isMostly(kind, from, to, step)) {
                    found = each;
                    if (each.from == from && each.to == to) {
                        break;
                    }
                }
            }
            if (found != null) {
                apply(found, found.from, from);
                apply(found, to - 1 + step, found.to);
                found.from = from;
                found.to = to;
                found.word = thread.settled | site;
            }
            return found != null;
        } finally {
            guard = 0;
        }
    }

    /**
     * A thread has renewed the words of elements, which are all settled: the next time one word is
     * enough, unless somebody has looked in between.
     *
     * @param known how many looks there were before
     */
    void add(int kind, int from, int to, int step, SnarlThread thread, int site, int known) {
        if (to - from < FEWEST * step || looks != known) {
            return;
        }
        take();
        try {
            int count = 0;
            for (SnarlRange each = ranges; each != null; each = each.next) {
                count++;
            }
            if (count >= MOST_RANGES) {
                applyAll();
            }
            SnarlRange added = new SnarlRange(kind, from, to, step, thread.settled | site);
            added.next = ranges;
            ranges = added;
            MEMORY.fullFence();
            if (looks != known) {
                ranges = added.next;
            }
        } finally {
            guard = 0;
        }
    }

    /** Somebody is about to look at an element: all words are where they belong from now on. */
    public void prepareLook() {
        MEMORY.getAndAddInt(this, LOOKS, 1);
        if (ranges != null) {
            take();
            try {
                applyAll();
            } finally {
                guard = 0;
            }
        }
    }

    private void applyAll() {
        for (SnarlRange each = ranges; each != null; each = each.next) {
            apply(each, each.from, each.to);
        }
        ranges = null;
    }

    /** Puts the word of a range where elements have an older one of the same thread. */
    private void apply(SnarlRange range, int from, int to) {
        long[][] pages = pages(range.kind);
        for (int at = from; at < to; at += range.step) {
            long[] page = pages[at >>> PAGE_BITS];
            int place = at & (PAGE - 1);
            long old = page == null ? 0 : page[place];
            boolean isSame =
                    (old ^ range.word) >>> SnarlThread.NUMBER_SHIFT == 0
                            && (old & SnarlThread.SETTLED) != 0;
            if (isSame && old < range.word) {
                SnarlMemory.exchange(page, SnarlMemory.wordOffset(place), old, range.word);
            }
        }
    }

    private int size(int page) {
        return Math.min(PAGE, length - (page << PAGE_BITS));
    }
}
