package snarl.agent.record;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import snarl.agent.loading.OffsetReader;

/** Puts hooks into one method, and remembers where its instructions were and went. */
final class MethodInstrumentation extends MethodVisitor {
    /** The build writes the name in {@code java.lang} here, as it does in all class files. */
    private static final String HOOKS = "snarl/runtime/SnarlHooks";

    private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";
    /** {@code LambdaMetafactory.FLAG_MARKERS} and {@code FLAG_BRIDGES}. */
    private static final int FLAG_MARKERS = 2;

    private static final int FLAG_BRIDGES = 4;
    /**
     * From here on ASM may have replaced jumps, and offsets of labels are not those of the code.
     */
    private static final int FAR_JUMPS = 32_000;

    private static final String[] ARRAYS = {"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"};

    private final Registry registry;
    private final MethodRecord method;
    private final OffsetReader classFile;
    private final int firstFree;
    private final List<Label> labels = new ArrayList<>();
    private final List<Integer> offsets = new ArrayList<>();
    private final List<CallSite> sites = new ArrayList<>();

    MethodInstrumentation(
            Registry registry,
            MethodRecord method,
            OffsetReader classFile,
            int firstFree,
            MethodVisitor next) {
        super(Opcodes.ASM9, next);
        this.registry = registry;
        this.method = method;
        this.classFile = classFile;
        this.firstFree = firstFree;
    }

    /** To be called when the class has been written. */
    void writeCodeMap() {
        int count = labels.size();
        if (count > 0 && labels.get(count - 1).getOffset() > FAR_JUMPS) {
            return;
        }
        int[] instrumented = new int[count];
        int[] original = new int[count];
        for (int i = 0; i < count; i++) {
            instrumented[i] = labels.get(i).getOffset();
            original[i] = offsets.get(i);
        }
        method.code = new CodeMap(instrumented, original, sites.toArray(new CallSite[0]));
    }

    @Override
    public void visitCode() {
        super.visitCode();
        push(method.id);
        hook("enter", "(I)V");
    }

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        int bci = classFile.offset();
        CallSite site = addSite(bci, opcode, owner, name, descriptor, isInterface, null);
        boolean mayStart = opcode != Opcodes.INVOKESTATIC && name.equals("start");
        if (mayStart && descriptor.equals("()V")) {
            super.visitInsn(Opcodes.DUP);
            push(site.id);
            hook("spawn", "(Ljava/lang/Object;I)V");
        }
        boolean isReflective = isReflective(owner, name);
        int saved = firstFree;
        if (opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE) {
            saved = callOnReceiver(site, isReflective);
        } else {
            push(site.id);
            hook("call", "(I)V");
        }
        remember(bci, site);
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        if (isReflective) {
            reflected(site, saved);
        }
        if (startsReturnedThread(owner, name, descriptor)) {
            super.visitInsn(Opcodes.DUP);
            push(site.id);
            hook("spawn", "(Ljava/lang/Object;I)V");
        }
    }

    @Override
    public void visitInvokeDynamicInsn(
            String name, String descriptor, Handle bootstrap, Object... arguments) {
        int bci = classFile.offset();
        Function function = function(name, bootstrap, arguments);
        CallSite site =
                addSite(bci, Opcodes.INVOKEDYNAMIC, "", name, descriptor, false, function);
        remember(bci, site);
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        if (function != null) {
            super.visitInsn(Opcodes.DUP);
            push(site.id);
            hook("linked", "(Ljava/lang/Object;I)V");
        }
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        int bci = classFile.offset();
        remember(bci, null);
        super.visitTypeInsn(opcode, type);
        if (opcode == Opcodes.NEW) {
            made(bci, ClassRecord.dotted(type));
        } else if (opcode == Opcodes.ANEWARRAY) {
            String element = type.startsWith("[") ? type : "L" + type + ";";
            made(bci, ClassRecord.dotted("[" + element));
        }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        int bci = classFile.offset();
        super.visitIntInsn(opcode, operand);
        if (opcode == Opcodes.NEWARRAY) {
            made(bci, ARRAYS[operand - Opcodes.T_BOOLEAN]);
        }
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        int bci = classFile.offset();
        remember(bci, null);
        super.visitMultiANewArrayInsn(descriptor, dimensions);
        made(bci, ClassRecord.dotted(descriptor));
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        remember(classFile.offset(), null);
        super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitLdcInsn(Object value) {
        remember(classFile.offset(), null);
        super.visitLdcInsn(value);
    }

    /**
     * Announces a call with its receiver, which lies below the arguments.
     *
     * @return the first local variable after those that hold receiver (if asked for) and arguments
     */
    private int callOnReceiver(CallSite site, boolean saveReceiver) {
        Type[] arguments = Type.getArgumentTypes(site.descriptor);
        int next = firstFree;
        if (!saveReceiver && arguments.length == 0) {
            super.visitInsn(Opcodes.DUP);
            announce(site);
            return next;
        }
        if (!saveReceiver && arguments.length == 1 && arguments[0].getSize() == 1) {
            super.visitInsn(Opcodes.DUP2);
            super.visitInsn(Opcodes.POP);
            announce(site);
            return next;
        }
        int[] locals = new int[arguments.length];
        for (int i = arguments.length - 1; i >= 0; i--) {
            locals[i] = next;
            super.visitVarInsn(arguments[i].getOpcode(Opcodes.ISTORE), next);
            next += arguments[i].getSize();
        }
        super.visitInsn(Opcodes.DUP);
        announce(site);
        if (saveReceiver) {
            super.visitInsn(Opcodes.DUP);
            super.visitVarInsn(Opcodes.ASTORE, next++);
        }
        for (int i = 0; i < arguments.length; i++) {
            super.visitVarInsn(arguments[i].getOpcode(Opcodes.ILOAD), locals[i]);
        }
        return next;
    }

    private void announce(CallSite site) {
        push(site.id);
        hook("call", "(Ljava/lang/Object;I)V");
    }

    /**
     * After the call: the member was saved last, and the receiver of an {@code invoke} before it.
     */
    private void reflected(CallSite site, int saved) {
        super.visitVarInsn(Opcodes.ALOAD, saved - 1);
        if (site.name.equals("invoke")) {
            super.visitVarInsn(Opcodes.ALOAD, saved - 2);
        } else {
            super.visitInsn(Opcodes.ACONST_NULL);
        }
        push(site.id);
        hook("reflected", "(Ljava/lang/Object;Ljava/lang/Object;I)V");
    }

    private static boolean isReflective(String owner, String name) {
        return switch (owner) {
            case "java/lang/reflect/Method" -> name.equals("invoke");
            case "java/lang/reflect/Constructor", "java/lang/Class" -> name.equals("newInstance");
            default -> false;
        };
    }

    private static boolean startsReturnedThread(String owner, String name, String descriptor) {
        return owner.startsWith("java/lang/Thread")
                && name.startsWith("start")
                && descriptor.endsWith(")Ljava/lang/Thread;");
    }

    /** What the {@code invokedynamic} of a lambda or method reference says; null of any other. */
    private static Function function(String name, Handle bootstrap, Object[] arguments) {
        if (!bootstrap.getOwner().equals(METAFACTORY)
                || arguments.length < 3
                || !(arguments[1] instanceof Handle handle)) {
            return null;
        }
        Set<String> descriptors = new HashSet<>();
        descriptors.add(arguments[0].toString());
        if (arguments.length > 3) {
            int flags = (Integer) arguments[3];
            int next = 4;
            if ((flags & FLAG_MARKERS) != 0) {
                next += 1 + (Integer) arguments[next];
            }
            if ((flags & FLAG_BRIDGES) != 0) {
                for (int i = next + 1; i < arguments.length; i++) {
                    descriptors.add(arguments[i].toString());
                }
            }
        }
        return new Function(
                name,
                descriptors,
                handle.getTag(),
                ClassRecord.dotted(handle.getOwner()),
                handle.getName(),
                handle.getDesc());
    }

    private CallSite addSite(
            int bci,
            int opcode,
            String owner,
            String name,
            String descriptor,
            boolean isInterface,
            Function function) {
        String dotted = ClassRecord.dotted(owner);
        return registry.sites.add(
                id ->
                        new CallSite(
                                id, method, bci, opcode, dotted, name, descriptor, isInterface,
                                function));
    }

    private void made(int bci, String type) {
        int id = registry.allocations.add(new Allocation(method, bci, type));
        push(id);
        hook("made", "(I)V");
    }

    /** The next instruction is the one that was at an index of the program's class file. */
    private void remember(int bci, CallSite site) {
        Label label = new Label();
        super.visitLabel(label);
        labels.add(label);
        offsets.add(bci);
        sites.add(site);
    }

    private void push(int value) {
        if (value <= Short.MAX_VALUE) {
            super.visitIntInsn(Opcodes.SIPUSH, value);
        } else {
            super.visitLdcInsn(value);
        }
    }

    private void hook(String name, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, name, descriptor, false);
    }
}
