package snarl.agent.accesses;

import java.util.HashSet;
import java.util.Set;

/**
 * Pairs of accesses that nothing orders, each pair of sites once: observed, if nothing at all
 * orders them; else predicted, if nothing does but monitors, and they hold none in common.
 */
final class Races {
    /**
     * One pair.
     *
     * @param isObserved whether nothing at all orders them
     * @param first the access that was seen first ({@link AccessRows#access})
     * @param firstThread the number of its thread
     * @param second the other
     * @param secondThread the number of its thread
     * @param what the field, or the class of the array or container
     */
    record Race(
            boolean isObserved,
            int first,
            int firstThread,
            int second,
            int secondThread,
            Object what) {}

    private final Guard guard = new Guard();
    final Locksets locksets;
    private final Set<Long> observed = new HashSet<>();
    private final Set<Long> predicted = new HashSet<>();
    final News<Race> news = new News<>();

    Races(Locksets locksets) {
        this.locksets = locksets;
    }

    void add(
            boolean isObserved,
            int first,
            int firstThread,
            int second,
            int secondThread,
            Object what) {
        guard.take();
        try {
            long pair = (long) Math.max(first, second) << 32 | Math.min(first, second);
            if (observed.contains(pair) || !(isObserved ? observed : predicted).add(pair)) {
                return;
            }
            news.add(new Race(isObserved, first, firstThread, second, secondThread, what));
        } finally {
            guard.state = Guard.FREE;
        }
    }
}
