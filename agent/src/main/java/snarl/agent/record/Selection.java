package snarl.agent.record;

import static java.lang.reflect.Modifier.FINAL;
import static java.lang.reflect.Modifier.isAbstract;
import static java.lang.reflect.Modifier.isFinal;
import static java.lang.reflect.Modifier.isNative;
import static java.lang.reflect.Modifier.isPrivate;
import static java.lang.reflect.Modifier.isStatic;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import snarl.agent.loading.Jdk;

/**
 * What the JVM selects for a call (JVMS 5.4.3.3, 5.4.3.4, 5.4.6).
 *
 * <p>Instrumented classes are known from their class files, all others through reflection: nothing
 * is loaded that the program did not load, but for classes of the JDK. Used by one thread at a
 * time.
 */
final class Selection {
    /**
     * A method that was selected.
     *
     * @param name what it is called; null if that is not known, which is so only of hooked ones
     * @param modifiers its modifiers; also final if its class is
     * @param isHooked whether its entry is seen, so that nobody needs to write it for the caller
     */
    record Selected(MethodName name, int modifiers, boolean isHooked) {}

    private static final Selected HOOKED = new Selected(null, 0, true);

    private final Registry registry;
    private final Jdk jdk;
    private final Map<Class<?>, Map<String, Selected>> declaredByClass = new HashMap<>();

    Selection(Registry registry, Jdk jdk) {
        this.registry = registry;
        this.jdk = jdk;
    }

    /** What a call selects on a receiver of a class, or null if nothing. */
    Selected virtual(Class<?> receiver, String name, String descriptor) {
        for (Class<?> type = receiver; type != null; type = type.getSuperclass()) {
            Selected method = declaredIn(type, name, descriptor);
            if (method != null && !isStatic(method.modifiers()) && !isPrivate(method.modifiers())) {
                return isAbstract(method.modifiers()) ? null : method;
            }
        }
        return inherited(superInterfaces(receiver), name, descriptor);
    }

    /**
     * The private method that a call names, as calls between nest mates do, or null; it is not
     * overridden.
     */
    Selected privateOf(String type, String name, String descriptor, ClassLoader from) {
        ClassRecord record = registry.classes.find(type, from);
        Selected method = record == null ? null : declaredIn(record, name, descriptor);
        return method != null && isPrivate(method.modifiers()) ? method : null;
    }

    /**
     * What a name means that is not selected by a receiver, looked up from a class on; or null.
     *
     * @param type the class, with dots
     * @param from the loader of the class that names it
     */
    Selected fixed(String type, String name, String descriptor, ClassLoader from) {
        String next = type;
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        while (next != null) {
            ClassRecord record = registry.classes.find(next, from);
            if (record == null) {
                Class<?> known = jdk.find(next);
                return known == null ? null : fixed(known, name, descriptor, interfaces);
            }
            Selected method = declaredIn(record, name, descriptor);
            if (method != null) {
                return method;
            }
            for (String parent : record.interfaces) {
                if (isDeclaredAbove(parent, name, descriptor, from, interfaces)) {
                    return HOOKED;
                }
            }
            next = record.superName;
        }
        return inherited(interfaces, name, descriptor);
    }

    private Selected fixed(
            Class<?> from, String name, String descriptor, Set<Class<?>> interfaces) {
        for (Class<?> type = from; type != null; type = type.getSuperclass()) {
            Selected method = declaredIn(type, name, descriptor);
            if (method != null) {
                return method;
            }
        }
        interfaces.addAll(superInterfaces(from));
        return inherited(interfaces, name, descriptor);
    }

    /**
     * Whether an instrumented interface, or one above it, declares the method: its entry is then
     * seen, if it is the one. Collects the interfaces of the JDK that are reached.
     */
    private boolean isDeclaredAbove(
            String type,
            String name,
            String descriptor,
            ClassLoader from,
            Set<Class<?>> interfaces) {
        ClassRecord record = registry.classes.find(type, from);
        if (record == null) {
            Class<?> known = jdk.find(type);
            if (known != null) {
                interfaces.addAll(superInterfaces(known));
            }
            return false;
        }
        if (record.method(name, descriptor) != null) {
            return true;
        }
        for (String parent : record.interfaces) {
            if (isDeclaredAbove(parent, name, descriptor, from, interfaces)) {
                return true;
            }
        }
        return false;
    }

    /** The only maximally specific method of interfaces that is not abstract, or null. */
    private Selected inherited(Set<Class<?>> interfaces, String name, String descriptor) {
        List<Class<?>> owners = new ArrayList<>();
        for (Class<?> type : interfaces) {
            Selected method = declaredIn(type, name, descriptor);
            if (method != null && !isStatic(method.modifiers()) && !isPrivate(method.modifiers())) {
                owners.add(type);
            }
        }
        Selected found = null;
        for (Class<?> owner : owners) {
            Selected method = declaredIn(owner, name, descriptor);
            if (isAbstract(method.modifiers()) || hasSubtype(owner, owners)) {
                continue;
            }
            if (found != null) {
                return null;
            }
            found = method;
        }
        return found;
    }

    private static boolean hasSubtype(Class<?> type, List<Class<?>> others) {
        for (Class<?> other : others) {
            if (other != type && type.isAssignableFrom(other)) {
                return true;
            }
        }
        return false;
    }

    private static Set<Class<?>> superInterfaces(Class<?> receiver) {
        Set<Class<?>> found = new LinkedHashSet<>();
        if (receiver.isInterface()) {
            found.add(receiver);
        }
        for (Class<?> type = receiver; type != null; type = type.getSuperclass()) {
            collect(type, found);
        }
        return found;
    }

    private static void collect(Class<?> type, Set<Class<?>> found) {
        for (Class<?> parent : type.getInterfaces()) {
            if (found.add(parent)) {
                collect(parent, found);
            }
        }
    }

    /** A method that a class declares, or null. */
    Selected declaredIn(Class<?> type, String name, String descriptor) {
        ClassRecord record = registry.classes.find(type);
        if (record != null) {
            return declaredIn(record, name, descriptor);
        }
        Map<String, Selected> methods = declaredByClass.get(type);
        if (methods == null) {
            methods = read(type);
            declaredByClass.put(type, methods);
        }
        Selected exact = methods.get(name + descriptor);
        return exact != null ? exact : methods.get(name);
    }

    private static Selected declaredIn(ClassRecord record, String name, String descriptor) {
        MethodRecord method = record.method(name, descriptor);
        return method == null
                ? null
                : new Selected(method.methodName(), method.access, method.isHooked());
    }

    private static Map<String, Selected> read(Class<?> type) {
        Map<String, Selected> methods = new HashMap<>();
        int ofClass = isFinal(type.getModifiers()) ? FINAL : 0;
        for (Method method : type.getDeclaredMethods()) {
            Selected selected = selected(method, ofClass);
            methods.put(method.getName() + selected.name().descriptor(), selected);
            if (isSignaturePolymorphic(method)) {
                methods.put(method.getName(), selected);
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            Selected selected = selected(constructor, ofClass);
            methods.put("<init>" + selected.name().descriptor(), selected);
        }
        return methods;
    }

    private static Selected selected(Executable executable, int ofClass) {
        return new Selected(nameOf(executable), executable.getModifiers() | ofClass, false);
    }

    /** JVMS 2.9.3. */
    private static boolean isSignaturePolymorphic(Method method) {
        String owner = method.getDeclaringClass().getName();
        return (owner.equals("java.lang.invoke.MethodHandle")
                        || owner.equals("java.lang.invoke.VarHandle"))
                && method.isVarArgs()
                && isNative(method.getModifiers());
    }

    static MethodName nameOf(Executable executable) {
        StringBuilder descriptor = new StringBuilder("(");
        for (Class<?> parameter : executable.getParameterTypes()) {
            descriptor.append(parameter.descriptorString());
        }
        boolean isMethod = executable instanceof Method;
        descriptor.append(')');
        descriptor.append(
                isMethod ? ((Method) executable).getReturnType().descriptorString() : "V");
        return new MethodName(
                executable.getDeclaringClass().getName(),
                isMethod ? executable.getName() : "<init>",
                descriptor.toString());
    }
}
