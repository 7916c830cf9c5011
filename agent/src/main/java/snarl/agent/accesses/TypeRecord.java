package snarl.agent.accesses;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import snarl.agent.loading.LoadedClass;

/** What the transformer saw of a class that it instrumented. Complete before the class runs. */
final class TypeRecord extends LoadedClass {
    final int id;
    final Map<String, FieldRecord> fields = new HashMap<>();
    final Set<String> methods = new HashSet<>();
    boolean hasInitializer;

    /** Whether all threads know what the initializer did. */
    boolean isKnownToAll;

    /** Whether the initializer has come to its end. */
    volatile boolean isInitialized;

    /** Whether fields were added that hold words. */
    boolean hasShadowFields;

    /** Whether it or a class of the program above it has a finalizer, if it has such fields. */
    boolean hasFinalizer;

    private Class<?> mirror;

    /** Names are as in the class file. */
    TypeRecord(int id, ClassLoader loader, String name, String superName, String[] interfaces) {
        super(loader, name, superName, interfaces);
        this.id = id;
    }

    /** Whether it is the record of a class. */
    boolean is(Class<?> type) {
        return type.getClassLoader() == loader && type.getName().equals(name);
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
