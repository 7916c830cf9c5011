package snarl.agent.accesses;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import snarl.agent.loading.Jdk;
import snarl.runtime.SnarlEvents;

/** Starts and ends the recording of accesses. */
public final class AccessRecording {
    private static final long MILLISECONDS_BETWEEN_WRITES = 1000;

    private final EventRecorder recorder;
    private final AccessWriter writer;

    private AccessRecording(EventRecorder recorder, AccessWriter writer) {
        this.recorder = recorder;
        this.writer = writer;
    }

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
        EventRecorder recorder = new EventRecorder(registry, table, jdk, noise);
        AccessTransformer transformer =
                new AccessTransformer(
                        new ClassInstrumentation.Setup(registry, table, new JdkFields()),
                        jdk,
                        recorder);
        AccessWriter writer =
                new AccessWriter(file, registry, recorder, transformer.untransformed);
        AccessRecording recording = new AccessRecording(recorder, writer);
        Thread periodic = thread("snarl-accesses", recording::writeNowAndThen);
        periodic.setDaemon(true);
        Runtime.getRuntime().addShutdownHook(thread("snarl-accesses-end", recording::end));

        recorder.warmUp();
        SnarlEvents.install(recorder);
        instrumentation.addTransformer(transformer, true);
        retransform(instrumentation);
        periodic.start();
    }

    private static void retransform(Instrumentation instrumentation)
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

    /** A thread of the system's group, where the program does not see it among its own. */
    private static Thread thread(String name, Runnable work) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return new Thread(group, work, name);
    }

    private void writeNowAndThen() {
        recorder.enterForGood();
        while (true) {
            try {
                Thread.sleep(MILLISECONDS_BETWEEN_WRITES);
            } catch (InterruptedException interrupted) {
                return;
            }
            writer.write(false);
        }
    }

    /** Other shutdown hooks may still run; what they do within a moment is written too. */
    private void end() {
        recorder.enterForGood();
        writer.write(true);
    }
}
