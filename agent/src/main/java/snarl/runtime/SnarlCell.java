package snarl.runtime;

/** The words of a location that is no field of an object: of a static field, or of a container. */
public final class SnarlCell {
    /** The word of the last write. */
    public long write;

    /** The word of the last read. */
    public long read;

    /** What detectors of broken disciplines know. */
    public long discipline;

    /** The words of several readers. */
    public Object readers;

    /** Nobody has accessed the location yet. */
    public SnarlCell() {}
}
