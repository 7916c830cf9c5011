package snarl.agent.writing;

/** The agent's own threads: one that writes each second, and one that writes at the end. */
public final class WritingThreads {
    private static final long MILLISECONDS_BETWEEN_WRITES = 1000;

    /** How often the end is written, if there is no memory for it. */
    private static final int ATTEMPTS = 100;

    private WritingThreads() {}

    /**
     * Makes the thread that writes now and then; it is not started yet.
     *
     * @param name its name
     * @param write writes what is new
     * @return the thread
     */
    public static Thread periodic(String name, Runnable write) {
        return periodic(name, write, MILLISECONDS_BETWEEN_WRITES);
    }

    /**
     * The same for another time between two writes.
     *
     * @param name its name
     * @param write writes what is new
     * @param milliseconds how long it waits
     * @return the thread
     */
    public static Thread periodic(String name, Runnable write, long milliseconds) {
        Thread thread = thread(name, () -> writeNowAndThen(write, milliseconds));
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Writes when the JVM ends.
     *
     * @param name the name of the thread
     * @param write writes what is left
     */
    public static void atEnd(String name, Runnable write) {
        Runtime.getRuntime().addShutdownHook(thread(name, () -> writeAtLast(write)));
    }

    /** A thread of the system's group, where the program does not see it among its own. */
    private static Thread thread(String name, Runnable work) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return new Thread(group, work, name);
    }

    private static void writeNowAndThen(Runnable write, long milliseconds) {
        while (true) {
            try {
                Thread.sleep(milliseconds);
            } catch (InterruptedException interrupted) {
                return;
            }
            try {
                write.run();
            } catch (OutOfMemoryError full) {
                continue; // What was not written now is written the next time.
            }
        }
    }

    private static void writeAtLast(Runnable write) {
        for (int i = 1; i < ATTEMPTS; i++) {
            try {
                write.run();
                return;
            } catch (OutOfMemoryError full) {
                Thread.yield(); // The program may be about to give some back.
            }
        }
        write.run();
    }
}
