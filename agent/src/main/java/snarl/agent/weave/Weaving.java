package snarl.agent.weave;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import snarl.agent.writing.WritingThreads;
import snarl.runtime.SnarlJoinPoints;

/** Starts and ends the stream of events. */
public final class Weaving {
    private static final long MILLISECONDS = 5;

    private Weaving() {}

    /**
     * Tells events from now on, until the JVM ends.
     *
     * @param plan what is told
     * @param port where somebody of this machine listens
     * @param token who we are, for the listener
     * @param instrumentation the JVM's service to transform classes
     * @throws IOException if the plan cannot be read, or nobody listens
     * @throws UnmodifiableClassException never: such classes are not asked for
     */
    public static void start(
            Path plan, int port, String token, Instrumentation instrumentation)
            throws IOException, UnmodifiableClassException {
        MonitorPlan wanted = new MonitorPlan(plan);
        EventStream stream;
        try {
            stream = new EventStream(port, token);
        } catch (IOException problem) {
            throw new IOException("nobody listens to events: " + problem, problem);
        }
        WeaveTransformer transformer = new WeaveTransformer(wanted, stream);
        SnarlJoinPoints.install(stream);
        WritingThreads.atEnd(
                "snarl-events-end", () -> stream.end(transformer.untransformed.size()));
        Thread sender = WritingThreads.periodic("snarl-events", stream::send, MILLISECONDS);
        sender.start();
        instrumentation.addTransformer(transformer, true);
        List<Class<?>> loaded = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (WeaveTransformer.startsThreads(type.getName().replace('.', '/'))) {
                loaded.add(type);
            }
        }
        instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
    }
}
