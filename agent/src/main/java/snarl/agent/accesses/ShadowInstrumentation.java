package snarl.agent.accesses;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import snarl.agent.code.ClassCode;
import snarl.agent.code.CountedLoop;
import snarl.agent.code.MethodSpans;
import snarl.agent.loading.OffsetReader;
import snarl.runtime.SnarlAccess;
import snarl.runtime.SnarlArray;
import snarl.runtime.SnarlThread;
import snarl.runtime.SnarlTurns;

/**
 * Puts hooks into one method of the program whose locations have words.
 *
 * <p>The state of the running thread is in a local variable, and so are the words of the arrays
 * that were used last, and the objects, one of each class, whose final fields were read last: frames
 * are told of these.
 */
final class ShadowInstrumentation extends AccessInstrumentation {
    private static final String ACCESS = Type.getInternalName(SnarlAccess.class);
    private static final String THREAD = Type.getInternalName(SnarlThread.class);
    private static final String ARRAY = Type.getInternalName(SnarlArray.class);
    private static final String TURNS = Type.getInternalName(SnarlTurns.class);
    private static final String ON_OBJECT = "(Ljava/lang/Object;L" + THREAD + ";I)V";
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String READ_FINAL =
            "(Ljava/lang/Object;L" + THREAD + ";Ljava/lang/Object;I)Ljava/lang/Object;";
    private static final String ON_ELEMENT =
            "(Ljava/lang/Object;IL" + THREAD + ";Ljava/lang/Object;L" + ARRAY + ";I)L" + ARRAY + ";";
    private static final String TURNS_OF_FIELD = "(Ljava/lang/Object;IIL" + THREAD + ";I)V";
    private static final String TURNS_OF_ELEMENT =
            "(Ljava/lang/Object;IIIL" + THREAD + ";Ljava/lang/Object;L" + ARRAY + ";I)L" + ARRAY + ";";
    private static final int MOST_CACHES = 8;
    private static final int MOST_OWNERS = 4;

    /**
     * What all methods of a class have in common.
     *
     * @param ownName the class, with slashes
     * @param code what its code tells
     * @param keepsConstruction whether the class has a word for what its constructors did
     * @param keepsMonitor whether it has a field for the shadow of an object
     */
    record Common(
            String ownName,
            ClassCode code,
            ClassLoader loader,
            FieldKinds kinds,
            Plan.Selection selection,
            boolean skipsRepeated,
            boolean keepsConstruction,
            boolean keepsMonitor) {}

    private final Common common;
    private final int threadLocal;
    private final int caches;
    private final int ownerCaches;
    private final Map<String, Integer> cacheOfOwner = new HashMap<>();
    private int elements;
    private final MethodSpans spans;
    private final List<LoopHooks> loops = new ArrayList<>();
    private int line;

    ShadowInstrumentation(
            Method method,
            Registry registry,
            Containers containers,
            OffsetReader classFile,
            Common common,
            MethodVisitor next) {
        super(method, registry, containers, classFile, false, next);
        this.common = common;
        boolean accesses =
                method.shape().fieldAccesses + method.shape().elementAccesses > 0
                        && common.selection.has(method.name(), method.descriptor());
        this.threadLocal = accesses || buildsFinals() ? firstFree++ : -1;
        this.caches = accesses ? Math.min(MOST_CACHES, method.shape().elementAccesses) : 0;
        this.ownerCaches =
                accesses ? Math.min(MOST_OWNERS, method.shape().fieldOwners.size()) : 0;
        this.firstFree += 2 * caches + ownerCaches;
        boolean hasFrames = method.version() >= Opcodes.V1_7;
        this.spans =
                accesses && hasFrames && common.skipsRepeated
                        ? MethodSpans.of(
                                common.code, method.name(), method.descriptor(), this::isWanted)
                        : MethodSpans.NONE;
        for (CountedLoop loop : spans.loops) {
            loops.add(new LoopHooks(loop, firstFree++));
        }
    }

    private boolean buildsFinals() {
        return common.keepsConstruction
                && method.name().equals("<init>")
                && !method.shape().overwritesThis;
    }

    @Override
    public void visitCode() {
        // Before those of the program, none of which cover a loop.
        for (LoopHooks loop : loops) {
            mv.visitTryCatchBlock(loop.testStart, loop.testEnd, loop.throwsHere, null);
            mv.visitTryCatchBlock(loop.turnsStart, loop.turnsEnd, loop.throwsHere, null);
        }
        super.visitCode();
        for (LoopHooks loop : loops) {
            super.visitInsn(Opcodes.ICONST_0);
            super.visitVarInsn(Opcodes.ISTORE, loop.start);
        }
        if (threadLocal >= 0) {
            access(THREAD, "current", "()L" + THREAD + ";");
            super.visitVarInsn(Opcodes.ASTORE, threadLocal);
            for (int i = 1; i <= 2 * caches + ownerCaches; i++) {
                super.visitInsn(Opcodes.ACONST_NULL);
                super.visitVarInsn(Opcodes.ASTORE, threadLocal + i);
            }
        }
    }

    /** The object itself remembers its shadow: to look for it is slow once the object is locked. */
    @Override
    void enterOwn() {
        if (!common.keepsMonitor) {
            super.enterOwn();
            return;
        }
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitInsn(Opcodes.DUP);
        super.visitInsn(Opcodes.DUP);
        next(Opcodes.GETFIELD, common.ownName, FieldRecord.MONITOR, OBJECT);
        hook("enter", ENTER);
        next(Opcodes.PUTFIELD, common.ownName, FieldRecord.MONITOR, OBJECT);
    }

    @Override
    public void visitFrame(int type, int localCount, Object[] local, int count, Object[] stack) {
        for (LoopHooks loop : loops) {
            if (loop.behind == null && loop.loop.head() == classFile.offset()) {
                loop.setLocals(localCount, local);
            }
        }
        if (threadLocal < 0) {
            super.visitFrame(type, localCount, local, count, stack);
            return;
        }
        int slots = 0;
        for (int i = 0; i < localCount; i++) {
            boolean isWide = local[i] == Opcodes.LONG || local[i] == Opcodes.DOUBLE;
            slots += isWide ? 2 : 1;
        }
        int padding = threadLocal - slots;
        Object[] more = new Object[localCount + padding + 1 + 2 * caches + ownerCaches + loops.size()];
        System.arraycopy(local, 0, more, 0, localCount);
        for (int i = 0; i < padding; i++) {
            more[localCount + i] = Opcodes.TOP;
        }
        more[localCount + padding] = THREAD;
        for (int i = 1; i <= 2 * caches + ownerCaches; i++) {
            boolean hasWords = i <= 2 * caches && i % 2 == 0;
            more[localCount + padding + i] = hasWords ? ARRAY : "java/lang/Object";
        }
        for (int i = 1; i <= loops.size(); i++) {
            more[more.length - i] = Opcodes.INTEGER;
        }
        super.visitFrame(type, more.length, more, count, stack);
    }

    // Fields

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        if (opcode == Opcodes.PUTFIELD && isUninitialized) {
            next(opcode, owner, name, descriptor);
            return;
        }
        String member = name + " " + descriptor;
        FieldRecord own = owner.equals(common.ownName) ? method.type().fields.get(member) : null;
        FieldKinds.Kind kind = kind(own, owner, member);
        boolean mayOrder = kind != FieldKinds.Kind.PLAIN && kind != FieldKinds.Kind.FINAL;
        if (!mayOrder && !isWanted()) {
            next(opcode, owner, name, descriptor);
            return;
        }
        switch (kind) {
            case PLAIN -> plain(opcode, owner, name, descriptor, own);
            case FINAL -> finalField(opcode, owner, name, descriptor, own);
            case FOREIGN -> next(opcode, owner, name, descriptor);
            default -> super.visitFieldInsn(opcode, owner, name, descriptor);
        }
    }

    private FieldKinds.Kind kind(FieldRecord own, String owner, String member) {
        if (own == null) {
            return common.kinds.of(common.loader, owner, member);
        }
        if (own.isFinal()) {
            return FieldKinds.Kind.FINAL;
        }
        return own.isVolatile() ? FieldKinds.Kind.VOLATILE : FieldKinds.Kind.PLAIN;
    }

    private void next(int opcode, String owner, String name, String descriptor) {
        mv.visitFieldInsn(opcode, owner, name, descriptor);
    }

    private void plain(
            int opcode, String owner, String name, String descriptor, FieldRecord own) {
        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        boolean isWrite = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
        CountedLoop.Access inLoop = spans.inLoop(classFile.offset());
        if (spans.isRepeated(classFile.offset()) || inLoop != null && !inLoop.isTold()) {
            next(opcode, owner, name, descriptor);
            return;
        }
        Site.Kind kind = isStatic ? Site.Kind.STATIC : Site.Kind.FIELD;
        Site site = newSite(kind, isWrite, owner, name + " " + descriptor);
        if (inLoop != null) {
            site.field = own;
            tellLater(inLoop, site);
        }
        if (!site.fitsIntoWord() || inLoop != null) {
            next(opcode, owner, name, descriptor);
            return;
        }
        site.field = own;
        if (isStatic) {
            next(opcode, owner, name, descriptor);
            super.visitVarInsn(Opcodes.ALOAD, threadLocal);
            push(site.id);
            String hook = isWrite ? "writeStatic" : "readStatic";
            access(ACCESS, hook, "(L" + THREAD + ";I)V");
            return;
        }
        if (isWrite) {
            copyObjectUnder(Type.getType(descriptor));
        } else {
            super.visitInsn(Opcodes.DUP);
        }
        objectHook(isWrite ? "write" : "read", site);
        next(opcode, owner, name, descriptor);
    }

    private void objectHook(String hook, Site site) {
        super.visitVarInsn(Opcodes.ALOAD, threadLocal);
        push(site.id);
        access(ACCESS, hook, ON_OBJECT);
    }

    private void finalField(
            int opcode, String owner, String name, String descriptor, FieldRecord own) {
        boolean isInConstructor = own != null && method.name().equals("<init>");
        boolean isTold =
                own != null && common.code.isSilentFinal(descriptor)
                        || spans.isToldBefore(classFile.offset());
        if (opcode == Opcodes.GETFIELD && !isInConstructor && !isTold) {
            Site site = newSite(Site.Kind.FIELD, false, owner, name + " " + descriptor);
            if (site.fitsIntoWord()) {
                site.field = own;
                readFinal(site, owner);
            }
        }
        next(opcode, owner, name, descriptor);
        if (opcode == Opcodes.GETSTATIC && refersToSharedState(descriptor)) {
            staticFinal(owner, name, descriptor, own);
        }
        if (opcode == Opcodes.PUTFIELD && own != null && buildsFinals()) {
            Site site = newSite(Site.Kind.FIELD, true, owner, name + " " + descriptor);
            if (site.fitsIntoWord()) {
                site.field = own;
                construction(site.id);
            }
        }
    }

    /** One object is often asked for several of its fields: it is known to be constructed then. */
    private void readFinal(Site site, String owner) {
        Integer cache = cacheOfOwner.get(owner);
        if (cache == null && cacheOfOwner.size() < ownerCaches) {
            cache = threadLocal + 1 + 2 * caches + cacheOfOwner.size();
            cacheOfOwner.put(owner, cache);
        }
        super.visitInsn(Opcodes.DUP);
        super.visitVarInsn(Opcodes.ALOAD, threadLocal);
        if (cache == null) {
            super.visitInsn(Opcodes.ACONST_NULL);
        } else {
            super.visitVarInsn(Opcodes.ALOAD, cache);
        }
        push(site.id);
        access(ACCESS, "readFinal", READ_FINAL);
        if (cache == null) {
            super.visitInsn(Opcodes.POP);
        } else {
            super.visitVarInsn(Opcodes.ASTORE, cache);
        }
    }

    private static boolean refersToSharedState(String descriptor) {
        return descriptor.length() > 1 && !descriptor.equals("Ljava/lang/String;");
    }

    /** By now, the class is initialized: what its initializer did is known. */
    private void staticFinal(String owner, String name, String descriptor, FieldRecord own) {
        boolean isKnown = own != null && (method.isStatic() || method.name().equals("<init>"));
        if (isKnown) {
            return;
        }
        Site site = newSite(Site.Kind.STATIC, false, owner, name + " " + descriptor);
        if (site.fitsIntoWord()) {
            site.field = own;
            super.visitVarInsn(Opcodes.ALOAD, threadLocal);
            push(site.id);
            access(ACCESS, "readStaticFinal", "(L" + THREAD + ";I)V");
        }
    }

    /** The word of the constructor: with a site while it runs, without one when it ends. */
    private void construction(int site) {
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitVarInsn(Opcodes.ALOAD, threadLocal);
        next(Opcodes.GETFIELD, THREAD, "epoch", "J");
        if (site != 0) {
            super.visitLdcInsn((long) site);
            super.visitInsn(Opcodes.LOR);
        }
        next(Opcodes.PUTFIELD, common.ownName, FieldRecord.CONSTRUCTION, "J");
    }

    @Override
    void initialized() {
        access(ACCESS, "initialized", "(I)V");
    }

    @Override
    void beforeReturn() {
        super.beforeReturn();
        if (buildsFinals() && !isUninitialized) {
            construction(0);
        }
    }

    // Arrays

    @Override
    public void visitInsn(int opcode) {
        boolean isLoad = opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
        boolean isStore = opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
        CountedLoop.Access inLoop =
                isLoad || isStore ? spans.inLoop(classFile.offset()) : null;
        if (inLoop != null && inLoop.isTold()) {
            tellLater(inLoop, newSite(Site.Kind.ARRAY, isStore, "", ""));
        }
        boolean isRepeated = (isLoad || isStore) && spans.isRepeated(classFile.offset());
        if (inLoop != null || isRepeated) {
            mv.visitInsn(opcode);
        } else {
            super.visitInsn(opcode);
        }
    }

    @Override
    void element(boolean isWrite) {
        Site site = newSite(Site.Kind.ARRAY, isWrite, "", "");
        if (!site.fitsIntoWord()) {
            super.visitInsn(Opcodes.POP2);
            return;
        }
        // Below the words of an array is the array itself.
        int cache = threadLocal + 1 + 2 * (elements++ % caches);
        super.visitInsn(Opcodes.DUP2);
        super.visitVarInsn(Opcodes.ALOAD, threadLocal);
        super.visitVarInsn(Opcodes.ALOAD, cache);
        super.visitVarInsn(Opcodes.ALOAD, cache + 1);
        push(site.id);
        access(ACCESS, isWrite ? "writeElement" : "readElement", ON_ELEMENT);
        super.visitVarInsn(Opcodes.ASTORE, cache + 1);
        super.visitInsn(Opcodes.POP);
        super.visitVarInsn(Opcodes.ASTORE, cache);
    }

    // Loops

    private void tellLater(CountedLoop.Access access, Site site) {
        for (LoopHooks loop : loops) {
            if (site.fitsIntoWord() && loop.loop.accesses().contains(access)) {
                loop.add(access.offset(), site, line);
            }
        }
    }

    @Override
    public void visitLineNumber(int number, Label at) {
        line = number;
        super.visitLineNumber(number, at);
    }

    @Override
    public void visitLabel(Label label) {
        for (LoopHooks loop : loops) {
            if (loop.behind == null && loop.loop.head() == classFile.offset()) {
                beforeLoop(loop);
            }
        }
        super.visitLabel(label);
    }

    private void beforeLoop(LoopHooks loop) {
        super.visitVarInsn(Opcodes.ILOAD, loop.loop.variable());
        super.visitVarInsn(Opcodes.ISTORE, loop.start);
        CountedLoop.Field first = loop.loop.first();
        if (first != null) {
            String member = first.name() + " " + first.descriptor();
            Site site = newSite(Site.Kind.FIELD, false, first.owner(), member);
            if (site.fitsIntoWord()) {
                site.field = method.type().fields.get(member);
                super.visitVarInsn(Opcodes.ALOAD, 0);
                readFinal(site, first.owner());
                super.visitInsn(Opcodes.POP);
            }
        }
        mv.visitLabel(loop.testStart);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        for (LoopHooks loop : loops) {
            if (loop.behind == null && loop.loop.test() == classFile.offset()) {
                loop.behind = label;
                mv.visitJumpInsn(opcode, loop.ends);
                mv.visitLabel(loop.testEnd);
                mv.visitLabel(loop.turnsStart);
                return;
            }
        }
        super.visitJumpInsn(opcode, label);
        for (LoopHooks loop : loops) {
            if (opcode == Opcodes.GOTO && loop.loop.back() == classFile.offset()) {
                mv.visitLabel(loop.turnsEnd);
            }
        }
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        for (LoopHooks loop : loops) {
            loop.writeEnd(this);
            loop.writeThrow(this);
        }
        super.visitMaxs(maxStack, maxLocals);
    }

    /** What a loop has done to a field. */
    void turnsOfField(LoopHooks loop, CountedLoop.Access access, Site site) {
        loadBase(access);
        super.visitVarInsn(Opcodes.ILOAD, loop.start);
        super.visitVarInsn(Opcodes.ILOAD, loop.loop.variable());
        super.visitVarInsn(Opcodes.ALOAD, threadLocal);
        push(site.id);
        access(TURNS, access.isWrite() ? "write" : "read", TURNS_OF_FIELD);
    }

    /** What it has done to elements of an array. */
    void turnsOfElement(
            LoopHooks loop, CountedLoop.Access access, Site site, boolean remembers) {
        int cache = threadLocal + 1 + 2 * (elements++ % caches);
        loadBase(access);
        for (int count : new int[] {loop.start, loop.loop.variable()}) {
            super.visitVarInsn(Opcodes.ILOAD, count);
            super.visitLdcInsn(access.distance());
            super.visitInsn(Opcodes.IADD);
        }
        super.visitLdcInsn(loop.loop.step());
        super.visitVarInsn(Opcodes.ALOAD, threadLocal);
        super.visitVarInsn(Opcodes.ALOAD, cache);
        super.visitVarInsn(Opcodes.ALOAD, cache + 1);
        push(site.id);
        access(TURNS, access.isWrite() ? "writeElements" : "readElements", TURNS_OF_ELEMENT);
        if (remembers) {
            super.visitVarInsn(Opcodes.ASTORE, cache + 1);
            loadBase(access);
            super.visitVarInsn(Opcodes.ASTORE, cache);
        } else {
            super.visitInsn(Opcodes.POP);
        }
    }

    private void loadBase(CountedLoop.Access access) {
        super.visitVarInsn(Opcodes.ALOAD, access.base());
        CountedLoop.Field from = access.from();
        if (from != null) {
            next(Opcodes.GETFIELD, from.owner(), from.name(), from.descriptor());
        }
    }

    // Calls

    @Override
    public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean isInterface) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        boolean isClone = name.equals("clone") && descriptor.startsWith("()L");
        if (isClone && opcode != Opcodes.INVOKESTATIC && !owner.startsWith("[")) {
            super.visitInsn(Opcodes.DUP);
            access(ACCESS, "cloned", "(Ljava/lang/Object;)V");
        }
    }

    private void access(String owner, String name, String descriptor) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
    }

    @Override
    boolean isWanted() {
        return isWanted(classFile.offset());
    }

    private boolean isWanted(int offset) {
        return common.selection.has(method.name(), method.descriptor(), offset);
    }
}
