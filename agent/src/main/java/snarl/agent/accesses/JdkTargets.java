package snarl.agent.accesses;

import java.util.Map;
import java.util.Set;

/**
 * The classes of the JDK that are instrumented: those that a program synchronizes with.
 *
 * <p>Others are not: that two threads print, or load classes, orders them too, but no program means
 * it, and it would hide races.
 */
final class JdkTargets {
    private static final String CLASS = "java/lang/Class";
    private static final String CONCURRENT = "java/util/concurrent/";
    /** With all classes nested in them. */
    private static final Set<String> SYNCHRONIZERS =
            Set.of(
                    "java/io/PipedInputStream",
                    "java/io/PipedReader",
                    "java/lang/ApplicationShutdownHooks",
                    "java/lang/StringBuffer",
                    "java/util/Hashtable",
                    "java/util/Observable",
                    "java/util/Stack",
                    "java/util/TaskQueue",
                    "java/util/Timer",
                    "java/util/TimerTask",
                    "java/util/TimerThread",
                    "java/util/Vector",
                    "java/awt/EventQueue",
                    "java/awt/event/InvocationEvent",
                    "jdk/internal/misc/ThreadFlock");

    private static final String WRAPPERS = "java/util/Collections$Synchronized";

    /** Methods in which the JVM minds its own business: what they synchronize is not meant. */
    private static final Map<String, Set<String>> QUIET =
            Map.of(
                    "java/lang/invoke/MethodHandleNatives",
                    Set.of(
                            "linkCallSite",
                            "linkDynamicConstant",
                            "linkMethod",
                            "linkMethodHandleConstant",
                            "findMethodHandleType"),
                    "java/lang/invoke/ClassSpecializer",
                    Set.of("findSpecies"),
                    "java/lang/invoke/LambdaFormEditor",
                    Set.of("getInCache", "putInCache"),
                    "java/lang/invoke/MethodType",
                    Set.of("makeImpl"),
                    "java/lang/invoke/VarForm",
                    Set.of("getMemberName", "resolveMemberName"),
                    "java/lang/ClassLoader",
                    Set.of("getClassLoadingLock", "getProtectionDomain", "postDefineClass"),
                    "java/net/URLClassLoader",
                    Set.of("findClass"),
                    "jdk/internal/loader/BuiltinClassLoader",
                    Set.of("loadClassOrNull"));

    private static final String LOCKS = CONCURRENT + "locks/";
    private static final Set<String> WITH_STATE =
            Set.of(LOCKS + "AbstractQueuedSynchronizer", LOCKS + "AbstractQueuedLongSynchronizer");
    private static final Set<String> OF_STATE = Set.of("getState", "setState", "compareAndSetState");
    private static final String COMPLETABLE = CONCURRENT + "CompletableFuture";
    private static final String TRY_PUSH = "tryPushStack";

    /** The lists of those who wait: fields, and the methods that change these alone. */
    private static final Map<String, Set<String>> WAITERS =
            Map.of(
                    CONCURRENT + "FutureTask",
                    Set.of("waiters", "awaitDone", "removeWaiter", "finishCompletion"),
                    CONCURRENT + "FutureTask$WaitNode",
                    Set.of("thread", "next", "<init>"),
                    CONCURRENT + "ForkJoinTask",
                    Set.of("aux", "casAux", "compareAndExchangeAux"));

    /** Who waits for a future is in the same list as what is to be done then. */
    private static final Set<String> WAITS_FOR_COMPLETABLE = Set.of("waitingGet", "timedGet");

    /** Methods of {@code StampedLock} for those who only read. */
    private static final Set<String> OF_READERS =
            Set.of(
                    "readLock",
                    "readLockInterruptibly",
                    "tryReadLock",
                    "unlockRead",
                    "tryUnlockRead",
                    "unstampedUnlockRead",
                    "tryOptimisticRead",
                    "validate");

    /** What a call of a thread's own methods means: the hook, which takes the thread. */
    private static final Map<String, Map<String, String>> BEFORE =
            Map.of(
                    "java/lang/Thread",
                    Map.of("start", "forks", "exit", "ends", "interrupt", "interrupts"),
                    "java/lang/VirtualThread",
                    Map.of("start", "forks", "interrupt", "interrupts"),
                    "java/util/concurrent/locks/LockSupport",
                    Map.of("unpark", "unparks"));

    private static final Map<String, Map<String, String>> AFTER =
            Map.of(
                    "java/lang/Thread",
                    Map.of("join", "joined", "isAlive", "joined", "getState", "joined"),
                    "java/lang/VirtualThread",
                    Map.of("run", "ends"));

    private static final String CLEANING = "jdk/internal/ref/CleanerImpl$PhantomCleanableRef";

    /** Where something is handed over: the hook that takes the object itself. */
    private static final Map<String, String> HANDS_OVER_BEFORE =
            Map.of("java/lang/ref/Reference.enqueue", "releases", CLEANING + ".performCleanup", "acquires");

    private static final Map<String, String> HANDS_OVER_AFTER = Map.of(CLEANING + ".<init>", "releases");

    /** Methods that return what was handed over. */
    private static final Set<String> RETURNS_HANDED =
            Set.of("java/lang/ref/ReferenceQueue.poll", "java/lang/ref/ReferenceQueue.remove");

    private static final Set<String> HANDING =
            Set.of("java/lang/ref/Reference", "java/lang/ref/ReferenceQueue", CLEANING);

    private JdkTargets() {}

    private static final String PROCESS_BUILDER = "java/lang/ProcessBuilder";
    private static final String RUNTIME = "java/lang/Runtime";

    /** Whether a class, with slashes, gets any hooks. */
    static boolean has(String name) {
        return isSynchronizer(name)
                || BEFORE.containsKey(name)
                || QUIET.containsKey(name)
                || HANDING.contains(name)
                || name.equals(CLASS)
                || name.equals(PROCESS_BUILDER)
                || name.equals(RUNTIME);
    }

    /** Whether a method starts processes. */
    static boolean spawns(String type, String method) {
        return type.equals(PROCESS_BUILDER) && method.equals("start");
    }

    /** Whether a method ends the JVM at once. */
    static boolean halts(String type, String method) {
        return type.equals(RUNTIME) && method.equals("halt");
    }

    /** Whether a method lists the fields of a class, of which programs see only their own. */
    static boolean listsFields(String type, String method) {
        return type.equals(CLASS) && method.equals("privateGetDeclaredFields");
    }

    /** Whether the class is one that programs synchronize with. */
    static boolean isSynchronizer(String name) {
        if (name.startsWith(CONCURRENT) || name.startsWith(WRAPPERS)) {
            return true;
        }
        int nested = name.indexOf('$');
        return SYNCHRONIZERS.contains(nested < 0 ? name : name.substring(0, nested));
    }

    /**
     * Whether a method only sees to the queue of those who wait. What orders threads is the state
     * for which they wait; that somebody waits is nobody's business. Conditions are: who waits for
     * one means to be told.
     */
    static boolean isOfQueue(String type, String method) {
        return WITH_STATE.contains(type) && !OF_STATE.contains(method)
                || type.equals(COMPLETABLE) && method.equals(TRY_PUSH);
    }

    /** Whether a field, or the handles of a method, are of those who wait for a task. */
    static boolean isOfWaiters(String type, String member) {
        return WAITERS.getOrDefault(type, Set.of()).contains(member);
    }

    /**
     * Whether a call tells a future what is to be done when it is complete: whoever does it comes after
     * the call. The same call tells that somebody waits, which orders nothing.
     *
     * @param type the class of the calling method, with slashes
     */
    static boolean tellsWhatFollows(String type, String method, String owner, String called) {
        return owner.equals(COMPLETABLE)
                && called.equals(TRY_PUSH)
                && !(type.equals(COMPLETABLE) && WAITS_FOR_COMPLETABLE.contains(method));
    }

    /**
     * Whether a store that says nothing is as good as one that tells others of it: a fence follows, and
     * who takes a task from the queue looks at nothing but its place there.
     */
    static boolean isFencedStore(String type, String called) {
        boolean isStore = called.equals("putReference") || called.equals("aastore");
        return isStore && type.equals(CONCURRENT + "ForkJoinPool$WorkQueue");
    }

    /** Whether a method is for those who hold a lock together, or see that nobody has it alone. */
    static boolean isOfReaders(String type, String method) {
        return type.equals(LOCKS + "StampedLock") && OF_READERS.contains(method);
    }

    /** Whether a method is the JVM's own business. */
    static boolean isQuiet(String type, String method) {
        Set<String> methods = QUIET.get(type);
        return methods != null && methods.contains(method);
    }

    /** The hook that a method begins with, or null; it takes the method's first variable. */
    static String before(String type, String method) {
        Map<String, String> methods = BEFORE.get(type);
        return methods == null ? null : methods.get(method);
    }

    /** The hook that a method ends with, or null; it takes the method's first variable. */
    static String after(String type, String method) {
        Map<String, String> methods = AFTER.get(type);
        return methods == null ? null : methods.get(method);
    }

    /** The hook that a method begins with, or null; it takes the object whose method it is. */
    static String handsOverBefore(String type, String method) {
        return HANDS_OVER_BEFORE.get(type + "." + method);
    }

    /** The hook that a method ends with, or null; it takes the object whose method it is. */
    static String handsOverAfter(String type, String method) {
        return HANDS_OVER_AFTER.get(type + "." + method);
    }

    /** Whether a method returns what was handed over. */
    static boolean returnsHanded(String type, String method) {
        return RETURNS_HANDED.contains(type + "." + method);
    }

    /** Whether a method parks the thread that calls it. */
    static boolean parks(String type, String method) {
        return type.equals("java/util/concurrent/locks/LockSupport") && method.startsWith("park");
    }
}
