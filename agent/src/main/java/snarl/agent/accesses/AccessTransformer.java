package snarl.agent.accesses;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodTooLargeException;
import snarl.agent.loading.Jdk;
import snarl.runtime.SnarlEvents;

/** Instruments classes as the JVM loads them; a class that resists is left as it is, and named. */
final class AccessTransformer implements ClassFileTransformer {
    /** A class, or a method as {@code Class#name(descriptor)}, without hooks, and why. */
    record Untransformed(String name, String reason) {}

    final Queue<Untransformed> untransformed = new ConcurrentLinkedQueue<>();

    private final ClassInstrumentation.Setup setup;
    private final Jdk jdk;
    private final EventRecorder recorder;
    private final Map<ClassLoader, Boolean> readyLoaders =
            Collections.synchronizedMap(new WeakHashMap<>());

    AccessTransformer(ClassInstrumentation.Setup setup, Jdk jdk, EventRecorder recorder) {
        this.setup = setup;
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
        if (name == null || isOwn(loader, name)) {
            return null;
        }
        boolean isJdk = loader == null || jdk.holds(module);
        if (isJdk && !JdkTargets.has(name)) {
            return null;
        }
        return recorder.inside(() -> transform(loader, name, isJdk, bytes));
    }

    private byte[] transform(ClassLoader loader, String name, boolean isJdk, byte[] bytes) {
        try {
            if (!isJdk) {
                if (isGeneratedByJdk(name, bytes)) {
                    return null;
                }
                findHooks(loader);
            }
            return instrument(loader, name, isJdk, bytes);
        } catch (Throwable problem) {
            // Whatever it is, the program must run on, with the class as it is.
            String dotted = ClassInstrumentation.dotted(name);
            untransformed.add(new Untransformed(dotted, problem.toString()));
            return null;
        }
    }

    /** Lets a loader find the hooks before the program's code does: the JVM remembers it. */
    private void findHooks(ClassLoader loader) throws ClassNotFoundException {
        if (!readyLoaders.containsKey(loader)) {
            Class.forName(SnarlEvents.class.getName(), false, loader);
            readyLoaders.put(loader, true);
        }
    }

    /** Methods that hooks would make too large for a class file go without. */
    private byte[] instrument(ClassLoader loader, String name, boolean isJdk, byte[] bytes) {
        Set<String> leftOut = new HashSet<>();
        while (true) {
            try {
                return ClassInstrumentation.instrument(bytes, loader, isJdk, setup, leftOut);
            } catch (MethodTooLargeException tooLarge) {
                String method = tooLarge.getMethodName() + tooLarge.getDescriptor();
                if (!leftOut.add(method)) {
                    throw tooLarge;
                }
                String dotted = ClassInstrumentation.dotted(name);
                untransformed.add(new Untransformed(dotted + "#" + method, "too large for hooks"));
            }
        }
    }

    private static boolean isOwn(ClassLoader loader, String name) {
        return name.startsWith("snarl/agent/")
                && loader == AccessTransformer.class.getClassLoader();
    }

    /** Proxies, and what reflection makes of itself. */
    private static boolean isGeneratedByJdk(String name, byte[] bytes) {
        return name.startsWith("jdk/internal/reflect/")
                || "java/lang/reflect/Proxy".equals(new ClassReader(bytes).getSuperName());
    }
}
