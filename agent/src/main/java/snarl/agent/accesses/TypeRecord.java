package snarl.agent.accesses;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What the transformer saw of a class that it instrumented. Complete before the class runs. */
final class TypeRecord {
    final int id;
    final ClassLoader loader;
    /** With dots, as that of its super class, which is null for none. */
    final String name;

    final String superName;
    final String[] interfaces;
    final Map<String, FieldRecord> fields = new HashMap<>();
    final Set<String> methods = new HashSet<>();
    boolean hasInitializer;
    /** Whether the initializer has come to its end. */
    volatile boolean isInitialized;

    private Class<?> mirror;

    TypeRecord(int id, ClassLoader loader, String name, String superName, String[] interfaces) {
        this.id = id;
        this.loader = loader;
        this.name = name;
        this.superName = superName;
        this.interfaces = interfaces;
    }

    /** The class itself: the monitor of its static synchronized methods. It is loaded already. */
    Object mirror() {
        if (mirror == null) {
            try {
                mirror = Class.forName(name, false, loader);
            } catch (ClassNotFoundException | LinkageError problem) {
                return this;
            }
        }
        return mirror;
    }
}
