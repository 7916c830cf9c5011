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

        /** Whether the method puts something else where the receiver was. */
        public boolean overwritesThis;

        private Shape() {}
    }

    /** Of each method, in the order of the class file. */
    public final List<Shape> shapes = new ArrayList<>();

    /** The names of all methods. */
    public final Set<String> names = new HashSet<>();

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
        return new MethodVisitor(Opcodes.ASM9) {
            @Override
            public void visitVarInsn(int opcode, int variable) {
                boolean isStore = opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
                if (isStore && variable == 0) {
                    shape.overwritesThis = true;
                }
            }

            @Override
            public void visitMaxs(int maxStack, int maxLocals) {
                shape.maxLocals = maxLocals;
            }
        };
    }
}
