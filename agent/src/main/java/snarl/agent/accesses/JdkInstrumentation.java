package snarl.agent.accesses;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Puts hooks into one method of the JDK: volatile fields of objects, besides what all code has.
 *
 * <p>Whatever field it is, the object is what threads synchronize on: handles and instructions are
 * mixed on the JDK's fields.
 */
class JdkInstrumentation extends MethodInstrumentation {
    private final JdkFields fields;

    JdkInstrumentation(Method method, JdkFields fields, MethodVisitor next) {
        super(method, false, next);
        this.fields = fields;
    }

    /** What programs call an atomic for is its value: they have their own fences. */
    @Override
    boolean isOpaqueOrdered() {
        return !method.type().name.startsWith("java.util.concurrent.atomic.");
    }

    @Override
    int handleMode(String owner, String name) {
        String type = method.type().name.replace('.', '/');
        if (JdkTargets.isOfWaiters(type, method.name())) {
            return HandleMode.PLAIN;
        }
        boolean isFenced = JdkTargets.isFencedStore(type, name) && isOfMemory(owner);
        return isFenced ? HandleMode.RELEASES : super.handleMode(owner, name);
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        String type = method.type().name.replace('.', '/');
        if (JdkTargets.tellsWhatFollows(type, method.name(), owner, name)) {
            copyObjectUnder(Type.getArgumentTypes(descriptor)[0]);
            hook("releases", "(Ljava/lang/Object;)V");
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    /** An element that is stored is told as if it were volatile, where a fence follows. */
    @Override
    public void visitInsn(int opcode) {
        String type = method.type().name.replace('.', '/');
        if (opcode == Opcodes.AASTORE && JdkTargets.isFencedStore(type, "aastore")) {
            String stored = "(Ljava/lang/Object;)V";
            int[] locals = saveArguments(stored);
            super.visitInsn(Opcodes.DUP2);
            super.visitInsn(Opcodes.POP);
            hook("releases", "(Ljava/lang/Object;)V");
            restoreArguments(stored, locals);
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        boolean isFresh = method.name().equals("<init>") || JdkTargets.isOfWaiters(owner, name);
        if (isStatic || isFresh || !fields.isVolatile(owner, name)) {
            super.visitFieldInsn(opcode, owner, name, descriptor);
            return;
        }
        Type type = Type.getType(descriptor);
        if (opcode == Opcodes.PUTFIELD) {
            copyObjectUnder(type);
            hook("releases", "(Ljava/lang/Object;)V");
            super.visitFieldInsn(opcode, owner, name, descriptor);
            return;
        }
        super.visitInsn(Opcodes.DUP);
        super.visitFieldInsn(opcode, owner, name, descriptor);
        if (type.getSize() == 1) {
            super.visitInsn(Opcodes.SWAP);
        } else {
            super.visitInsn(Opcodes.DUP2_X1);
            super.visitInsn(Opcodes.POP2);
        }
        hook("acquires", "(Ljava/lang/Object;)V");
    }
}
