package snarl.agent.record;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Proxy;

/** What a stack frame of the JDK does between a caller and a callee. */
enum Frames {
    /** The frame of a method that is a caller of its own. */
    CODE,
    /** Reflection, or a proxy. */
    REFLECTION,
    /** A method of the object that a lambda or method reference is. */
    FUNCTION,
    /** The inside of a method handle. */
    HANDLE;

    static Frames role(StackFrame frame) {
        Class<?> type = frame.getDeclaringClass();
        String name = type.getName();
        if (name.startsWith("java.lang.invoke.")) {
            return HANDLE;
        }
        if (type.isHidden()) {
            if (name.contains("$$Lambda")) {
                return FUNCTION;
            }
            return name.startsWith("java.lang.") ? HANDLE : CODE;
        }
        if (name.startsWith("jdk.internal.reflect.") || name.startsWith("java.lang.reflect.")) {
            return REFLECTION;
        }
        if (type == Class.class) {
            String method = frame.getMethodName();
            boolean isReflection = method.startsWith("forName") || method.equals("newInstance");
            return isReflection ? REFLECTION : CODE;
        }
        return Proxy.isProxyClass(type) ? REFLECTION : CODE;
    }

    /** Whether a frame does nothing but run a thread. */
    static boolean runsThread(StackFrame frame) {
        String name = frame.getClassName();
        return name.equals("java.lang.Thread")
                || name.startsWith("java.lang.VirtualThread")
                || name.startsWith("java.lang.ThreadBuilders")
                || name.startsWith("jdk.internal.vm.");
    }

    /**
     * Whether a frame does nothing but what string concatenation or a record's method is made of.
     */
    static boolean isPartOfDynamicCall(StackFrame frame) {
        return switch (frame.getClassName()) {
            case "java.lang.String" -> frame.getMethodName().equals("valueOf");
            case "java.lang.StringConcatHelper", "java.util.Objects" -> true;
            default ->
                    frame.getClassName().startsWith("java.lang.runtime.")
                            || role(frame) == HANDLE;
        };
    }
}
