package snarl.agent.accesses;

import java.util.Map;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts hooks into methods of the JDK's locks: what is held, and so what comes after what. What they do
 * to their state says less: who reads together changes it one after the other.
 */
final class LockInstrumentation extends JdkInstrumentation {
    private static final String LOCKS = "java/util/concurrent/locks/";
    private static final String READ_WRITE = LOCKS + "ReentrantReadWriteLock$";
    private static final int EXCLUSIVE = 0;
    private static final int SHARED = 1;

    /** Classes of locks, and how their methods lock. */
    private static final Map<String, Integer> MODES =
            Map.of(
                    LOCKS + "ReentrantLock",
                    EXCLUSIVE,
                    READ_WRITE + "WriteLock",
                    EXCLUSIVE,
                    READ_WRITE + "ReadLock",
                    SHARED);

    private final String type;
    private final boolean isUnlock;
    private final boolean tries;

    /**
     * @param type the class, with slashes
     */
    LockInstrumentation(Method method, String type, JdkFields fields, MethodVisitor next) {
        super(method, fields, next);
        this.type = type;
        this.isUnlock = method.name().equals("unlock");
        this.tries = method.name().equals("tryLock");
    }

    /** Whether a method gets such hooks. */
    static boolean fits(String type, String name) {
        if (!MODES.containsKey(type)) {
            return false;
        }
        return switch (name) {
            case "lock", "lockInterruptibly", "tryLock", "unlock" -> true;
            default -> false;
        };
    }

    @Override
    public void visitCode() {
        super.visitCode();
        enclose("lockingDone");
        if (isUnlock) {
            pushLock();
            hook("givesBack", "(Ljava/lang/Object;Ljava/lang/Object;I)V");
        }
        hook("locking", "()V");
    }

    @Override
    void beforeReturn() {
        if (tries) {
            super.visitInsn(Opcodes.DUP);
            pushLock();
            hook("tried", "(ZLjava/lang/Object;Ljava/lang/Object;I)V");
        } else if (!isUnlock) {
            pushLock();
            hook("takes", "(Ljava/lang/Object;Ljava/lang/Object;I)V");
        }
    }

    /** The lock, its state and how it is held. The two sides of a read-write lock are one lock. */
    private void pushLock() {
        boolean isOfTwo = type.startsWith(READ_WRITE);
        String state = isOfTwo ? READ_WRITE + "Sync" : type + "$Sync";
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        if (isOfTwo) {
            mv.visitFieldInsn(Opcodes.GETFIELD, type, "sync", "L" + state + ";");
            super.visitInsn(Opcodes.DUP);
        } else {
            super.visitInsn(Opcodes.DUP);
            mv.visitFieldInsn(Opcodes.GETFIELD, type, "sync", "L" + state + ";");
        }
        push(MODES.get(type));
    }
}
