package snarl.agent.record;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import snarl.agent.loading.Jdk;
import snarl.runtime.SnarlHooks;

/**
 * One look at the stack, from the hook of an entry downwards.
 *
 * <p>The caller is the nearest frame that is not part of reflection, of a function object or of a
 * method handle; what lies between says which kind of call it was.
 */
final class StackReading implements Function<Stream<StackFrame>, Caller> {
    private final Registry registry;
    private final Jdk jdk;
    private final MethodRecord entered;
    private final Target pending;

    private Iterator<StackFrame> frames;
    private boolean isReflective;
    private boolean isFunction;
    private boolean isHandle;

    StackReading(Registry registry, Jdk jdk, MethodRecord entered, Target pending) {
        this.registry = registry;
        this.jdk = jdk;
        this.entered = entered;
        this.pending = pending;
    }

    @Override
    public Caller apply(Stream<StackFrame> stack) {
        frames = stack.iterator();
        skipToEntered();
        StackFrame frame = nearestCode();
        if (frame == null) {
            return new Caller(kind(), null, -1, null, true);
        }
        ClassRecord type = registry.classes.find(frame.getDeclaringClass());
        if (type != null) {
            return ofInstrumented(
                    frame, type.method(frame.getMethodName(), frame.getDescriptor()));
        }
        if (jdk.holds(frame.getDeclaringClass())) {
            return ofJdk(frame);
        }
        boolean isPlain = kind() == Edge.Kind.CALLBACK && !frame.getDeclaringClass().isHidden();
        return caller(isPlain ? Edge.Kind.CALL : kind(), frame, false);
    }

    /** The recorder's own frames come first, then the hook's, then that of the method. */
    private void skipToEntered() {
        while (frames.next().getDeclaringClass() != SnarlHooks.class) {}
        frames.next();
    }

    private StackFrame nearestCode() {
        while (frames.hasNext()) {
            StackFrame frame = frames.next();
            switch (Frames.role(frame)) {
                case CODE -> {
                    return frame;
                }
                case REFLECTION -> isReflective = true;
                case FUNCTION -> isFunction = true;
                case HANDLE -> isHandle = true;
            }
        }
        return null;
    }

    private Caller ofInstrumented(StackFrame frame, MethodRecord caller) {
        CodeMap code = caller == null ? null : caller.code;
        CallSite site = code == null ? null : code.site(frame.getByteCodeIndex());
        int bci = code == null ? -1 : code.original(frame.getByteCodeIndex());
        if (code == null && pending != null && pending.site.caller == caller) {
            site = pending.site;
            bci = site.bci;
        }
        MethodName name = name(frame);
        if (entered.isClassInitializer()) {
            return new Caller(Edge.Kind.CLASS_INIT, name, bci, null, false);
        }
        if (!isReflective && !isFunction && isHandle) {
            boolean isDynamic = site != null && site.opcode == Opcodes.INVOKEDYNAMIC;
            Edge.Kind kind = isDynamic ? Edge.Kind.DYNAMIC : Edge.Kind.REFLECTIVE;
            return new Caller(kind, name, bci, null, false);
        }
        if (!isReflective && !isFunction && site != null && site.calls(entered)) {
            return new Caller(Edge.Kind.CALL, name, bci, site, false);
        }
        return new Caller(kind(), name, bci, null, false);
    }

    private Caller ofJdk(StackFrame frame) {
        if (Frames.runsThread(frame)) {
            return caller(kind(), frame, onlyThreadFollows());
        }
        if (!entered.isClassInitializer() && Frames.isPartOfDynamicCall(frame)) {
            Caller dynamic = dynamicCaller();
            if (dynamic != null) {
                return dynamic;
            }
        }
        return caller(kind(), frame, false);
    }

    private boolean onlyThreadFollows() {
        while (frames.hasNext()) {
            if (!Frames.runsThread(frames.next())) {
                return false;
            }
        }
        return true;
    }

    /**
     * The instrumented frame at an {@code invokedynamic} that all frames above are part of, or
     * null.
     */
    private Caller dynamicCaller() {
        while (frames.hasNext()) {
            StackFrame frame = frames.next();
            ClassRecord type = registry.classes.find(frame.getDeclaringClass());
            if (type == null) {
                if (Frames.isPartOfDynamicCall(frame)) {
                    continue;
                }
                return null;
            }
            MethodRecord caller = type.method(frame.getMethodName(), frame.getDescriptor());
            CodeMap code = caller == null ? null : caller.code;
            CallSite site = code == null ? null : code.site(frame.getByteCodeIndex());
            if (site == null || site.opcode != Opcodes.INVOKEDYNAMIC) {
                return null;
            }
            return new Caller(Edge.Kind.DYNAMIC, name(frame), site.bci, null, false);
        }
        return null;
    }

    /** The kind of a call that is neither plain nor dynamic. */
    private Edge.Kind kind() {
        if (entered.isClassInitializer()) {
            return Edge.Kind.CLASS_INIT;
        }
        if (isReflective) {
            return Edge.Kind.REFLECTIVE;
        }
        return isFunction ? Edge.Kind.LAMBDA : Edge.Kind.CALLBACK;
    }

    private static Caller caller(Edge.Kind kind, StackFrame frame, boolean isThreadEntry) {
        return new Caller(kind, name(frame), frame.getByteCodeIndex(), null, isThreadEntry);
    }

    private static MethodName name(StackFrame frame) {
        return new MethodName(
                frame.getClassName(), frame.getMethodName(), frame.getDescriptor());
    }
}
