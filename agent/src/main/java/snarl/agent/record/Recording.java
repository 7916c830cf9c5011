package snarl.agent.record;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import snarl.agent.loading.Jdk;
import snarl.agent.writing.WritingThreads;
import snarl.runtime.SnarlHooks;

/** Starts and ends a recording. */
public final class Recording {
    private final Recorder recorder;
    private final RecordingWriter writer;

    private Recording(Recorder recorder, RecordingWriter writer) {
        this.recorder = recorder;
        this.writer = writer;
    }

    /**
     * Records from now on, until the JVM ends.
     *
     * @param file where to
     * @param walks how often to look at the stack for entries that no call explains
     * @param instrumentation the JVM's service to transform classes
     * @throws IOException if the file cannot be written
     */
    public static void start(Path file, int walks, Instrumentation instrumentation)
            throws IOException {
        Jdk jdk = new Jdk();
        Registry registry = new Registry();
        Recorder recorder = new Recorder(registry, jdk, walks);
        RecordingTransformer transformer = new RecordingTransformer(registry, jdk, recorder);
        Callees callees = new Callees(new Selection(registry, jdk), recorder);
        RecordingWriter writer =
                new RecordingWriter(file, recorder, callees, transformer.untransformed);
        SnarlHooks.install(recorder);
        instrumentation.addTransformer(transformer);

        Recording recording = new Recording(recorder, writer);
        Runnable writeNews = () -> recorder.inside(() -> writer.write(false));
        WritingThreads.periodic("snarl-recorder", writeNews).start();
        WritingThreads.atEnd("snarl-recorder-end", recording::end);
    }

    /** Other shutdown hooks may still run: what they do is written at once. */
    private void end() {
        recorder.inside(
                () -> {
                    writer.writeEnd();
                    recorder.tellAtOnce(() -> recorder.inside(() -> writer.write(true)));
                    writer.write(true);
                });
    }
}
