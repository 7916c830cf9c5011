package snarl.agent.accesses;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import snarl.agent.loading.MethodShapes;

/**
 * Puts hooks into one method for what all code may synchronize with: monitors, {@code wait} and
 * {@code notify}, and handles.
 *
 * <p>What is inserted leaves the stack as it was and needs no frames, but for the handler that
 * tells that a synchronized method throws: its frame knows of no local variables.
 */
class MethodInstrumentation extends MethodVisitor {
    /** The build writes the name in {@code java.lang} here, as it does in all class files. */
    private static final String EVENTS = "snarl/runtime/SnarlEvents";

    static final String ENTER = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
    private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";

    /** A method of a class that is being instrumented. */
    record Method(
            TypeRecord type,
            int access,
            String name,
            String descriptor,
            int version,
            MethodShapes.Shape shape) {
        boolean isStatic() {
            return (access & Opcodes.ACC_STATIC) != 0;
        }

        boolean isSynchronized() {
            return (access & Opcodes.ACC_SYNCHRONIZED) != 0;
        }
    }

    final Method method;
    private final boolean maySeeStaticHandles;
    private final Label start = new Label();
    private final HeldHook[] heldHooks;
    private int heldHookCount;
    private boolean isEnclosed;
    private String leaveHook;
    /** Local variables from here on are free. */
    int firstFree;

    /**
     * @param maySeeStaticHandles whether handles may be of static fields
     */
    MethodInstrumentation(Method method, boolean maySeeStaticHandles, MethodVisitor next) {
        super(Opcodes.ASM9, next);
        this.method = method;
        this.firstFree = method.shape.maxLocals;
        this.maySeeStaticHandles = maySeeStaticHandles;
        this.heldHooks = new HeldHook[method.shape.monitorUses];
    }

    /**
     * A hook that runs while a monitor is held, after it was entered or before it is left, and what
     * leaves the monitor if the hook throws, as it does if the stack is full. Without that, the JVM
     * does not compile the method: it wants to see that every monitor is left. Nor does it if the
     * program's own handler calls the hook, for that often covers itself, and might never end.
     */
    private static final class HeldHook {
        final Label start = new Label();
        final Label end = new Label();
        final Label handler = new Label();
        final Label handlerEnd = new Label();
        boolean isBeforeSuper;
        /** Where the program goes on if something is thrown; null if it leaves the method. */
        Label outer;
    }

    /** What a handler of the program covers that catches all. */
    private record Covered(Label start, Label end, Label handler) {}

    private final List<Covered> all = new ArrayList<>();
    private final List<Covered> active = new ArrayList<>();
    private final Set<Label> monitorHandlers = new HashSet<>();
    private final Set<Label> freshLabels = new HashSet<>();
    private final Map<Label, Object[]> handlerLocals = new HashMap<>();
    private boolean hasJustEntered;

    @Override
    public void visitTryCatchBlock(Label from, Label to, Label handler, String type) {
        if (type == null) {
            all.add(new Covered(from, to, handler));
        }
        super.visitTryCatchBlock(from, to, handler, type);
    }

    @Override
    public void visitLabel(Label label) {
        freshLabels.add(label);
        for (Covered covered : all) {
            if (covered.end == label) {
                active.remove(covered);
            }
            if (covered.start == label) {
                active.add(covered);
                if (hasJustEntered) {
                    monitorHandlers.add(covered.handler);
                }
            }
        }
        hasJustEntered = false;
        super.visitLabel(label);
    }

    @Override
    public void visitFrame(int type, int localCount, Object[] local, int count, Object[] stack) {
        for (Label label : freshLabels) {
            handlerLocals.putIfAbsent(label, Arrays.copyOf(local, localCount));
        }
        freshLabels.clear();
        super.visitFrame(type, localCount, local, count, stack);
    }

    /**
     * The handler that the program has around a monitor which a hook is for.
     *
     * @param isLeaving whether the monitor is about to be left: then its own handler may cover it
     */
    private Label outer(boolean isLeaving) {
        boolean isInHandler = false;
        for (Covered covered : active) {
            isInHandler |= covered.start == covered.handler;
        }
        boolean skipsOwn = isLeaving && !isInHandler;
        for (Covered covered : all) {
            if (!active.contains(covered) || covered.start == covered.handler) {
                continue;
            }
            if (skipsOwn && monitorHandlers.contains(covered.handler)) {
                skipsOwn = false;
                continue;
            }
            return covered.handler;
        }
        return null;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        // Before those of the program, which may enclose them.
        for (int i = 0; i < heldHooks.length; i++) {
            HeldHook hook = new HeldHook();
            heldHooks[i] = hook;
            super.visitTryCatchBlock(hook.start, hook.end, hook.handler, null);
            super.visitTryCatchBlock(hook.handler, hook.handlerEnd, hook.handler, null);
        }
        if (!method.isSynchronized()) {
            return;
        }
        enclose("leave");
        if (method.isStatic()) {
            push(method.type.id);
            hook("enterStatic", "(I)V");
        } else {
            enterOwn();
        }
    }

    /** The receiver's monitor was entered. */
    void enterOwn() {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitInsn(Opcodes.ACONST_NULL);
        hook("enter", ENTER);
        super.visitInsn(Opcodes.POP);
    }

    /** From here on, whatever ends the method calls a hook before. */
    final void enclose(String hook) {
        isEnclosed = true;
        leaveHook = hook;
        super.visitLabel(start);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.MONITORENTER) {
            int shadow = firstFree + 1;
            saveMonitor();
            super.visitInsn(Opcodes.DUP);
            hook("locks", "(Ljava/lang/Object;)Ljava/lang/Object;");
            super.visitVarInsn(Opcodes.ASTORE, shadow);
            super.visitInsn(Opcodes.MONITORENTER);
            Label end = startHeldHook(false);
            super.visitVarInsn(Opcodes.ALOAD, shadow);
            hook("locked", "(Ljava/lang/Object;Ljava/lang/Object;)V");
            super.visitLabel(end);
            hasJustEntered = true;
            return;
        }
        if (opcode == Opcodes.MONITOREXIT) {
            saveMonitor();
            Label end = startHeldHook(true);
            hook("unlocks", "(Ljava/lang/Object;)V");
            super.visitLabel(end);
        } else if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            beforeReturn();
            if (isEnclosed) {
                hook(leaveHook, "()V");
            }
        }
        super.visitInsn(opcode);
    }

    /** Before each instruction that returns. */
    void beforeReturn() {}

    /** In a constructor: whether {@code this} is not an object yet. */
    boolean isBeforeSuper() {
        return false;
    }

    private void saveMonitor() {
        super.visitInsn(Opcodes.DUP);
        super.visitVarInsn(Opcodes.ASTORE, firstFree);
    }

    /** A hook that takes the saved monitor begins here. */
    private Label startHeldHook(boolean isLeaving) {
        HeldHook hook = heldHooks[heldHookCount++];
        hook.outer = outer(isLeaving);
        hook.isBeforeSuper = isBeforeSuper();
        super.visitLabel(hook.start);
        super.visitVarInsn(Opcodes.ALOAD, firstFree);
        return hook.end;
    }

    private void leaveMonitor(HeldHook hook) {
        super.visitLabel(hook.handler);
        Object[] known = hook.outer == null ? null : handlerLocals.get(hook.outer);
        boolean goesOn = hook.outer != null && (known != null || method.version < Opcodes.V1_6);
        if (method.version >= Opcodes.V1_6) {
            Object[] locals = withMonitor(known != null ? known : new Object[0]);
            if (hook.isBeforeSuper) {
                locals[0] = Opcodes.UNINITIALIZED_THIS;
            }
            Object[] thrown = {"java/lang/Throwable"};
            super.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, thrown);
        }
        super.visitVarInsn(Opcodes.ALOAD, firstFree);
        super.visitInsn(Opcodes.MONITOREXIT);
        super.visitLabel(hook.handlerEnd);
        countThrown();
        super.visitInsn(Opcodes.ATHROW);
        if (goesOn) {
            Label end = new Label();
            super.visitLabel(end);
            super.visitTryCatchBlock(hook.handlerEnd, end, hook.outer, null);
        }
    }

    /**
     * Not by a hook: the stack may be too full for one. In the JDK, where a good deal is thrown,
     * only errors of the JVM count; elsewhere the stack may be too full to ask for their class.
     */
    private void countThrown() {
        if (method.type.loader == null) {
            super.visitInsn(Opcodes.DUP);
            super.visitTypeInsn(Opcodes.INSTANCEOF, "java/lang/VirtualMachineError");
        } else {
            super.visitInsn(Opcodes.ICONST_1);
        }
        super.visitFieldInsn(Opcodes.GETSTATIC, EVENTS, "thrown", "I");
        super.visitInsn(Opcodes.IADD);
        super.visitFieldInsn(Opcodes.PUTSTATIC, EVENTS, "thrown", "I");
    }

    /** The types of local variables, with the saved monitor behind them. */
    private Object[] withMonitor(Object[] known) {
        int slots = 0;
        for (Object type : known) {
            slots += type == Opcodes.LONG || type == Opcodes.DOUBLE ? 2 : 1;
        }
        Object[] locals = Arrays.copyOf(known, known.length + firstFree - slots + 1);
        Arrays.fill(locals, known.length, locals.length, Opcodes.TOP);
        locals[locals.length - 1] = "java/lang/Object";
        return locals;
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        for (HeldHook hook : heldHooks) {
            leaveMonitor(hook);
        }
        if (isEnclosed) {
            Label handler = new Label();
            super.visitLabel(handler);
            super.visitTryCatchBlock(start, handler, handler, null);
            if (method.version >= Opcodes.V1_6) {
                Object[] thrown = {"java/lang/Throwable"};
                super.visitFrame(Opcodes.F_NEW, 0, null, 1, thrown);
            }
            countThrown();
            hook(leaveHook, "()V");
            super.visitInsn(Opcodes.ATHROW);
        }
        super.visitMaxs(maxStack, maxLocals);
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (isWait(opcode, name, descriptor)) {
            int[] locals = saveArguments(descriptor);
            super.visitInsn(Opcodes.DUP);
            hook("waits", "(Ljava/lang/Object;)V");
            restoreArguments(descriptor, locals);
        }
        if (isNotify(opcode, name, descriptor)) {
            super.visitInsn(Opcodes.DUP);
            hook("notifies", "(Ljava/lang/Object;)V");
        }
        int mode = handleMode(owner, name);
        if (mode != HandleMode.PLAIN) {
            beforeHandle(descriptor, mode);
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        if ((mode & HandleMode.ACQUIRES) != 0) {
            hook("handled", "()V");
        }
    }

    private static boolean isWait(int opcode, String name, String descriptor) {
        return opcode != Opcodes.INVOKESTATIC
                && name.equals("wait")
                && (descriptor.equals("()V")
                        || descriptor.equals("(J)V")
                        || descriptor.equals("(JI)V"));
    }

    private static boolean isNotify(int opcode, String name, String descriptor) {
        return opcode != Opcodes.INVOKESTATIC
                && (name.equals("notify") || name.equals("notifyAll"))
                && descriptor.equals("()V");
    }

    /** What a call of a handle's method does. */
    int handleMode(String owner, String name) {
        return isOfMemory(owner) ? HandleMode.of(name, isOpaqueOrdered()) : HandleMode.PLAIN;
    }

    /** Whether the methods of a class, with slashes, access memory. */
    static boolean isOfMemory(String owner) {
        return switch (owner) {
            case VAR_HANDLE, "jdk/internal/misc/Unsafe", "sun/misc/Unsafe" -> true;
            default -> false;
        };
    }

    /** Whether the opaque accesses of the method have fences beside them. */
    boolean isOpaqueOrdered() {
        return false;
    }

    private void beforeHandle(String descriptor, int mode) {
        int[] locals = saveArguments(descriptor);
        Type[] arguments = Type.getArgumentTypes(descriptor);
        super.visitInsn(Opcodes.DUP);
        boolean isObject = arguments.length > 0 && arguments[0].getSort() >= Type.ARRAY;
        if (isObject) {
            super.visitVarInsn(Opcodes.ALOAD, locals[0]);
        } else {
            super.visitInsn(Opcodes.ACONST_NULL);
        }
        push(maySeeStaticHandles ? mode | HandleMode.MAY_BE_STATIC : mode);
        hook("handle", "(Ljava/lang/Object;Ljava/lang/Object;I)V");
        restoreArguments(descriptor, locals);
    }

    /** Moves arguments from the stack into local variables, which it returns. */
    final int[] saveArguments(String descriptor) {
        Type[] arguments = Type.getArgumentTypes(descriptor);
        int[] locals = new int[arguments.length];
        int next = firstFree;
        for (int i = arguments.length - 1; i >= 0; i--) {
            locals[i] = next;
            super.visitVarInsn(arguments[i].getOpcode(Opcodes.ISTORE), next);
            next += arguments[i].getSize();
        }
        return locals;
    }

    final void restoreArguments(String descriptor, int[] locals) {
        Type[] arguments = Type.getArgumentTypes(descriptor);
        for (int i = 0; i < arguments.length; i++) {
            super.visitVarInsn(arguments[i].getOpcode(Opcodes.ILOAD), locals[i]);
        }
    }

    /** The stack holds an object and a value above it: puts the object above a second time. */
    final void copyObjectUnder(Type value) {
        if (value.getSize() == 1) {
            super.visitInsn(Opcodes.DUP2);
            super.visitInsn(Opcodes.POP);
        } else {
            super.visitInsn(Opcodes.DUP2_X1);
            super.visitInsn(Opcodes.POP2);
            super.visitInsn(Opcodes.DUP_X2);
        }
    }

    final void push(int value) {
        if (value <= Short.MAX_VALUE) {
            super.visitIntInsn(Opcodes.SIPUSH, value);
        } else {
            super.visitLdcInsn(value);
        }
    }

    final void hook(String name, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, EVENTS, name, descriptor, false);
    }
}
