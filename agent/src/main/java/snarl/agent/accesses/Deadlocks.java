package snarl.agent.accesses;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Threads that wait for each other for ever, as the JVM knows them. */
final class Deadlocks {
    /**
     * A thread that waits for a lock, which the thread before it in the circle holds.
     *
     * @param thread its number
     */
    record Wait(int thread, String lockType, String lockName, List<StackTraceElement> frames) {}

    private final ThreadStates threads;
    private final Set<Long> known = new HashSet<>();
    private boolean isUsable = true;

    Deadlocks(ThreadStates threads) {
        this.threads = threads;
    }

    /** Those that were not found before; each thread waits for what the next one holds. */
    List<List<Wait>> find() {
        if (!isUsable) {
            return List.of();
        }
        try {
            return findNow();
        } catch (LinkageError | RuntimeException problem) {
            // A JVM without its management, or one that is ending.
            isUsable = false;
            return List.of();
        }
    }

    private List<List<Wait>> findNow() {
        ThreadMXBean management = ManagementFactory.getThreadMXBean();
        long[] ids = management.findDeadlockedThreads();
        List<List<Wait>> found = new ArrayList<>();
        if (ids == null) {
            return found;
        }
        for (long id : ids) {
            if (!known.contains(id)) {
                List<Wait> circle = circle(management, id);
                if (!circle.isEmpty()) {
                    found.add(circle);
                }
            }
        }
        return found;
    }

    private List<Wait> circle(ThreadMXBean management, long first) {
        List<Wait> circle = new ArrayList<>();
        long id = first;
        while (known.add(id)) {
            ThreadInfo info = management.getThreadInfo(new long[] {id}, false, false)[0];
            LockInfo lock = info == null ? null : info.getLockInfo();
            int number = number(id);
            if (lock == null || number < 0) {
                return List.of();
            }
            String name = lock.getClassName() + "@" + Integer.toHexString(lock.getIdentityHashCode());
            circle.add(0, new Wait(number, lock.getClassName(), name, frames(management, id)));
            id = info.getLockOwnerId();
        }
        return circle;
    }

    private static List<StackTraceElement> frames(ThreadMXBean management, long id) {
        ThreadInfo info = management.getThreadInfo(id, Integer.MAX_VALUE);
        return info == null ? List.of() : List.of(info.getStackTrace());
    }

    @SuppressWarnings("deprecation")
    private int number(long id) {
        for (int number = 0; number < threads.count(); number++) {
            Thread thread = threads.get(number).get();
            if (thread != null && thread.getId() == id) {
                return number;
            }
        }
        return -1;
    }
}
