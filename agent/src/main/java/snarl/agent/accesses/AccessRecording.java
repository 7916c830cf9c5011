package snarl.agent.accesses;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import snarl.agent.loading.Jdk;
import snarl.agent.writing.WritingThreads;
import snarl.runtime.SnarlEvents;

/** Starts and ends the recording of accesses. */
public final class AccessRecording {
    private AccessRecording() {}

    /**
     * Records from now on, until the JVM ends.
     *
     * @param file where to
     * @param containers the table of containers, or null for none
     * @param noise what random pauses at accesses are drawn from; 0 for no pauses
     * @param instrumentation the JVM's service to transform classes
     * @throws IOException if a file cannot be read or written
     * @throws UnmodifiableClassException never: such classes are not asked for
     */
    public static void start(
            Path file, Path containers, int noise, Instrumentation instrumentation)
            throws IOException, UnmodifiableClassException {
        Jdk jdk = new Jdk();
        Registry registry = new Registry();
        Containers table = new Containers(containers);
        History history = new History(noise, LockView.NOTHING);
        PairSearch pairs = new PairSearch(history);
        history.whoLooks = pairs;
        EventRecorder recorder = new EventRecorder(history, registry, table, jdk);
        AccessTransformer transformer =
                new AccessTransformer(
                        new ClassInstrumentation.Setup(registry, table, new JdkFields(), null),
                        jdk,
                        history);
        AccessWriter writer = new AccessWriter(
                        file, registry, history, pairs, transformer.untransformed);
        // Other hooks of shutdown may still run then: what they do, the periodic thread may write.
        WritingThreads.atEnd("snarl-accesses-end", () -> write(history, writer, true));
        Thread periodic =
                WritingThreads.periodic("snarl-accesses", () -> write(history, writer, false));

        pairs.races.add(true, 0, 0, 0, 0, Object.class);
        pairs.races.news.take();
        recorder.warmUp();
        SnarlEvents.install(recorder);
        instrumentation.addTransformer(transformer, true);
        retransform(instrumentation);
        periodic.start();
    }

    private static void write(History history, AccessWriter writer, boolean isEnd) {
        history.enterForGood();
        writer.write(isEnd);
    }

    static void retransform(Instrumentation instrumentation)
            throws UnmodifiableClassException {
        List<Class<?>> loaded = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            boolean isTarget = JdkTargets.has(type.getName().replace('.', '/'));
            if (isTarget && !type.isArray() && instrumentation.isModifiableClass(type)) {
                loaded.add(type);
            }
        }
        instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
    }
}
