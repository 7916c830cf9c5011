package snarl.agent.accesses;

import java.util.Arrays;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import snarl.agent.loading.LoadedClass;
import snarl.agent.loading.OffsetReader;

/** Puts hooks into one method of the program: accesses, besides what synchronizes. */
class AccessInstrumentation extends MethodInstrumentation {
    private static final String FINALIZE = "finalize()V";

    final Registry registry;
    private final Containers containers;
    final OffsetReader classFile;
    private final boolean freezes;
    /** In a constructor: {@code this} is not an object yet. */
    boolean isUninitialized;
    /** In a constructor: objects that were made and not yet constructed. */
    private int unconstructed;

    /**
     * @param freezes whether objects of the class are published by the end of a constructor
     */
    AccessInstrumentation(
            Method method,
            Registry registry,
            Containers containers,
            OffsetReader classFile,
            boolean freezes,
            MethodVisitor next) {
        super(method, true, next);
        this.registry = registry;
        this.containers = containers;
        this.classFile = classFile;
        this.freezes = freezes;
        this.isUninitialized = method.name().equals("<init>");
    }

    @Override
    public void visitCode() {
        super.visitCode();
        boolean usesClass = method.isStatic() || method.name().equals("<init>");
        if (method.type().hasInitializer && usesClass && !method.name().equals("<clinit>")) {
            push(method.type().id);
            initialized();
        }
        if ((method.name() + method.descriptor()).equals(FINALIZE) && !method.isStatic()) {
            super.visitVarInsn(Opcodes.ALOAD, 0);
            hook("finalizes", "(Ljava/lang/Object;)V");
        }
    }

    /** The stack holds the id of the class, which is initialized by now. */
    void initialized() {
        hook("initialized", "(I)V");
    }

    @Override
    void beforeReturn() {
        if (method.name().equals("<clinit>")) {
            push(method.type().id);
            hook("initializes", "(I)V");
        } else if (method.name().equals("<init>")
                && freezes
                && !method.shape().overwritesThis
                && !isUninitialized) {
            super.visitVarInsn(Opcodes.ALOAD, 0);
            hook("constructed", "(Ljava/lang/Object;)V");
        }
    }

    // Constructors, until this is an object

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == Opcodes.NEW) {
            unconstructed++;
        }
        super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitFrame(int type, int localCount, Object[] local, int count, Object[] stack) {
        if (!method.name().equals("<init>")) {
            super.visitFrame(type, localCount, local, count, stack);
            return;
        }
        isUninitialized = has(localCount, local) || has(count, stack);
        if (isUninitialized || method.shape().overwritesThis) {
            super.visitFrame(type, localCount, local, count, stack);
            return;
        }
        // The program may have no use for it any longer, and its frames not name it.
        Object[] withThis = Arrays.copyOf(local, Math.max(localCount, 1));
        withThis[0] = method.type().name.replace('.', '/');
        super.visitFrame(type, withThis.length, withThis, count, stack);
    }

    private static boolean has(int count, Object[] types) {
        for (int i = 0; i < count; i++) {
            if (types[i] == Opcodes.UNINITIALIZED_THIS) {
                return true;
            }
        }
        return false;
    }

    private void afterConstructor() {
        if (unconstructed > 0) {
            unconstructed--;
        } else {
            isUninitialized = false;
        }
    }

    @Override
    boolean isBeforeSuper() {
        return isUninitialized;
    }

    // Fields

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        String member = name + " " + descriptor;
        boolean isWrite = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
        boolean isOwn = LoadedClass.dotted(owner).equals(method.type().name);
        FieldRecord own = isOwn ? method.type().fields.get(member) : null;
        boolean mayBeVolatile = own == null || own.isVolatile();
        if (isUninitialized && opcode == Opcodes.PUTFIELD && isOwn) {
            super.visitFieldInsn(opcode, owner, name, descriptor);
            return;
        }
        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        Site.Kind kind = isStatic ? Site.Kind.STATIC : Site.Kind.FIELD;
        Site site = newSite(kind, isWrite, owner, member);
        site.field = own;
        if (isStatic) {
            if (isWrite && mayBeVolatile) {
                push(site.id);
                hook("storesStatic", "(I)V");
            }
            super.visitFieldInsn(opcode, owner, name, descriptor);
            push(site.id);
            hook("staticField", "(I)V");
            return;
        }
        if (isWrite) {
            copyObjectUnder(Type.getType(descriptor));
        } else {
            super.visitInsn(Opcodes.DUP);
        }
        push(site.id);
        hook("field", "(Ljava/lang/Object;I)V");
        super.visitFieldInsn(opcode, owner, name, descriptor);
        if (!isWrite && mayBeVolatile) {
            hook("loaded", "()V");
        }
    }

    // Arrays

    @Override
    public void visitInsn(int opcode) {
        boolean isLoad = opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
        boolean isStore = opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
        if ((isLoad || isStore) && isWanted()) {
            copyElement(opcode);
            element(isStore);
        }
        super.visitInsn(opcode);
    }

    /** Puts the array and the index on the stack, above what the instruction takes. */
    private void copyElement(int opcode) {
        if (opcode <= Opcodes.SALOAD) {
            super.visitInsn(Opcodes.DUP2);
        } else if (opcode == Opcodes.LASTORE || opcode == Opcodes.DASTORE) {
            super.visitInsn(Opcodes.DUP2_X2);
            super.visitInsn(Opcodes.POP2);
            super.visitInsn(Opcodes.DUP2_X2);
        } else {
            super.visitInsn(Opcodes.DUP_X2);
            super.visitInsn(Opcodes.POP);
            super.visitInsn(Opcodes.DUP2_X1);
        }
    }

    /** The stack holds an array and an index, which are taken. */
    void element(boolean isWrite) {
        push(newSite(Site.Kind.ARRAY, isWrite, "", "").id);
        hook("element", "(Ljava/lang/Object;II)V");
    }

    // Calls

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (opcode == Opcodes.INVOKESTATIC && isWanted()) {
            arrayCall(LoadedClass.dotted(owner), name, descriptor);
        } else if (mayBeContainer(opcode, owner, name) && isWanted()) {
            containerCall(owner, name, descriptor);
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        if (opcode == Opcodes.INVOKESPECIAL && name.equals("<init>")) {
            afterConstructor();
        }
    }

    /** Whether the access of the instruction that is visited is to be told. */
    boolean isWanted() {
        return true;
    }

    private boolean mayBeContainer(int opcode, String owner, String name) {
        return (opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE)
                && !owner.startsWith("[")
                && !owner.equals("java/lang/String")
                && containers.mayAccess(name);
    }

    private void containerCall(String owner, String name, String descriptor) {
        Site site = newSite(Site.Kind.CONTAINER, false, owner, name);
        int[] locals = saveArguments(descriptor);
        super.visitInsn(Opcodes.DUP);
        push(site.id);
        hook("container", "(Ljava/lang/Object;I)V");
        restoreArguments(descriptor, locals);
    }

    private void arrayCall(String owner, String name, String descriptor) {
        Containers.ArrayUse use = containers.arrays(owner, name);
        if (use == null) {
            return;
        }
        int[] locals = saveArguments(descriptor);
        Type[] arguments = Type.getArgumentTypes(descriptor);
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].getSort() < Type.ARRAY) {
                continue;
            }
            if (use.reads().contains(i)) {
                elements(name, arguments, locals, i, false);
            }
            if (use.writes().contains(i)) {
                elements(name, arguments, locals, i, true);
            }
        }
        restoreArguments(descriptor, locals);
    }

    /** The elements that a method uses, as its arguments tell: all, a range, or so many. */
    private void elements(
            String name, Type[] arguments, int[] locals, int array, boolean isWrite) {
        super.visitVarInsn(Opcodes.ALOAD, locals[array]);
        boolean isInt = isInt(arguments, array + 1);
        if (name.equals("arraycopy")) {
            super.visitVarInsn(Opcodes.ILOAD, locals[array + 1]);
            super.visitVarInsn(Opcodes.ILOAD, locals[4]);
        } else if (isInt && isInt(arguments, array + 2) && arguments.length > 2) {
            super.visitVarInsn(Opcodes.ILOAD, locals[array + 1]);
            super.visitVarInsn(Opcodes.ILOAD, locals[array + 2]);
            super.visitVarInsn(Opcodes.ILOAD, locals[array + 1]);
            super.visitInsn(Opcodes.ISUB);
        } else {
            super.visitInsn(Opcodes.ICONST_0);
            if (isInt && name.equals("copyOf")) {
                super.visitVarInsn(Opcodes.ILOAD, locals[array + 1]);
            } else {
                super.visitInsn(Opcodes.ICONST_M1);
            }
        }
        push(newSite(Site.Kind.ARRAY, isWrite, "", "").id);
        hook("elements", "(Ljava/lang/Object;III)V");
    }

    private static boolean isInt(Type[] arguments, int place) {
        return place < arguments.length && arguments[place].getSort() == Type.INT;
    }

    final Site newSite(Site.Kind kind, boolean isWrite, String owner, String member) {
        return registry.sites.add(
                id ->
                        new Site(
                                id,
                                method.type(),
                                method.name(),
                                method.descriptor(),
                                classFile.offset(),
                                kind,
                                isWrite,
                                LoadedClass.dotted(owner),
                                member));
    }
}
