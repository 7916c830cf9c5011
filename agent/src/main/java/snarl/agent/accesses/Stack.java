package snarl.agent.accesses;

import java.util.ArrayList;
import java.util.List;

/** Where a thread was. What its frames are called is looked up only if somebody asks. */
final class Stack extends Throwable {
    private static final long serialVersionUID = 1;
    private static final String AGENT = "snarl.agent.";
    private static final String FACADE = "java.lang.Snarl";

    Stack() {
        super(null, null, false, true);
    }

    /** Innermost first, without the tool's own. */
    List<StackTraceElement> frames() {
        List<StackTraceElement> frames = new ArrayList<>();
        for (StackTraceElement frame : getStackTrace()) {
            String type = frame.getClassName();
            if (!type.startsWith(AGENT) && !type.startsWith(FACADE)) {
                frames.add(frame);
            }
        }
        return frames;
    }
}
