package snarl.agent.record;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodTooLargeException;

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

    RecordingTransformer(Registry registry, Jdk jdk) {
        this.registry = registry;
        this.jdk = jdk;
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
            return isGeneratedByJdk(name, bytes) ? null : instrument(loader, name, bytes);
        } catch (Throwable problem) {
            // Whatever it is, the program must run on, with the class as it is.
            untransformed.add(new Untransformed(ClassRecord.dotted(name), problem.toString()));
            return null;
        }
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
