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
    private final boolean listsFields;

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
        listsFields = JdkTargets.listsFields(type, name);
    }

    /** Whether a method gets such hooks. */
    static boolean fits(String type, String name) {
        return JdkTargets.before(type, name) != null
                || JdkTargets.after(type, name) != null
                || JdkTargets.isQuiet(type, name)
                || JdkTargets.listsFields(type, name)
                || JdkTargets.parks(type, name);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (before != null) {
            thread(before);
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
        if (parks) {
            hook("parked", "()V");
        }
        if (listsFields) {
            String descriptor = "([Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;";
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, ACCESS, "visible", descriptor, false);
        }
    }

    private void thread(String hook) {
        visitVarInsn(Opcodes.ALOAD, 0);
        hook(hook, "(Ljava/lang/Thread;)V");
    }
}
