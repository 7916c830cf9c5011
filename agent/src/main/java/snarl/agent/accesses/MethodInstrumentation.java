package snarl.agent.accesses;

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
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (!method.isSynchronized()) {
            return;
        }
        if (method.isStatic()) {
            push(method.type.id);
            hook("enterStatic", "(I)V");
        } else {
            enterOwn();
        }
        enclose("leave");
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
            super.visitInsn(Opcodes.DUP);
            super.visitVarInsn(Opcodes.ASTORE, firstFree);
            super.visitInsn(Opcodes.DUP);
            hook("locks", "(Ljava/lang/Object;)Ljava/lang/Object;");
            super.visitVarInsn(Opcodes.ASTORE, shadow);
            super.visitInsn(Opcodes.MONITORENTER);
            super.visitVarInsn(Opcodes.ALOAD, firstFree);
            super.visitVarInsn(Opcodes.ALOAD, shadow);
            hook("locked", "(Ljava/lang/Object;Ljava/lang/Object;)V");
            return;
        }
        if (opcode == Opcodes.MONITOREXIT) {
            super.visitInsn(Opcodes.DUP);
            hook("unlocks", "(Ljava/lang/Object;)V");
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

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        if (isEnclosed) {
            Label handler = new Label();
            super.visitLabel(handler);
            super.visitTryCatchBlock(start, handler, handler, null);
            if (method.version >= Opcodes.V1_6) {
                Object[] thrown = {"java/lang/Throwable"};
                super.visitFrame(Opcodes.F_NEW, 0, null, 1, thrown);
            }
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

    private static int handleMode(String owner, String name) {
        return switch (owner) {
            case VAR_HANDLE, "jdk/internal/misc/Unsafe", "sun/misc/Unsafe" -> HandleMode.of(name);
            default -> HandleMode.PLAIN;
        };
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
