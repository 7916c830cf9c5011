package snarl.agent.accesses;

import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import snarl.agent.loading.MethodShapes;
import snarl.agent.loading.OffsetReader;

/** Instruments one class, of the program or of the JDK. */
final class ClassInstrumentation extends ClassVisitor {
    /** What all classes are instrumented with. */
    record Setup(Registry registry, Containers containers, JdkFields jdkFields) {}

    private final Setup setup;
    private final ClassLoader loader;
    private final boolean isJdk;
    private final OffsetReader classFile;
    private final MethodShapes shapes;
    private final Set<String> leftOut;
    private TypeRecord type;
    private String internalName;
    private int version;
    private int methods;
    private boolean hasFinalFields;

    private ClassInstrumentation(
            Setup setup,
            ClassLoader loader,
            boolean isJdk,
            OffsetReader classFile,
            Set<String> leftOut,
            ClassWriter writer) {
        super(Opcodes.ASM9, writer);
        this.setup = setup;
        this.loader = loader;
        this.isJdk = isJdk;
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
            byte[] bytes, ClassLoader loader, boolean isJdk, Setup setup, Set<String> leftOut) {
        OffsetReader classFile = new OffsetReader(bytes);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        ClassInstrumentation visitor =
                new ClassInstrumentation(setup, loader, isJdk, classFile, leftOut, writer);
        classFile.accept(visitor, ClassReader.EXPAND_FRAMES);
        byte[] result = writer.toByteArray();
        setup.registry.classes.add(visitor.type);
        return result;
    }

    @Override
    public void visit(
            int classVersion,
            int access,
            String name,
            String signature,
            String superName,
            String[] interfaces) {
        version = classVersion & 0xFFFF;
        internalName = name;
        type =
                setup.registry.types.add(
                        id -> new TypeRecord(id, loader, name, superName, interfaces));
        type.hasInitializer = shapes.names.contains("<clinit>");
        type.methods.addAll(shapes.names);
        super.visit(classVersion, access, name, signature, superName, interfaces);
    }

    @Override
    public FieldVisitor visitField(
            int access, String name, String descriptor, String signature, Object value) {
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        hasFinalFields |= !isStatic && (access & Opcodes.ACC_FINAL) != 0;
        setup.registry.addField(type, name, descriptor, access);
        return super.visitField(access, name, descriptor, signature, value);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        MethodShapes.Shape shape = shapes.shapes.get(methods++);
        boolean hasCode = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
        if (!hasCode || leftOut.contains(name + descriptor)) {
            return next;
        }
        MethodInstrumentation.Method method =
                new MethodInstrumentation.Method(
                        type, access, name, descriptor, version, shape);
        if (!isJdk) {
            boolean freezes = hasFinalFields || type.methods.contains("finalize");
            return new AccessInstrumentation(
                    method, setup.registry, setup.containers, classFile, freezes, next);
        }
        if (JdkHookInstrumentation.fits(internalName, name)) {
            return new JdkHookInstrumentation(method, internalName, next);
        }
        boolean synchronizes = JdkTargets.isSynchronizer(internalName);
        return synchronizes ? new JdkInstrumentation(method, setup.jdkFields, next) : next;
    }
}
