package snarl.agent.record;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodTooLargeException;
import snarl.agent.loading.Jdk;
import snarl.runtime.SnarlHooks;

/** Instruments every class that the JVM loads and that is neither the JDK's nor the agent's. */
final class RecordingTransformer implements ClassFileTransformer {
    /**
     * A class or a method that runs without hooks.
     *
     * @param type the class, with dots, or the class and the method after a {@code #}
     * @param reason what went wrong
     */
    record Untransformed(String type, String reason) {}

    final Queue<Untransformed> untransformed = new ConcurrentLinkedQueue<>();

    private final Registry registry;
    private final Jdk jdk;
    private final Recorder recorder;
    /** Loaders that have found the hooks. */
    private final Map<ClassLoader, Boolean> readyLoaders =
            Collections.synchronizedMap(new IdentityHashMap<>());

    RecordingTransformer(Registry registry, Jdk jdk, Recorder recorder) {
        this.registry = registry;
        this.jdk = jdk;
        this.recorder = recorder;
    }

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] bytes) {
        if (loader == null || name == null || jdk.holds(module) || isOwn(loader, name)) {
            return null;
        }
        try {
            if (isGeneratedByJdk(name, bytes)) {
                return null;
            }
            findHooks(loader);
            return instrument(loader, name, bytes);
        } catch (Throwable problem) {
            // Whatever it is, the program must run on, with the class as it is.
            untransformed.add(new Untransformed(ClassRecord.dotted(name), problem.toString()));
            return null;
        }
    }

    /**
     * Lets a loader find the hooks before code does that is recorded: the JVM remembers it, and
     * what the loader's own code does to find them is not part of the program.
     */
    private void findHooks(ClassLoader loader) {
        if (readyLoaders.containsKey(loader)) {
            return;
        }
        recorder.inside(
                () -> {
                    try {
                        Class.forName(SnarlHooks.class.getName(), false, loader);
                    } catch (ClassNotFoundException problem) {
                        throw new NoClassDefFoundError("the loader does not find the hooks");
                    }
                });
        readyLoaders.put(loader, true);
    }

    /** Methods that hooks would make too large for a class file go without. */
    private byte[] instrument(ClassLoader loader, String name, byte[] bytes) {
        Set<String> leftOut = new HashSet<>();
        while (true) {
            try {
                return ClassInstrumentation.instrument(bytes, loader, registry, leftOut);
            } catch (MethodTooLargeException tooLarge) {
                String method = tooLarge.getMethodName() + tooLarge.getDescriptor();
                if (!leftOut.add(method)) {
                    throw tooLarge;
                }
                untransformed.add(
                        new Untransformed(
                                ClassRecord.dotted(name) + "#" + method,
                                "too large for hooks"));
            }
        }
    }

    private static boolean isOwn(ClassLoader loader, String name) {
        return name.startsWith("snarl/agent/")
                && loader == RecordingTransformer.class.getClassLoader();
    }

    /** Proxies, and what reflection makes of itself. */
    private static boolean isGeneratedByJdk(String name, byte[] bytes) {
        return name.startsWith("jdk/internal/reflect/")
                || "java/lang/reflect/Proxy".equals(new ClassReader(bytes).getSuperName());
    }
}
