package snarl.agent.weave;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import snarl.agent.loading.LoadedClass;
import snarl.agent.loading.MethodShapes;
import snarl.agent.loading.OffsetReader;
import snarl.runtime.SnarlJoinPoints;

/**
 * Puts hooks around what monitors want to hear of in one method.
 *
 * <p>What an instruction takes is put into local variables above those of the method, which hooks
 * read before the instruction and after it. No frame knows of them.
 */
final class JoinPointInstrumentation extends MethodVisitor {
    static final String FACADE = Type.getInternalName(SnarlJoinPoints.class);
    private static final String HAPPENS = "(ILjava/lang/Object;[Ljava/lang/Object;I)V";
    private static final String TRIED = "(ZILjava/lang/Object;[Ljava/lang/Object;)V";
    private static final int NONE = -1;
    private static final int[] NOBODY = {};

    /** A method of a class that is being instrumented. */
    record Method(
            String owner,
            int access,
            String name,
            String descriptor,
            int version,
            MethodShapes.Shape shape) {
        boolean isStatic() {
            return (access & Opcodes.ACC_STATIC) != 0;
        }

        boolean isConstructor() {
            return name.equals("<init>");
        }
    }

    /**
     * What a hook is told, as local variables.
     *
     * @param target the variable of the target, or -1
     * @param arguments their variables
     * @param types their types
     * @param index the variable of the index, or -1
     */
    private record Told(int target, int[] arguments, Type[] types, int index) {
        static final Told NOTHING = new Told(NONE, NOBODY, new Type[0], NONE);
    }

    private final Method method;
    private final MonitorPlan.Planned planned;
    private final MonitorPlan plan;
    private final EventStream stream;
    private final OffsetReader classFile;
    private final Label start = new Label();
    private int line;
    private boolean isUninitialized;
    private int unconstructed;

    JoinPointInstrumentation(
            Method method,
            MonitorPlan.Planned planned,
            MonitorPlan plan,
            EventStream stream,
            OffsetReader classFile,
            MethodVisitor next) {
        super(Opcodes.ASM9, next);
        this.method = method;
        this.planned = planned;
        this.plan = plan;
        this.stream = stream;
        this.classFile = classFile;
        this.isUninitialized = method.isConstructor();
    }

    // The method as a whole

    private int[] whole(Map<Integer, int[]> places) {
        return places.getOrDefault(MonitorPlan.WHOLE_METHOD, NOBODY);
    }

    private boolean isEnclosed() {
        return planned.exit.length > 0 || whole(planned.unlocks).length > 0;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (whole(planned.locks).length > 0) {
            ownMonitor("lock", whole(planned.locks));
        }
        told("execution", planned.entry, false, ownMember(), receiver(), MonitorPlan.WHOLE_METHOD);
        if (isEnclosed()) {
            super.visitLabel(start);
        }
    }

    /** Nobody can be told before the monitor of a synchronized method is entered. */
    private void ownMonitor(String kind, int[] numbers) {
        int lock = method.shape.maxLocals;
        if (method.isStatic()) {
            super.visitLdcInsn(Type.getObjectType(method.owner));
        } else {
            super.visitVarInsn(Opcodes.ALOAD, 0);
        }
        super.visitVarInsn(Opcodes.ASTORE, lock);
        Told what = lockTold(lock);
        told(kind, numbers, false, "", what, MonitorPlan.WHOLE_METHOD);
        told(kind, numbers, true, "", what, MonitorPlan.WHOLE_METHOD);
    }

    private static Told lockTold(int lock) {
        return new Told(
                NONE, new int[] {lock}, new Type[] {Type.getObjectType("java/lang/Object")}, NONE);
    }

    private Told receiver() {
        boolean isUsable =
                !method.isStatic() && !isUninitialized && !method.shape.overwritesThis;
        Type[] types = Type.getArgumentTypes(method.descriptor);
        int[] variables = new int[types.length];
        int next = method.isStatic() ? 0 : 1;
        for (int i = 0; i < types.length; i++) {
            variables[i] = next;
            next += types[i].getSize();
        }
        return new Told(isUsable ? 0 : NONE, variables, types, NONE);
    }

    private String ownMember() {
        return LoadedClass.dotted(method.owner) + "." + method.name;
    }

    private void beforeEnd() {
        Told self = receiver();
        // Parameters may have other values by now, and after an exception they are not known.
        Told what = new Told(self.target, NOBODY, new Type[0], NONE);
        told("execution", planned.exit, true, ownMember(), what, MonitorPlan.WHOLE_METHOD);
        if (whole(planned.unlocks).length > 0) {
            ownMonitor("unlock", whole(planned.unlocks));
        }
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        if (isEnclosed()) {
            Label handler = new Label();
            super.visitLabel(handler);
            super.visitTryCatchBlock(start, handler, handler, null);
            boolean knowsThis =
                    !method.isStatic() && !method.isConstructor() && !method.shape.overwritesThis;
            isUninitialized = !knowsThis;
            if (method.version >= Opcodes.V1_6) {
                Object[] locals = knowsThis ? new Object[] {method.owner} : new Object[0];
                Object[] thrown = {"java/lang/Throwable"};
                super.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, thrown);
            }
            beforeEnd();
            super.visitInsn(Opcodes.ATHROW);
        }
        super.visitMaxs(maxStack, maxLocals);
    }

    // Constructors, until this is an object

    @Override
    public void visitTypeInsn(int opcode, String type) {
        unconstructed += opcode == Opcodes.NEW ? 1 : 0;
        super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitFrame(int type, int localCount, Object[] local, int count, Object[] stack) {
        if (method.isConstructor()) {
            isUninitialized = has(localCount, local) || has(count, stack);
        }
        super.visitFrame(type, localCount, local, count, stack);
    }

    private static boolean has(int count, Object[] types) {
        for (int i = 0; i < count; i++) {
            if (types[i] == Opcodes.UNINITIALIZED_THIS) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void visitLineNumber(int number, Label at) {
        line = number;
        super.visitLineNumber(number, at);
    }

    // Fields

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        int offset = classFile.offset();
        int[] numbers = planned.at.getOrDefault(offset, NOBODY);
        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        boolean isWrite = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
        if (numbers.length == 0 || isUninitialized && !isStatic) {
            super.visitFieldInsn(opcode, owner, name, descriptor);
            return;
        }
        Type[] types = isWrite ? new Type[] {Type.getType(descriptor)} : new Type[0];
        Told what = save(!isStatic, types, NONE);
        String kind = isWrite ? "set" : "get";
        String member = LoadedClass.dotted(owner) + "." + name;
        told(kind, numbers, false, member, what, offset);
        restore(what);
        super.visitFieldInsn(opcode, owner, name, descriptor);
        told(kind, numbers, true, member, what, offset);
    }

    // Arrays, monitors, and ends

    @Override
    public void visitInsn(int opcode) {
        int offset = classFile.offset();
        boolean isLoad = opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
        boolean isStore = opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
        int[] numbers = NOBODY;
        if (isLoad || isStore) {
            numbers = planned.at.getOrDefault(offset, NOBODY);
        } else if (opcode == Opcodes.MONITORENTER) {
            numbers = planned.locks.getOrDefault(offset, NOBODY);
        } else if (opcode == Opcodes.MONITOREXIT) {
            numbers = planned.unlocks.getOrDefault(offset, NOBODY);
        }
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            if (isEnclosed()) {
                beforeEnd();
            }
            super.visitInsn(opcode);
        } else if (numbers.length == 0) {
            super.visitInsn(opcode);
        } else if (isLoad || isStore) {
            element(opcode, isStore, numbers, offset);
        } else {
            monitor(opcode, numbers, offset);
        }
    }

    private void element(int opcode, boolean isStore, int[] numbers, int offset) {
        Type[] types = isStore ? new Type[] {stored(opcode)} : new Type[0];
        Told what = saveElement(types);
        String kind = isStore ? "arrayset" : "arrayget";
        told(kind, numbers, false, "", what, offset);
        restore(what);
        super.visitInsn(opcode);
        told(kind, numbers, true, "", what, offset);
    }

    private static Type stored(int opcode) {
        return switch (opcode) {
            case Opcodes.LASTORE -> Type.LONG_TYPE;
            case Opcodes.DASTORE -> Type.DOUBLE_TYPE;
            case Opcodes.FASTORE -> Type.FLOAT_TYPE;
            case Opcodes.AASTORE -> Type.getObjectType("java/lang/Object");
            default -> Type.INT_TYPE;
        };
    }

    private void monitor(int opcode, int[] numbers, int offset) {
        int lock = method.shape.maxLocals;
        super.visitInsn(Opcodes.DUP);
        super.visitVarInsn(Opcodes.ASTORE, lock);
        Told what = lockTold(lock);
        String kind = opcode == Opcodes.MONITORENTER ? "lock" : "unlock";
        told(kind, numbers, false, "", what, offset);
        super.visitInsn(opcode);
        told(kind, numbers, true, "", what, offset);
    }

    // Calls

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        int offset = classFile.offset();
        int[] calls = planned.at.getOrDefault(offset, NOBODY);
        int[] locks = planned.locks.getOrDefault(offset, NOBODY);
        int[] unlocks = planned.unlocks.getOrDefault(offset, NOBODY);
        boolean isConstructor = name.equals("<init>");
        if (calls.length + locks.length + unlocks.length == 0) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        } else {
            boolean hasTarget = opcode != Opcodes.INVOKESTATIC && !isConstructor;
            Told what = save(hasTarget, Type.getArgumentTypes(descriptor), NONE);
            Told lock = hasTarget ? lockTold(what.target) : Told.NOTHING;
            String member = LoadedClass.dotted(owner) + "." + (isConstructor ? "new" : name);
            told("call", calls, false, member, what, offset);
            told("lock", locks, false, "", lock, offset);
            told("unlock", unlocks, false, "", lock, offset);
            restore(what);
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (name.equals("tryLock")) {
                tried(locks, lock, offset);
            } else {
                told("lock", locks, true, "", lock, offset);
            }
            told("unlock", unlocks, true, "", lock, offset);
            told("call", calls, true, member, what, offset);
        }
        if (isConstructor && opcode == Opcodes.INVOKESPECIAL) {
            if (unconstructed > 0) {
                unconstructed--;
            } else {
                isUninitialized = false;
            }
        }
    }

    private void tried(int[] numbers, Told what, int offset) {
        Moment moment = moment("lock", numbers, true, "", offset);
        if (moment != null) {
            super.visitInsn(Opcodes.DUP);
            super.visitLdcInsn(moment.id());
            super.visitInsn(Opcodes.ACONST_NULL);
            pushArguments(what);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, FACADE, "tried", TRIED, false);
        }
    }

    // What an instruction takes

    /** Moves what is on the stack into variables: the target if there is one, and arguments. */
    private Told save(boolean hasTarget, Type[] types, int index) {
        int next = method.shape.maxLocals;
        int[] variables = new int[types.length];
        for (int i = types.length - 1; i >= 0; i--) {
            variables[i] = next;
            super.visitVarInsn(types[i].getOpcode(Opcodes.ISTORE), next);
            next += types[i].getSize();
        }
        int target = NONE;
        if (hasTarget) {
            target = next;
            super.visitVarInsn(Opcodes.ASTORE, target);
        }
        return new Told(target, variables, types, index);
    }

    private Told saveElement(Type[] types) {
        Told value = save(false, types, NONE);
        int next = method.shape.maxLocals + 2;
        super.visitVarInsn(Opcodes.ISTORE, next);
        super.visitVarInsn(Opcodes.ASTORE, next + 1);
        return new Told(next + 1, value.arguments, types, next);
    }

    private void restore(Told what) {
        if (what.target != NONE) {
            super.visitVarInsn(Opcodes.ALOAD, what.target);
        }
        if (what.index != NONE) {
            super.visitVarInsn(Opcodes.ILOAD, what.index);
        }
        for (int i = 0; i < what.arguments.length; i++) {
            super.visitVarInsn(what.types[i].getOpcode(Opcodes.ILOAD), what.arguments[i]);
        }
    }

    // Hooks

    private Moment moment(
            String kind, int[] numbers, boolean isAfter, String member, int offset) {
        List<String> chosen = new ArrayList<>();
        for (int number : numbers) {
            if (plan.action(number).isAfter() == isAfter) {
                chosen.add(Integer.toString(number));
            }
        }
        if (chosen.isEmpty()) {
            return null;
        }
        return stream.moments.add(
                id ->
                        new Moment(
                                id,
                                kind,
                                isAfter,
                                LoadedClass.dotted(method.owner),
                                method.name,
                                method.descriptor,
                                offset,
                                line,
                                member,
                                String.join(",", chosen)));
    }

    private void told(
            String kind, int[] numbers, boolean isAfter, String member, Told what, int offset) {
        Moment moment = moment(kind, numbers, isAfter, member, offset);
        if (moment == null) {
            return;
        }
        super.visitLdcInsn(moment.id());
        if (what.target == NONE) {
            super.visitInsn(Opcodes.ACONST_NULL);
        } else {
            super.visitVarInsn(Opcodes.ALOAD, what.target);
        }
        boolean areAsked = !kind.equals("call") && !kind.equals("execution");
        for (int number : numbers) {
            areAsked |= plan.action(number).wantsArguments();
        }
        pushArguments(areAsked ? what : Told.NOTHING);
        if (what.index == NONE) {
            super.visitInsn(Opcodes.ICONST_M1);
        } else {
            super.visitVarInsn(Opcodes.ILOAD, what.index);
        }
        super.visitMethodInsn(Opcodes.INVOKESTATIC, FACADE, "happens", HAPPENS, false);
    }

    /** Those that are no objects are null. */
    private void pushArguments(Told what) {
        if (what.arguments.length == 0) {
            super.visitInsn(Opcodes.ACONST_NULL);
            return;
        }
        super.visitIntInsn(Opcodes.SIPUSH, what.arguments.length);
        super.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
        for (int i = 0; i < what.arguments.length; i++) {
            if (what.types[i].getSort() >= Type.ARRAY) {
                super.visitInsn(Opcodes.DUP);
                super.visitIntInsn(Opcodes.SIPUSH, i);
                super.visitVarInsn(Opcodes.ALOAD, what.arguments[i]);
                super.visitInsn(Opcodes.AASTORE);
            }
        }
    }
}
