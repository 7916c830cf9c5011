package snarl.agent.loading;

import java.lang.instrument.ClassFileTransformer;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodTooLargeException;

/**
 * Puts hooks into classes as the JVM loads them; a class that resists is left as it is, and named.
 */
public abstract class HookTransformer implements ClassFileTransformer {
    /** What runs without hooks, and was not yet told. */
    public final Queue<Untransformed> untransformed = new ConcurrentLinkedQueue<>();

    private final String facade;
    private final Map<ClassLoader, Boolean> readyLoaders =
            Collections.synchronizedMap(new WeakHashMap<>());

    /** Makes a class with hooks. */
    protected interface Instrumenter {
        /**
         * The class with hooks.
         *
         * @param leftOut methods, by name and descriptor, that get no hooks
         * @return its class file
         */
        byte[] instrument(Set<String> leftOut);
    }

    /**
     * For the hooks of one façade.
     *
     * @param facade the class that has them
     */
    protected HookTransformer(Class<?> facade) {
        this.facade = facade.getName();
    }

    /**
     * Instruments a class. Methods that hooks would make too large for a class file go without.
     *
     * @param name the class, with slashes
     * @param instrumenter puts the hooks in
     * @return its class file, or null if it stays as it is
     */
    protected final byte[] instrument(String name, Instrumenter instrumenter) {
        String dotted = LoadedClass.dotted(name);
        Set<String> leftOut = new HashSet<>();
        try {
            while (true) {
                try {
                    return instrumenter.instrument(leftOut);
                } catch (MethodTooLargeException tooLarge) {
                    String method = tooLarge.getMethodName() + tooLarge.getDescriptor();
                    if (!leftOut.add(method)) {
                        throw tooLarge;
                    }
                    untransformed.add(
                            new Untransformed(dotted + "#" + method, "too large for hooks"));
                }
            }
        } catch (Throwable problem) {
            // Whatever it is, the program must run on, with the class as it is.
            untransformed.add(new Untransformed(dotted, problem.toString()));
            return null;
        }
    }

    /**
     * Lets a loader find the hooks before the program's code does: the JVM remembers it, and what
     * the loader's own code does to find them is not part of the program.
     *
     * @param loader a loader of the program
     */
    protected final void findHooks(ClassLoader loader) {
        if (readyLoaders.containsKey(loader)) {
            return;
        }
        try {
            Class.forName(facade, false, loader);
        } catch (ClassNotFoundException problem) {
            throw new NoClassDefFoundError("the loader does not find the hooks");
        }
        readyLoaders.put(loader, true);
    }

    /**
     * Whether a class is the agent's.
     *
     * @param loader who loads it
     * @param name its name, with slashes
     * @return whether it is
     */
    protected static boolean isOwn(ClassLoader loader, String name) {
        return name.startsWith("snarl/agent/")
                && loader == HookTransformer.class.getClassLoader();
    }

    /**
     * Whether a class is a proxy, or what reflection makes of itself.
     *
     * @param name its name, with slashes
     * @param bytes its class file
     * @return whether it is
     */
    protected static boolean isGeneratedByJdk(String name, byte[] bytes) {
        return name.startsWith("jdk/internal/reflect/")
                || "java/lang/reflect/Proxy".equals(new ClassReader(bytes).getSuperName());
    }
}
