package snarl.agent;

import java.lang.instrument.Instrumentation;

/**
 * Where the JVM enters the agent: {@code java -javaagent:snarl-agent.jar …} calls {@link #premain}
 * before the program's {@code main}.
 */
public final class Agent {
    private Agent() {}

    /**
     * Does nothing yet: no class is instrumented, and the program runs as it would without the agent.
     *
     * @param arguments what follows the {@code =} after the jar's name, or null; not read yet
     * @param instrumentation the JVM's service to transform classes; not used yet
     */
    public static void premain(String arguments, Instrumentation instrumentation) {
        // The class transformer is registered here once there is one.
    }
}
