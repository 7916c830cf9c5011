package snarl.agent.weave;

import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import snarl.agent.loading.HookTransformer;
import snarl.agent.loading.LoadedClass;
import snarl.agent.loading.MethodShapes;
import snarl.agent.loading.OffsetReader;
import snarl.runtime.SnarlJoinPoints;

/** Puts hooks where the plan wants them, and where threads start. */
final class WeaveTransformer extends HookTransformer {
    private final MonitorPlan plan;
    private final EventStream stream;

    WeaveTransformer(MonitorPlan plan, EventStream stream) {
        super(SnarlJoinPoints.class);
        this.plan = plan;
        this.stream = stream;
    }

    /** Whether a class, with slashes, is one of the JDK's that start threads. */
    static boolean startsThreads(String name) {
        return name.equals("java/lang/Thread") || name.equals("java/lang/VirtualThread");
    }

    @Override
    public byte[] transform(
            Module module,
            ClassLoader loader,
            String name,
            Class<?> redefined,
            ProtectionDomain domain,
            byte[] bytes) {
        if (name == null || isOwn(loader, name)) {
            return null;
        }
        if (loader == null) {
            return startsThreads(name) ? instrument(name, leftOut -> threads(bytes)) : null;
        }
        Map<String, MonitorPlan.Planned> planned = plan.of(LoadedClass.dotted(name), bytes);
        if (planned == null || planned.isEmpty()) {
            return null;
        }
        return instrument(
                name,
                leftOut -> {
                    findHooks(loader);
                    return program(bytes, planned, leftOut);
                });
    }

    private byte[] program(
            byte[] bytes, Map<String, MonitorPlan.Planned> planned, Set<String> leftOut) {
        OffsetReader classFile = new OffsetReader(bytes);
        MethodShapes shapes = MethodShapes.read(classFile);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        classFile.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    private int methods;
                    private int version;
                    private String owner;

                    @Override
                    public void visit(
                            int classVersion,
                            int access,
                            String name,
                            String signature,
                            String superName,
                            String[] interfaces) {
                        version = classVersion & 0xFFFF;
                        owner = name;
                        super.visit(classVersion, access, name, signature, superName, interfaces);
                    }

                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            String signature,
                            String[] exceptions) {
                        MethodVisitor next =
                                super.visitMethod(access, name, descriptor, signature, exceptions);
                        MethodShapes.Shape shape = shapes.shapes.get(methods++);
                        MonitorPlan.Planned wanted = planned.get(name + descriptor);
                        if (wanted == null || leftOut.contains(name + descriptor)) {
                            return next;
                        }
                        JoinPointInstrumentation.Method method =
                                new JoinPointInstrumentation.Method(
                                        owner, access, name, descriptor, version, shape);
                        return new JoinPointInstrumentation(
                                method, wanted, plan, stream, classFile, next);
                    }
                },
                ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    private static byte[] threads(byte[] bytes) {
        ClassReader classFile = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(classFile, ClassWriter.COMPUTE_MAXS);
        classFile.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            String signature,
                            String[] exceptions) {
                        MethodVisitor next =
                                super.visitMethod(access, name, descriptor, signature, exceptions);
                        boolean isStart =
                                name.equals("start") && (access & Opcodes.ACC_STATIC) == 0;
                        return isStart ? new StartInstrumentation(next) : next;
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static final class StartInstrumentation extends MethodVisitor {
        StartInstrumentation(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    JoinPointInstrumentation.FACADE,
                    "starts",
                    "(Ljava/lang/Thread;)V",
                    false);
        }
    }
}
