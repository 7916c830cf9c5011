/** A generator of numbers for one thread. */
final class Random64 {
    private long state;

    Random64(long seed) {
        state = seed * 0x9E3779B97F4A7C15L + 0x632BE59BD9B4E019L;
    }

    long next() {
        long mixed = state += 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /** From 0 on, below the bound. */
    int below(int bound) {
        return (int) ((next() >>> 33) % bound);
    }

    /** From 0 on, below 1. */
    double fraction() {
        return (next() >>> 11) * 0x1.0p-53;
    }
}
