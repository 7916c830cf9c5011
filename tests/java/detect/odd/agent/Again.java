import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodType;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;

/**
 * An agent beside ours, which makes the classes of ours anew again and again, while threads are
 * started that ours has not seen yet.
 *
 * <p>What the JVM has found out to run a class is lost then, and code of the JDK finds it out again:
 * in that for types of methods, there is a monitor to be taken when such types are garbage.
 */
public class Again {
    private static final Class<?>[] KINDS = {
        int.class, long.class, byte.class, short.class,
        Object.class, String.class, char.class, float.class,
    };

    private static volatile boolean isDone;

    private Again() {}

    public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
        instrumentation.addTransformer(
                new ClassFileTransformer() {
                    @Override
                    public byte[] transform(
                            ClassLoader loader,
                            String name,
                            Class<?> redefined,
                            ProtectionDomain domain,
                            byte[] bytes) {
                        return bytes.clone();
                    }
                },
                true);
        List<Class<?>> ours = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (type.getName().startsWith("snarl.agent.accesses.")
                    && instrumentation.isModifiableClass(type)) {
                ours.add(type);
            }
        }
        Thread anew = new Thread(() -> makeAnew(instrumentation, ours.toArray(new Class<?>[0])));
        anew.start();
        for (int round = 0; round < 60; round++) {
            Thread[] threads = new Thread[4];
            for (int i = 0; i < threads.length; i++) {
                threads[i] = new Thread(Again::synchronize);
                threads[i].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        isDone = true;
        anew.join();
        System.out.println(ours.size() > 10);
    }

    private static void synchronize() {
        synchronized (new Object()) {
            Thread.onSpinWait();
        }
    }

    private static void makeAnew(Instrumentation instrumentation, Class<?>[] ours) {
        int count = 0;
        while (!isDone) {
            for (int i = 0; i < 200; i++) {
                count++;
                MethodType.methodType(
                        kind(count), kind(count >> 3), kind(count >> 6), kind(count >> 9));
            }
            System.gc();
            try {
                instrumentation.retransformClasses(ours);
            } catch (Exception problem) {
                problem.printStackTrace();
            }
        }
    }

    private static Class<?> kind(int number) {
        return KINDS[number % KINDS.length];
    }
}
