package snarl.agent.record;

import static java.lang.reflect.Modifier.isAbstract;
import static java.lang.reflect.Modifier.isFinal;
import static java.lang.reflect.Modifier.isPrivate;
import static java.lang.reflect.Modifier.isStatic;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.objectweb.asm.Opcodes;

/** What a call ran whose callee has no entry hook. Used by one thread at a time. */
final class Callees {
    /**
     * A callee.
     *
     * @param kind how it was called
     * @param method the method that ran, or null if its entry hook tells, or nobody can
     */
    record Callee(Edge.Kind kind, MethodName method) {}

    private static final Callee SEEN_ELSEWHERE = new Callee(Edge.Kind.CALL, null);

    private final Selection selection;
    private final Recorder recorder;

    Callees(Selection selection, Recorder recorder) {
        this.selection = selection;
        this.recorder = recorder;
    }

    /** What a plain call ran; null if nothing is found that it could have run. */
    Callee of(Target target) {
        CallSite site = target.site;
        ClassLoader loader = site.caller.owner.loader;
        if (target.receiver == null) {
            String start = isSuperCall(site) ? site.caller.owner.superName : site.owner;
            return callee(
                    Edge.Kind.CALL,
                    selection.fixed(start, site.name, site.descriptor, loader));
        }
        Function function = recorder.functions.get(target.receiver);
        if (function != null && function.isCalledBy(site)) {
            return ofFunction(function, loader);
        }
        Selection.Selected selected =
                selection.privateOf(site.owner, site.name, site.descriptor, loader);
        if (selected == null) {
            selected = selection.virtual(target.receiver, site.name, site.descriptor);
        }
        Callee callee = callee(Edge.Kind.CALL, selected);
        return callee == null ? null : generated(target.receiver, callee);
    }

    /** What a reflective call ran. */
    Callee of(Reflection reflection) {
        Object member = reflection.member();
        if (member instanceof Constructor<?> constructor) {
            return exactly(Selection.nameOf(constructor), constructor.getDeclaringClass());
        }
        if (member instanceof Class<?> type) {
            return exactly(new MethodName(type.getName(), "<init>", "()V"), type);
        }
        Method method = (Method) member;
        MethodName name = Selection.nameOf(method);
        int modifiers = method.getModifiers();
        if (isStatic(modifiers) || isPrivate(modifiers) || reflection.receiver() == null) {
            return exactly(name, method.getDeclaringClass());
        }
        Callee callee =
                callee(
                        Edge.Kind.REFLECTIVE,
                        selection.virtual(
                                reflection.receiver(), name.name(), name.descriptor()));
        return callee == null ? null : generated(reflection.receiver(), callee);
    }

    private Callee exactly(MethodName name, Class<?> owner) {
        return callee(
                Edge.Kind.REFLECTIVE, selection.declaredIn(owner, name.name(), name.descriptor()));
    }

    /** A handle on an overridable method is not followed: its receiver is not known here. */
    private Callee ofFunction(Function function, ClassLoader loader) {
        Selection.Selected selected =
                selection.fixed(
                        function.owner(), function.method(), function.descriptor(), loader);
        if (selected == null || selected.isHooked()) {
            return SEEN_ELSEWHERE;
        }
        boolean isExact =
                function.tag() == Opcodes.H_INVOKESTATIC
                        || function.tag() == Opcodes.H_NEWINVOKESPECIAL
                        || function.tag() == Opcodes.H_INVOKESPECIAL
                        || isFinal(selected.modifiers());
        return isExact ? callee(Edge.Kind.LAMBDA, selected) : SEEN_ELSEWHERE;
    }

    /**
     * A method that the JDK generated is marked as such; behind a proxy's, the entry hook tells.
     */
    private static Callee generated(Class<?> receiver, Callee callee) {
        MethodName method = callee.method();
        if (method == null || !method.type().equals(receiver.getName())) {
            return callee;
        }
        if (Proxy.isProxyClass(receiver)) {
            return SEEN_ELSEWHERE;
        }
        if (!receiver.isHidden()) {
            return callee;
        }
        String stable = method.type().replaceFirst("(\\$\\$Lambda)?(\\$\\d+)?/.*", "$1");
        return new Callee(
                Edge.Kind.GENERATED, new MethodName(stable, method.name(), method.descriptor()));
    }

    private static Callee callee(Edge.Kind kind, Selection.Selected selected) {
        if (selected == null || (!selected.isHooked() && isAbstract(selected.modifiers()))) {
            return null;
        }
        return selected.isHooked() ? SEEN_ELSEWHERE : new Callee(kind, selected.name());
    }

    /** JVMS invokespecial: the search starts at the super class of the caller's. */
    private static boolean isSuperCall(CallSite site) {
        return site.opcode == Opcodes.INVOKESPECIAL
                && !site.name.equals("<init>")
                && !site.ownerIsInterface
                && !site.owner.equals(site.caller.owner.name);
    }
}
