package snarl.agent.record;

import java.lang.StackWalker.Option;
import java.util.Set;
import snarl.agent.loading.Jdk;

/** Finds out who called the method that has just been entered. */
final class StackReader {
    private final StackWalker walker =
            StackWalker.getInstance(
                    Set.of(Option.RETAIN_CLASS_REFERENCE, Option.SHOW_HIDDEN_FRAMES));
    private final Registry registry;
    private final Jdk jdk;

    StackReader(Registry registry, Jdk jdk) {
        this.registry = registry;
        this.jdk = jdk;
    }

    /**
     * Who called.
     *
     * @param entered the method whose entry hook runs
     * @param pending the call that was announced last in this thread, or null
     */
    Caller read(MethodRecord entered, Target pending) {
        return walker.walk(new StackReading(registry, jdk, entered, pending));
    }
}
