package snarl.agent.accesses;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Puts hooks around a method of the JDK that means something as a whole. */
final class JdkHookInstrumentation extends MethodInstrumentation {
    private final String before;
    private final String after;
    private final boolean isQuiet;
    private final boolean parks;

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
    }

    /** Whether a method gets such hooks. */
    static boolean fits(String type, String name) {
        return JdkTargets.before(type, name) != null
                || JdkTargets.after(type, name) != null
                || JdkTargets.isQuiet(type, name)
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
    }

    private void thread(String hook) {
        visitVarInsn(Opcodes.ALOAD, 0);
        hook(hook, "(Ljava/lang/Thread;)V");
    }
}
