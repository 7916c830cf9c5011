package snarl.agent.accesses;

import org.objectweb.asm.MethodVisitor;

/**
 * Puts hooks into methods of the JDK by which threads hold a lock together, where it is the state alone
 * that tells who comes after whom: they change it one after the other, and mean nothing by it.
 */
final class ReaderInstrumentation extends JdkInstrumentation {
    ReaderInstrumentation(Method method, JdkFields fields, MethodVisitor next) {
        super(method, fields, next);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        enclose("sharingDone");
        hook("sharing", "()V");
    }
}
