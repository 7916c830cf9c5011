package snarl.agent.accesses;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import snarl.runtime.SnarlAccess;

/** Puts hooks around a method of the JDK that means something as a whole. */
final class JdkHookInstrumentation extends MethodInstrumentation {
    private static final String ACCESS = Type.getInternalName(SnarlAccess.class);

    private final String before;
    private final String after;
    private final boolean isQuiet;
    private final boolean parks;
    private final boolean spawns;
    private final boolean halts;
    private final boolean listsFields;
    private final String handsOverBefore;
    private final String handsOverAfter;
    private final boolean returnsHanded;

    /**
     * @param type the class, with slashes
     */
    JdkHookInstrumentation(Method method, String type, MethodVisitor next) {
        super(method, false, next);
        String name = method.name();
        boolean isUsable = !method.shape().overwritesThis;
        before = isUsable ? JdkTargets.before(type, name) : null;
        after = isUsable ? JdkTargets.after(type, name) : null;
        isQuiet = JdkTargets.isQuiet(type, name);
        parks = JdkTargets.parks(type, name);
        spawns = JdkTargets.spawns(type, name);
        halts = JdkTargets.halts(type, name);
        listsFields = JdkTargets.listsFields(type, name);
        handsOverBefore = isUsable ? JdkTargets.handsOverBefore(type, name) : null;
        handsOverAfter = isUsable ? JdkTargets.handsOverAfter(type, name) : null;
        returnsHanded = JdkTargets.returnsHanded(type, name);
    }

    /** Whether a method gets such hooks. */
    static boolean fits(String type, String name) {
        return JdkTargets.before(type, name) != null
                || JdkTargets.after(type, name) != null
                || JdkTargets.isQuiet(type, name)
                || JdkTargets.listsFields(type, name)
                || JdkTargets.parks(type, name)
                || JdkTargets.spawns(type, name)
                || JdkTargets.halts(type, name)
                || JdkTargets.handsOverBefore(type, name) != null
                || JdkTargets.handsOverAfter(type, name) != null
                || JdkTargets.returnsHanded(type, name);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (before != null) {
            thread(before);
        }
        if (handsOverBefore != null) {
            object(handsOverBefore);
        }
        if (halts) {
            hook("halts", "()V");
        }
        if (isQuiet) {
            hook("quiet", "()V");
            enclose("loud");
        }
    }

    @Override
    void beforeReturn() {
        if (after != null) {
            thread(after);
        }
        if (handsOverAfter != null) {
            object(handsOverAfter);
        }
        if (returnsHanded) {
            mv.visitInsn(Opcodes.DUP);
            hook("acquires", "(Ljava/lang/Object;)V");
        }
        if (parks) {
            hook("parked", "()V");
        }
        if (listsFields) {
            String descriptor = "([Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;";
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, ACCESS, "visible", descriptor, false);
        }
    }

    /** The first argument is the command. */
    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (spawns && owner.equals("java/lang/ProcessImpl") && name.equals("start")) {
            int[] locals = saveArguments(descriptor);
            visitVarInsn(Opcodes.ALOAD, locals[0]);
            hook("spawns", "([Ljava/lang/String;)[Ljava/lang/String;");
            visitVarInsn(Opcodes.ASTORE, locals[0]);
            restoreArguments(descriptor, locals);
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    private void object(String hook) {
        visitVarInsn(Opcodes.ALOAD, 0);
        hook(hook, "(Ljava/lang/Object;)V");
    }

    private void thread(String hook) {
        visitVarInsn(Opcodes.ALOAD, 0);
        hook(hook, "(Ljava/lang/Thread;)V");
    }
}
