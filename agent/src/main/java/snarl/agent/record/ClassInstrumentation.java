package snarl.agent.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import snarl.agent.loading.MethodShapes;
import snarl.agent.loading.OffsetReader;

/**
 * Instruments one class: hooks at entries, calls and allocations.
 *
 * <p>What is inserted runs straight on and leaves the stack as it was, so that the stack map frames
 * of the class file stay as they are, and no class needs to be known to compute them.
 */
final class ClassInstrumentation extends ClassVisitor {
    private final Registry registry;
    private final ClassLoader loader;
    private final OffsetReader classFile;
    private final MethodShapes shapes;
    private final Set<String> leftOut;
    private final List<MethodInstrumentation> instrumented = new ArrayList<>();
    private ClassRecord type;
    private int methods;

    private ClassInstrumentation(
            Registry registry,
            ClassLoader loader,
            OffsetReader classFile,
            Set<String> leftOut,
            ClassWriter writer) {
        super(Opcodes.ASM9, writer);
        this.registry = registry;
        this.loader = loader;
        this.classFile = classFile;
        this.shapes = MethodShapes.read(classFile);
        this.leftOut = leftOut;
    }

    /**
     * The class with hooks. Its record is added to the registry.
     *
     * @param leftOut methods, by name and descriptor, that get no hooks
     */
    static byte[] instrument(
            byte[] bytes, ClassLoader loader, Registry registry, Set<String> leftOut) {
        OffsetReader classFile = new OffsetReader(bytes);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        ClassInstrumentation visitor =
                new ClassInstrumentation(registry, loader, classFile, leftOut, writer);
        classFile.accept(visitor, 0);
        byte[] result = writer.toByteArray();
        for (MethodInstrumentation method : visitor.instrumented) {
            method.writeCodeMap();
        }
        registry.classes.add(visitor.type);
        return result;
    }

    @Override
    public void visit(
            int version,
            int access,
            String name,
            String signature,
            String superName,
            String[] interfaces) {
        type = new ClassRecord(loader, name, superName, interfaces);
        super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        int firstFree = shapes.shapes.get(methods++).maxLocals;
        ClassRecord owner = type;
        boolean hooked = !leftOut.contains(name + descriptor);
        MethodRecord method =
                registry.methods.add(
                        id -> new MethodRecord(id, owner, name, descriptor, access, hooked));
        type.add(method);
        if (!hooked) {
            return next;
        }
        MethodInstrumentation visitor =
                new MethodInstrumentation(registry, method, classFile, firstFree, next);
        instrumented.add(visitor);
        return visitor;
    }
}
