package snarl.agent;

import java.lang.instrument.Instrumentation;
import snarl.agent.accesses.AccessRecording;
import snarl.agent.accesses.Detection;
import snarl.agent.record.Recording;
import snarl.agent.weave.Weaving;

/**
 * Where the JVM enters the agent: {@code java -javaagent:snarl-agent.jar=record=FILE …}, or with
 * {@code accesses=FILE}, {@code detect=FOLDER} or {@code events=PORT}, calls {@link #premain} before the program's {@code main}.
 */
public final class Agent {
    private Agent() {}

    /**
     * Starts what the options ask for; without options, nothing, and the program runs as it would
     * without the agent. An agent that cannot do its job ends the JVM with one sentence.
     *
     * @param arguments what follows the {@code =} after the jar's name, or null
     * @param instrumentation the JVM's service to transform classes
     */
    public static void premain(String arguments, Instrumentation instrumentation) {
        try {
            if (HooksInjection.isDone()) {
                System.err.println(
                        "snarl-agent: it is loaded twice, and the second time does nothing");
                return;
            }
            Options options = Options.parse(arguments);
            if (options.record() != null) {
                HooksInjection.inject(HooksInjection.CALLS, instrumentation);
                Recording.start(options.record(), options.walks(), instrumentation);
            }
            if (options.accesses() != null) {
                HooksInjection.inject(HooksInjection.EVENTS, instrumentation);
                AccessRecording.start(
                        options.accesses(), options.containers(), options.noise(), instrumentation);
            }
            if (options.detection() != null) {
                HooksInjection.inject(HooksInjection.EVENTS, instrumentation);
                Detection.start(options.detection(), instrumentation);
            }
            if (options.events() != 0) {
                HooksInjection.inject(HooksInjection.JOIN_POINTS, instrumentation);
                Weaving.start(options.plan(), options.events(), options.token(), instrumentation);
            }
        } catch (SecurityException problem) {
            fail(problem.getMessage() + "; the policy must grant the agent's jar all permissions");
        } catch (Exception problem) {
            fail(problem.getMessage());
        }
    }

    private static void fail(String why) {
        System.err.println("snarl-agent: " + why);
        Runtime.getRuntime().halt(2);
    }
}
