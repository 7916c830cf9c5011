package snarl.agent.accesses;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * In which order locks are taken. If each of several threads holds the lock that the next one
 * wants, and nothing keeps them apart, they can block each other for ever.
 *
 * <p>Two steps of a cycle are kept apart by a lock that both hold besides, or by what orders them
 * other than locks.
 */
final class LockOrder {
    private static final int LONGEST = 4;
    private static final int MOST_STEPS = 1 << 16;
    private static final int MOST_A_PAIR = 4;
    private static final int MOST_CYCLES = 1000;
    private static final int MOST_LOOKED_AT = 200;
    private static final int MOST_SEARCHED = 2000;

    /**
     * A thread took a lock while it held another one.
     *
     * @param held the lock that it held
     * @param taken the lock that it took
     * @param thread its number
     * @param count its count at that time
     * @param others all locks that it held
     * @param stack where
     */
    record Step(int held, int taken, int thread, int count, int others, Stack stack) {}

    private final Guard guard = new Guard();
    private final Locksets locksets;
    private final Map<Integer, Map<Integer, List<Step>>> steps = new HashMap<>();
    private final Set<Set<Long>> known = new HashSet<>();
    final News<List<Step>> news = new News<>();
    private int size;

    /** There are as many steps as are kept: nobody needs to tell of more. */
    private boolean isFull;

    LockOrder(Locksets locksets) {
        this.locksets = locksets;
    }

    /** A thread takes a lock; it holds others. */
    void taken(ThreadState thread, int lock) {
        if (isFull || lock == Locksets.OTHER || thread.held.has(lock) || thread.hasTaken(lock)) {
            return;
        }
        for (int i = 0; i < thread.held.size(); i++) {
            if (thread.held.lock(i) != Locksets.OTHER) {
                taken(thread, thread.held.lock(i), lock);
            }
        }
    }

    private void taken(ThreadState thread, int held, int lock) {
        guard.take();
        try {
            if (isFull || isKnown(thread, held, lock)) {
                return;
            }
            Step step =
                    new Step(
                            held,
                            lock,
                            thread.number,
                            Words.count(thread.epoch),
                            thread.held.all(),
                            new Stack());
            add(step);
            if (leads(lock, held)) {
                Deque<Step> path = new ArrayDeque<>();
                path.add(step);
                search(thread, path);
            }
        } finally {
            guard.state = Guard.FREE;
        }
    }

    private boolean isKnown(ThreadState thread, int held, int lock) {
        Map<Integer, List<Step>> from = steps.get(held);
        List<Step> same = from == null ? null : from.get(lock);
        if (same == null) {
            return false;
        }
        for (Step each : same) {
            if (each.thread == thread.number && each.others == thread.held.all()) {
                return true;
            }
        }
        return same.size() == MOST_A_PAIR;
    }

    private void add(Step step) {
        Map<Integer, List<Step>> from = steps.get(step.held);
        if (from == null) {
            from = new HashMap<>();
            steps.put(step.held, from);
        }
        List<Step> same = from.get(step.taken);
        if (same == null) {
            same = new ArrayList<>(1);
            from.put(step.taken, same);
        }
        same.add(step);
        size++;
        isFull = size >= MOST_STEPS;
    }

    /** Whether steps lead from one lock to another: once there are many, only a single one. */
    private boolean leads(int from, int to) {
        Map<Integer, List<Step>> direct = steps.get(from);
        if (direct != null && direct.containsKey(to)) {
            return true;
        }
        if (size > MOST_SEARCHED) {
            return false;
        }
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>();
        open.add(from);
        while (!open.isEmpty() && seen.size() < MOST_LOOKED_AT) {
            Map<Integer, List<Step>> onwards = steps.get(open.remove());
            if (onwards == null) {
                continue;
            }
            if (onwards.containsKey(to)) {
                return true;
            }
            for (Integer next : onwards.keySet()) {
                if (seen.add(next)) {
                    open.add(next);
                }
            }
        }
        return false;
    }

    /** Follows steps from the last one of a path until they come back to its first. */
    private void search(ThreadState thread, Deque<Step> path) {
        Map<Integer, List<Step>> onwards = steps.get(path.getLast().taken);
        if (onwards == null || known.size() >= MOST_CYCLES) {
            return;
        }
        for (Map.Entry<Integer, List<Step>> next : onwards.entrySet()) {
            for (Step step : next.getValue()) {
                if (!fits(thread, path, step)) {
                    continue;
                }
                path.addLast(step);
                if (step.taken == path.getFirst().held) {
                    report(path);
                } else if (path.size() < LONGEST) {
                    search(thread, path);
                }
                path.removeLast();
            }
        }
    }

    private boolean fits(ThreadState thread, Deque<Step> path, Step step) {
        for (Step each : path) {
            boolean isKeptApart = locksets.meet(each.others, step.others) != Locksets.NONE;
            if (each.thread == step.thread || each.held == step.held || isKeptApart) {
                return false;
            }
        }
        return step.count > thread.time.intent.get(step.thread);
    }

    private void report(Deque<Step> path) {
        Set<Long> pairs = new HashSet<>();
        for (Step step : path) {
            pairs.add((long) step.held << 32 | step.taken);
        }
        if (known.add(pairs)) {
            news.add(new ArrayList<>(path));
        }
    }
}
