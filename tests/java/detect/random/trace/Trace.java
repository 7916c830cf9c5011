package trace;

import java.util.ArrayList;
import java.util.List;

/**
 * The order in which the threads of a random program did things.
 *
 * <p>It is loaded by the boot loader, which the agent leaves alone: that threads wait for their turn
 * here orders nothing that the agent knows of. What is done between {@link #begin} and {@link #end}
 * is done by one thread at a time.
 */
public final class Trace {
    private static final List<String> EVENTS = new ArrayList<>();
    private static boolean isTaken;
    private static int drawn = 1;

    private Trace() {}

    /** Waits for its turn, after a pause that is different each time. */
    public static void begin() {
        int pause = draw();
        try {
            if (pause % 32 == 0) {
                Thread.sleep(1);
            } else if (pause % 2 == 0) {
                Thread.yield();
            }
            synchronized (Trace.class) {
                while (isTaken) {
                    Trace.class.wait();
                }
                isTaken = true;
            }
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    /** What was done is this. */
    public static synchronized void end(String event) {
        EVENTS.add(event);
        isTaken = false;
        Trace.class.notify();
    }

    /** Something was done just before, or is about to be. */
    public static void at(String event) {
        begin();
        end(event);
    }

    private static synchronized int draw() {
        drawn ^= drawn << 13;
        drawn ^= drawn >>> 17;
        drawn ^= drawn << 5;
        return drawn >>> 1;
    }

    /** Prints what happened since the last time. */
    public static synchronized void print(String title) {
        StringBuilder text = new StringBuilder();
        for (String event : EVENTS) {
            text.append(event).append('\n');
        }
        System.out.print(text.append("end ").append(title).append('\n'));
        EVENTS.clear();
    }
}
