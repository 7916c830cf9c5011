package snarl.runtime;

import jdk.internal.vm.annotation.Stable;

/**
 * Where the words of a location are: in shadow fields of the same object, or in a {@link SnarlCell}.
 * Offsets are {@link SnarlAccess}'s, which compiled code has as constants.
 */
public final class SnarlField {
    /** In place of a field that has no words. */
    public static final SnarlField NONE = new SnarlField(-1);

    /** Of a static field, where its words are; else null. */
    @Stable public final SnarlCell base;

    /** Of the word of the last write. */
    @Stable public final long write;

    /** Of the word of the last read. */
    @Stable public final long read;

    /** Of what detectors of broken disciplines know. */
    @Stable public final long discipline;

    /** Of the words of several readers. */
    @Stable public final long readers;

    /** Of a static final field, the id of its class; else -1. */
    @Stable public final int type;

    /**
     * Of a static final field, which has no words: that its class is initialized is all.
     *
     * @param type the id of its class
     */
    public SnarlField(int type) {
        this.base = null;
        this.write = -1;
        this.read = -1;
        this.discipline = -1;
        this.readers = -1;
        this.type = type;
    }

    /**
     * Offsets.
     *
     * @param base of a static field, what they are of
     * @param write of the last write
     * @param read of the last read
     * @param discipline of the discipline
     * @param readers of several readers
     */
    public SnarlField(SnarlCell base, long write, long read, long discipline, long readers) {
        this.base = base;
        this.write = write;
        this.read = read;
        this.discipline = discipline;
        this.readers = readers;
        this.type = -1;
    }
}
