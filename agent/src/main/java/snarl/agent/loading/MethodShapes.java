package snarl.agent.loading;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What must be known of a class before its methods are instrumented. */
public final class MethodShapes extends ClassVisitor {
    /** What must be known of a method. */
    public static final class Shape {
        /** How many local variables it has. */
        public int maxLocals;

        /** How many instructions read or write elements of arrays. */
        public int elementAccesses;

        /** How many read or write fields. */
        public int fieldAccesses;

        /** The classes of whose objects it reads fields. */
        public final Set<String> fieldOwners = new HashSet<>();

        /** How many enter or leave a monitor. */
        public int monitorUses;

        /** Whether the method puts something else where the receiver was. */
        public boolean overwritesThis;

        private Shape() {}
    }

    /** Of each method, in the order of the class file. */
    public final List<Shape> shapes = new ArrayList<>();

    /** The names of all methods. */
    public final Set<String> names = new HashSet<>();

    /** Whether a method synchronizes on its receiver. */
    public boolean hasSynchronizedMethod;

    private MethodShapes() {
        super(Opcodes.ASM9);
    }

    /**
     * Reads a class.
     *
     * @param classFile its class file
     * @return the shapes of its methods
     */
    public static MethodShapes read(ClassReader classFile) {
        MethodShapes found = new MethodShapes();
        classFile.accept(found, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return found;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        Shape shape = new Shape();
        shapes.add(shape);
        names.add(name);
        int ofReceiver = access & (Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STATIC);
        hasSynchronizedMethod |= ofReceiver == Opcodes.ACC_SYNCHRONIZED;
        return new MethodVisitor(Opcodes.ASM9) {
            @Override
            public void visitVarInsn(int opcode, int variable) {
                boolean isStore = opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
                if (isStore && variable == 0) {
                    shape.overwritesThis = true;
                }
            }

            @Override
            public void visitFieldInsn(
                    int opcode, String owner, String member, String type) {
                shape.fieldAccesses++;
                if (opcode == Opcodes.GETFIELD) {
                    shape.fieldOwners.add(owner);
                }
            }

            @Override
            public void visitInsn(int opcode) {
                boolean isLoad = opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
                boolean isStore = opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
                if (isLoad || isStore) {
                    shape.elementAccesses++;
                }
                if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
                    shape.monitorUses++;
                }
            }

            @Override
            public void visitMaxs(int maxStack, int maxLocals) {
                shape.maxLocals = maxLocals;
            }
        };
    }
}
