package snarl.agent.accesses;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import snarl.agent.code.ClassCode;
import snarl.agent.loading.MethodShapes;
import snarl.agent.loading.OffsetReader;

/** Instruments one class, of the program or of the JDK. */
final class ClassInstrumentation extends ClassVisitor {
    /** What all classes are instrumented with. */
    record Setup(
            Registry registry, Containers containers, JdkFields jdkFields, Shadowing shadowing) {}

    /**
     * How locations get words; null where they have none.
     *
     * @param skipsRepeated whether what a thread repeats within an epoch is of no interest: for
     *     ERASER it is, if somebody else came in between
     */
    record Shadowing(FieldKinds kinds, Plan plan, boolean skipsRepeated) {}

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
    private Plan.Selection selection = Plan.Selection.ALL;
    private boolean hasFinalFields;
    private final List<FieldRecord> shadowed = new ArrayList<>();
    private ShadowInstrumentation.Common common;

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
        setup.registry.addClass(visitor.type, isJdk);
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
        boolean isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
        type.hasShadowFields = setup.shadowing != null && !isJdk && !isInterface;
        if (type.hasShadowFields) {
            Plan plan = setup.shadowing.plan;
            selection = plan.of(type.name, classFile.bytes());
            if (selection == Plan.Selection.ALL && plan.isOfProgram(type.name)) {
                setup.registry.addUnplanned();
            }
        }
        type.hasFinalizer =
                type.hasShadowFields
                        && (type.methods.contains("finalize")
                                || setup.shadowing.kinds.hasFinalizer(loader, superName));
        super.visit(classVersion, access, name, signature, superName, interfaces);
    }

    @Override
    public FieldVisitor visitField(
            int access, String name, String descriptor, String signature, Object value) {
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        FieldRecord field = setup.registry.addField(type, name, descriptor, access);
        field.isLookedAt = selection.hasField(name);
        hasFinalFields |= !isStatic && field.isFinal() && field.isLookedAt;
        boolean isPlain = !isStatic && !field.isFinal() && !field.isVolatile();
        if (type.hasShadowFields && isPlain && field.isLookedAt) {
            shadowed.add(field);
        }
        return super.visitField(access, name, descriptor, signature, value);
    }

    /** Private and transient: neither serialization nor its version ids know of it. */
    private void shadow(String name, String descriptor) {
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
        super.visitField(access, name, descriptor, null, null).visitEnd();
    }

    /** Whoever sees a final field, or finalizes, knows what the constructor did. */
    private boolean keepsConstruction() {
        return type.hasShadowFields && (hasFinalFields || type.hasFinalizer);
    }

    /** Words of a kind next to each other: who reads several fields needs only those of reads. */
    private void shadows(String name, String descriptor) {
        for (FieldRecord field : shadowed) {
            shadow(name + field.place, descriptor);
        }
    }

    @Override
    public void visitEnd() {
        shadows(FieldRecord.READ, "J");
        shadows(FieldRecord.WRITE, "J");
        shadows(FieldRecord.DISCIPLINE, "J");
        shadows(FieldRecord.READERS, "Ljava/lang/Object;");
        if (keepsConstruction()) {
            shadow(FieldRecord.CONSTRUCTION, "J");
        }
        if (type.hasShadowFields && shapes.hasSynchronizedMethod) {
            shadow(FieldRecord.MONITOR, "Ljava/lang/Object;");
        }
        super.visitEnd();
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
            return program(method, next);
        }
        if (JdkHookInstrumentation.fits(internalName, name)) {
            return new JdkHookInstrumentation(method, internalName, next);
        }
        if (LockInstrumentation.fits(internalName, name)) {
            return new LockInstrumentation(method, internalName, setup.jdkFields, next);
        }
        if (JdkTargets.isOfReaders(internalName, name)) {
            return new ReaderInstrumentation(method, setup.jdkFields, next);
        }
        boolean synchronizes =
                JdkTargets.isSynchronizer(internalName) && !JdkTargets.isOfQueue(internalName, name);
        return synchronizes ? new JdkInstrumentation(method, setup.jdkFields, next) : next;
    }

    private MethodVisitor program(MethodInstrumentation.Method method, MethodVisitor next) {
        if (setup.shadowing == null) {
            boolean freezes = hasFinalFields || type.methods.contains("finalize");
            return new AccessInstrumentation(
                    method, setup.registry, setup.containers, classFile, freezes, next);
        }
        return new ShadowInstrumentation(
                method, setup.registry, setup.containers, classFile, common(), next);
    }

    private boolean isPlain(String owner, String member) {
        FieldRecord own = owner.equals(internalName) ? type.fields.get(member) : null;
        if (own != null) {
            return !own.isFinal() && !own.isVolatile();
        }
        return setup.shadowing.kinds.of(loader, owner, member) == FieldKinds.Kind.PLAIN;
    }

    /** Fields come before methods: by the first of these, all is known. */
    private ShadowInstrumentation.Common common() {
        if (common == null) {
            common =
                    new ShadowInstrumentation.Common(
                            internalName,
                            ClassCode.read(classFile, this::isPlain),
                            loader,
                            setup.shadowing.kinds,
                            selection,
                            setup.shadowing.skipsRepeated,
                            keepsConstruction(),
                            type.hasShadowFields && shapes.hasSynchronizedMethod);
        }
        return common;
    }
}
