package snarl.agent.record;

import java.util.HashMap;
import java.util.Map;
import snarl.agent.loading.LoadedClass;

/** What the transformer saw of a class that it instrumented. */
final class ClassRecord extends LoadedClass {
    private final Map<String, MethodRecord> methods = new HashMap<>();

    /** Names are as in the class file. */
    ClassRecord(ClassLoader loader, String name, String superName, String[] interfaces) {
        super(loader, name, superName, interfaces);
    }

    void add(MethodRecord method) {
        methods.put(method.name + method.descriptor, method);
    }

    MethodRecord method(String name, String descriptor) {
        return methods.get(name + descriptor);
    }
}
