package snarl.agent.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import snarl.agent.loading.OffsetReader;

/** The code of a class, and what it says of its methods: which of them synchronize with nobody. */
public final class ClassCode extends ClassVisitor {
    private static final Set<String> PURE = Set.of("java/lang/Math", "java/lang/StrictMath");
    private static final Set<String> PLAIN_PARENTS = Set.of("java/lang/Object", "java/lang/Record");

    /** What must be known of fields of other classes. */
    public interface Fields {
        /**
         * Whether a field neither synchronizes nor publishes anything.
         *
         * @param owner the class that an instruction names, with slashes
         * @param member its name and descriptor
         * @return false also if that is not known
         */
        boolean isPlain(String owner, String member);
    }

    private final OffsetReader classFile;
    private final Fields fields;
    private String ownName;
    private boolean hasPlainParent;
    private boolean isFinalClass;
    private final Set<String> finalFields = new HashSet<>();
    private final Map<String, MethodCode> methods = new HashMap<>();
    private final Set<String> quiet = new HashSet<>();
    private boolean keepsThis;

    private ClassCode(OffsetReader classFile, Fields fields) {
        super(Opcodes.ASM9);
        this.classFile = classFile;
        this.fields = fields;
    }

    /**
     * Reads a class.
     *
     * @param classFile its class file
     * @param fields what is known of fields
     * @return what its code tells
     */
    public static ClassCode read(OffsetReader classFile, Fields fields) {
        ClassCode found = new ClassCode(classFile, fields);
        classFile.accept(found, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return found;
    }

    @Override
    public void visit(
            int version, int access, String name, String signature, String parent, String[] above) {
        ownName = name;
        hasPlainParent = parent != null && PLAIN_PARENTS.contains(parent);
        isFinalClass = (access & Opcodes.ACC_FINAL) != 0;
    }

    @Override
    public FieldVisitor visitField(
            int access, String name, String descriptor, String signature, Object value) {
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        if (!isStatic && (access & Opcodes.ACC_FINAL) != 0) {
            finalFields.add(name + " " + descriptor);
        }
        return null;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodCode code = new MethodCode(access, name, descriptor, classFile);
        methods.put(name + descriptor, code);
        return code;
    }

    @Override
    public void visitEnd() {
        keepsThis = hasPlainParent;
        for (MethodCode code : methods.values()) {
            keepsThis = keepsThis && (!code.name.equals("<init>") || keepsThis(code));
        }
        findQuiet();
    }

    /**
     * Whether no constructor lets anybody else know the object: then nobody sees a final field that
     * is not set yet.
     *
     * @return whether it is sure
     */
    public boolean keepsThis() {
        return keepsThis;
    }

    private boolean keepsThis(MethodCode code) {
        OperandStack stack = new OperandStack(it -> false);
        for (int i = 0; i < code.instructions.size(); i++) {
            Instruction it = code.instructions.get(i);
            boolean isBranch = it.targets().length > 0 || code.jumps[i] > 0;
            if (isBranch && stack.has(Value::isThis) || it.changes(0)) {
                return false;
            }
            if (code.jumps[i] > 0) {
                stack.clear();
            }
            if (!keepsThis(it, stack)) {
                return false;
            }
            stack.execute(it);
        }
        return true;
    }

    /** Whether all that an instruction does with the receiver is to use its fields. */
    private boolean keepsThis(Instruction it, OperandStack stack) {
        int taken = 0;
        if (it.isInvoke()) {
            taken = MethodCode.argumentSlots(it);
            boolean isConstructor =
                    it.name().equals("<init>")
                            && (it.owner().equals(ownName) || PLAIN_PARENTS.contains(it.owner()));
            if (isConstructor && stack.peek(taken - 1).isThis()) {
                taken--;
            }
        } else if (it.opcode() == Opcodes.PUTFIELD || it.opcode() == Opcodes.PUTSTATIC) {
            taken = it.descriptor().equals("J") || it.descriptor().equals("D") ? 2 : 1;
        } else if (it.isElementStore() || it.isStore() || it.isReturn()) {
            taken = 1;
        } else if (it.opcode() == Opcodes.ATHROW
                || it.opcode() == Opcodes.CHECKCAST
                || it.opcode() == Opcodes.MONITORENTER) {
            taken = 1;
        }
        for (int i = 0; i < taken; i++) {
            if (stack.peek(i).isThis()) {
                return false;
            }
        }
        return true;
    }

    // Methods that synchronize with nobody

    private void findQuiet() {
        for (MethodCode code : methods.values()) {
            boolean isBound =
                    code.has(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL)
                            || isFinalClass;
            boolean isCode = !code.instructions.isEmpty() && !code.name.startsWith("<");
            boolean learns = code.has(Opcodes.ACC_STATIC) && methods.containsKey("<clinit>()V");
            if (isBound && isCode && !learns && !code.has(Opcodes.ACC_SYNCHRONIZED)) {
                quiet.add(code.name + code.descriptor);
            }
        }
        List<String> loud = new ArrayList<>();
        do {
            quiet.removeAll(loud);
            loud.clear();
            for (String each : quiet) {
                MethodCode code = methods.get(each);
                if (!code.instructions.stream().allMatch(this::isQuiet)) {
                    loud.add(each);
                }
            }
        } while (!loud.isEmpty());
    }

    /** Whether an instruction neither tells other threads anything, nor learns from them. */
    boolean isQuiet(Instruction it) {
        return switch (it.opcode()) {
            case Opcodes.GETFIELD, Opcodes.PUTFIELD -> isPlain(it) || isSilentFinal(it);
            default -> isSilent(it);
        };
    }

    /** Whether an instruction tells other threads nothing: it may learn what they did. */
    boolean isSilent(Instruction it) {
        return switch (it.opcode()) {
            case Opcodes.GETFIELD -> isPlain(it) || isOwnFinal(it);
            case Opcodes.PUTFIELD -> isPlain(it);
            case Opcodes.GETSTATIC,
                    Opcodes.PUTSTATIC,
                    Opcodes.NEW,
                    Opcodes.MONITORENTER,
                    Opcodes.MONITOREXIT,
                    Opcodes.INVOKEINTERFACE,
                    Opcodes.INVOKEDYNAMIC,
                    Opcodes.JSR,
                    Opcodes.RET ->
                    false;
            case Opcodes.LDC -> !it.descriptor().isEmpty();
            case Opcodes.INVOKESTATIC, Opcodes.INVOKEVIRTUAL, Opcodes.INVOKESPECIAL ->
                    PURE.contains(it.owner())
                            || it.owner().equals(ownName)
                                    && quiet.contains(it.name() + it.descriptor());
            default -> true;
        };
    }

    private boolean isPlain(Instruction it) {
        return fields.isPlain(it.owner(), it.name() + " " + it.descriptor());
    }

    private boolean isOwnFinal(Instruction it) {
        return it.owner().equals(ownName)
                && finalFields.contains(it.name() + " " + it.descriptor());
    }

    private boolean isSilentFinal(Instruction it) {
        return it.opcode() == Opcodes.GETFIELD
                && isOwnFinal(it)
                && isSilentFinal(it.descriptor());
    }

    /**
     * Whether nothing can be learned from a final field of the class: it is set before anybody else
     * knows the object, and what it holds is no way to anything that changes.
     *
     * @param descriptor of the field
     * @return whether it is sure
     */
    public boolean isSilentFinal(String descriptor) {
        return keepsThis && (descriptor.length() == 1 || descriptor.equals("Ljava/lang/String;"));
    }

    /** Whether the field is final and of this class, whose objects nobody knows too early. */
    boolean isFinalOfThis(Instruction it) {
        return keepsThis && isOwnFinal(it);
    }

    MethodCode method(String name, String descriptor) {
        return methods.get(name + descriptor);
    }
}
