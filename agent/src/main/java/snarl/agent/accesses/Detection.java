package snarl.agent.accesses;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Path;
import java.util.List;
import snarl.agent.loading.Jdk;
import snarl.agent.writing.WritingThreads;
import snarl.runtime.SnarlAccess;
import snarl.runtime.SnarlEvents;

/** Starts and ends the detection of races while the program runs. */
public final class Detection {
    /**
     * What is wanted.
     *
     * @param folder where findings go, into a file named after the process
     * @param detectors who looks: racer, eraser, fasttrack
     * @param containers the table of containers, or null for none
     * @param plan what is instrumented, or null for everything
     * @param off main classes or jars of programs that are not looked at; {@code *} ends a name of
     *     which only the beginning counts
     * @param noise what random pauses at accesses are drawn from; 0 for no pauses
     * @param children the options of JVMs that the program starts; null if they are left alone
     */
    public record Settings(
            Path folder,
            List<String> detectors,
            Path containers,
            Path plan,
            List<String> off,
            int noise,
            String children) {}

    private Detection() {}

    /**
     * Detects from now on, until the JVM ends.
     *
     * @param settings what is wanted
     * @param instrumentation the JVM's service to transform classes
     * @throws IOException if a file cannot be read or written
     * @throws UnmodifiableClassException never: such classes are not asked for
     */
    public static void start(Settings settings, Instrumentation instrumentation)
            throws IOException, UnmodifiableClassException {
        Jdk jdk = new Jdk();
        Registry registry = new Registry();
        Containers table = new Containers(settings.containers);
        Detector.Detectors detectors = detectors(settings.detectors);
        History history = new History(settings.noise, view(detectors));
        history.lockOrder = new LockOrder(history.locksets);
        ArrayShadows arrays = new ArrayShadows();
        Sightings sightings = new Sightings(registry, history.threads);
        Detector detector =
                new Detector(detectors, history.locksets, sightings, settings.noise != 0);
        EventRecorder events = new EventRecorder(history, registry, table, jdk);
        events.children = settings.children == null ? null : new Children(settings.children);
        AccessDetector accesses =
                new AccessDetector(history, registry, events.fields, detector, arrays);
        history.whoLooks = accesses;
        ClassInstrumentation.Shadowing shadowing =
                new ClassInstrumentation.Shadowing(
                        new FieldKinds(), new Plan(settings.plan), !detectors.eraser());
        AccessTransformer transformer =
                new AccessTransformer(
                        new ClassInstrumentation.Setup(
                                registry, table, new JdkFields(), shadowing),
                        jdk,
                        history);
        Path file = settings.folder.resolve(ProcessHandle.current().pid() + ".txt");
        SightingWriter writer =
                new SightingWriter(
                        file, registry, history, sightings, arrays, transformer.untransformed);
        writer.writeStart();
        if (isOff(settings.off)) {
            writer.writeOff();
            return;
        }
        Runnable atEnd = () -> write(history, writer, true);
        WritingThreads.atEnd("snarl-detection-end", atEnd);
        events.atHalt = atEnd;
        Thread periodic =
                WritingThreads.periodic("snarl-detection", () -> write(history, writer, false));

        events.warmUp();
        SnarlEvents.install(events);
        SnarlAccess.install(accesses);
        accesses.warmUp();
        instrumentation.addTransformer(transformer, true);
        AccessRecording.retransform(instrumentation);
        history.inside(
                () -> {
                    periodic.start();
                    return null;
                });
    }

    private static Detector.Detectors detectors(List<String> names) {
        return new Detector.Detectors(
                names.contains("fasttrack"), names.contains("racer"), names.contains("eraser"));
    }

    static LockView view(Detector.Detectors detectors) {
        if (detectors.eraser()) {
            return LockView.ALWAYS_OTHERS;
        }
        return detectors.racer() ? LockView.SETS : LockView.NOTHING;
    }

    private static boolean isOff(List<String> mains) {
        String first = System.getProperty("sun.java.command", "").split(" ", 2)[0];
        String command = first.substring(first.lastIndexOf('/') + 1);
        for (String main : mains) {
            int star = main.indexOf('*');
            boolean isSame = star < 0 && command.equals(main);
            if (isSame || star > 0 && command.startsWith(main.substring(0, star))) {
                return true;
            }
        }
        return false;
    }

    private static void write(History history, SightingWriter writer, boolean isEnd) {
        history.enterForGood();
        writer.write(isEnd);
    }
}
