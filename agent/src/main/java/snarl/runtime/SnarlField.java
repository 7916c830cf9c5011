package snarl.runtime;

/**
 * Where the words of a location are: in shadow fields of the same object, or in a {@link SnarlCell}.
 * Offsets are {@link SnarlAccess}'s.
 */
public final class SnarlField {
    /** In place of a field that has no words. */
    public static final SnarlField NONE = new SnarlField(null, -1, -1, -1, -1);

    /** Of a static field, where its words are; else null. */
    public final SnarlCell base;

    /** Of the word of the last write. */
    public final long write;

    /** Of the word of the last read. */
    public final long read;

    /** Of what detectors of broken disciplines know. */
    public final long discipline;

    /** Of the words of several readers. */
    public final long readers;

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
    }
}
