package snarl.agent.record;

import java.util.HashMap;
import java.util.Map;

/** What the transformer saw of a class that it instrumented. */
final class ClassRecord {
    final ClassLoader loader;
    final String name;
    final String superName;
    final String[] interfaces;
    private final Map<String, MethodRecord> methods = new HashMap<>();

    /** Names are with dots; {@code superName} is null for none. */
    ClassRecord(ClassLoader loader, String name, String superName, String[] interfaces) {
        this.loader = loader;
        this.name = name;
        this.superName = superName;
        this.interfaces = interfaces;
    }

    void add(MethodRecord method) {
        methods.put(method.name + method.descriptor, method);
    }

    MethodRecord method(String name, String descriptor) {
        return methods.get(name + descriptor);
    }

    static String dotted(String internalName) {
        return internalName.replace('/', '.');
    }
}
