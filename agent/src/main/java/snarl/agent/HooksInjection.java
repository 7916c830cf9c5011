package snarl.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Puts the façade of the run time into {@code java.lang}.
 *
 * <p>Class loaders that do not ask their parent for everything, such as OSGi's, still ask it for
 * {@code java.lang}, and modules all read {@code java.base}. To append to the boot class path would
 * do neither, and makes the JVM print a warning about class data sharing. JaCoCo does it this way
 * too.
 */
final class HooksInjection {
    /** The build writes the names in {@code java.lang} here, as it does in all class files. */
    static final String[] CALLS = {"snarl/runtime/SnarlHooks"};

    static final String[] JOIN_POINTS = {"snarl/runtime/SnarlJoinPoints"};

    /** In the order that they need each other. */
    static final String[] EVENTS = {
        "snarl/runtime/SnarlEvents",
        "snarl/runtime/SnarlGuard",
        "snarl/runtime/SnarlThread$Range",
        "snarl/runtime/SnarlThread",
        "snarl/runtime/SnarlCell",
        "snarl/runtime/SnarlField",
        "snarl/runtime/SnarlMemory",
        "snarl/runtime/SnarlRange",
        "snarl/runtime/SnarlArray",
        "snarl/runtime/SnarlAlone",
        "snarl/runtime/SnarlRepeats",
        "snarl/runtime/SnarlAccess",
        "snarl/runtime/SnarlTurns",
        "snarl/runtime/SnarlParts",
    };

    private HooksInjection() {}

    /** Whether some façade is there already: a JVM may be told of one agent twice. */
    static boolean isDone() {
        for (String[] facade : new String[][] {CALLS, JOIN_POINTS, EVENTS}) {
            try {
                Class.forName(facade[0].replace('/', '.'), false, null);
                return true;
            } catch (ClassNotFoundException absent) {
                continue;
            }
        }
        return false;
    }

    /** A loader with nothing but one class: its module is none of the program's. */
    private static final class Apart extends ClassLoader {
        Apart() {
            super(null);
        }

        Class<?> define(byte[] bytes) {
            // Where there is a security manager, it may do what the agent may.
            return defineClass(
                    null, bytes, 0, bytes.length, HooksInjection.class.getProtectionDomain());
        }
    }

    static void inject(String[] facade, Instrumentation instrumentation)
            throws IOException, ReflectiveOperationException {
        Apart loader = new Apart();
        Map<String, Set<Module>> opens =
                Map.of(Object.class.getPackageName(), Set.of(loader.getUnnamedModule()));
        instrumentation.redefineModule(
                Object.class.getModule(), Set.of(), Map.of(), opens, Set.of(), Map.of());
        Class<?> definition = loader.define(bytes("/snarl/agent/ClassDefinition.class"));
        @SuppressWarnings("unchecked")
        Consumer<byte[]> define =
                (Consumer<byte[]>) definition.getConstructor().newInstance();
        for (String type : facade) {
            define.accept(bytes("/" + type + ".class"));
        }
    }

    private static byte[] bytes(String file) throws IOException {
        try (InputStream stream = HooksInjection.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IOException("the agent's jar lacks " + file);
            }
            return stream.readAllBytes();
        }
    }
}
