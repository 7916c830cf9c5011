package snarl.agent.record;

import java.lang.reflect.Modifier;
import java.util.concurrent.ConcurrentHashMap;

/** A method of an instrumented class. */
final class MethodRecord {
    private static final Object NOTHING_PENDING = new Object();

    final int id;
    final ClassRecord owner;
    final String name;
    final String descriptor;
    final int access;
    private final boolean isInstrumented;
    /** Set when the class is written; null if the method has no code. */
    volatile CodeMap code;

    private final ConcurrentHashMap<Object, int[]> entries = new ConcurrentHashMap<>();

    MethodRecord(
            int id,
            ClassRecord owner,
            String name,
            String descriptor,
            int access,
            boolean isInstrumented) {
        this.id = id;
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.access = access;
        this.isInstrumented = isInstrumented;
    }

    /** Whether its entry is seen: it has code, and the code has a hook. */
    boolean isHooked() {
        return isInstrumented && !Modifier.isNative(access) && !Modifier.isAbstract(access);
    }

    boolean isClassInitializer() {
        return name.equals("<clinit>");
    }

    MethodName methodName() {
        return new MethodName(owner.name, name, descriptor);
    }

    /**
     * Whether an entry that no call explains is worth a look at the stack: the first ones are, and
     * then every one whose number is a power of two. The count is not exact when threads race,
     * which only makes for a few looks more.
     */
    boolean isWorthALook(Target pending, int always) {
        Object key = pending == null ? NOTHING_PENDING : pending;
        int[] count = entries.get(key);
        if (count == null) {
            count = new int[1];
            int[] other = entries.putIfAbsent(key, count);
            count = other == null ? count : other;
        }
        int number = ++count[0];
        return number <= always || Integer.bitCount(number) == 1;
    }
}
