package snarl.runtime;

/**
 * Elements of an array, at equal distances, that a thread accesses all at once: one word for all of
 * them. Their own words are of earlier epochs, and settled.
 */
final class SnarlRange {
    final int kind;
    final int step;
    int from;
    int to;
    long word;
    SnarlRange next;

    SnarlRange(int kind, int from, int to, int step, long word) {
        this.kind = kind;
        this.from = from;
        this.to = to;
        this.step = step;
        this.word = word;
    }

    /** Whether elements are among these, and of the others there are few. */
    boolean isMostly(int kind, int from, int to, int step) {
        int others = (from - this.from) + (this.to - to);
        return kind == this.kind
                && step == this.step
                && from >= this.from
                && to <= this.to
                && (from - this.from) % step == 0
                && others <= to - from;
    }
}
