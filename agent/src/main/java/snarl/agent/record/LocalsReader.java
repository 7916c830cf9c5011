package snarl.agent.record;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** How many local variables each method of a class has, in the order of the class file. */
final class LocalsReader extends ClassVisitor {
    private final List<Integer> counts = new ArrayList<>();

    private LocalsReader() {
        super(Opcodes.ASM9);
    }

    static List<Integer> read(ClassReader classFile) {
        LocalsReader reader = new LocalsReader();
        classFile.accept(reader, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return reader.counts;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        int index = counts.size();
        counts.add(0);
        return new MethodVisitor(Opcodes.ASM9) {
            @Override
            public void visitMaxs(int maxStack, int maxLocals) {
                counts.set(index, maxLocals);
            }
        };
    }
}
