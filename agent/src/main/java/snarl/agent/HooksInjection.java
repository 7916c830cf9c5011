package snarl.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Set;

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
        "snarl/runtime/SnarlThread",
        "snarl/runtime/SnarlCell",
        "snarl/runtime/SnarlField",
        "snarl/runtime/SnarlArray",
        "snarl/runtime/SnarlAccess",
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

    static void inject(String[] facade, Instrumentation instrumentation)
            throws IOException, IllegalAccessException {
        Map<String, Set<Module>> opens =
                Map.of(Object.class.getPackageName(), Set.of(HooksInjection.class.getModule()));
        instrumentation.redefineModule(
                Object.class.getModule(), Set.of(), Map.of(), opens, Set.of(), Map.of());
        for (String type : facade) {
            define("/" + type + ".class");
        }
    }

    private static void define(String file) throws IOException, IllegalAccessException {
        try (InputStream hooks = HooksInjection.class.getResourceAsStream(file)) {
            if (hooks == null) {
                throw new IOException("the agent's jar lacks " + file);
            }
            MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup())
                    .defineClass(hooks.readAllBytes());
        }
    }
}
