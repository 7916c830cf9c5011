import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs main methods one after the other in one JVM, each in a thread group and with a class loader
 * of its own, says which of them, or of their threads, hang, and lets the JVM end as usual.
 */
public class Reality {
    private static final long MILLISECONDS = 20_000;

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        List<ThreadGroup> groups = new ArrayList<>();
        for (int i = 1; i < arguments.length; i++) {
            groups.add(run(folder, arguments[i]));
        }
        long end = System.nanoTime() + MILLISECONDS * 1_000_000;
        for (ThreadGroup group : groups) {
            while (isBusy(group) && System.nanoTime() < end) {
                Thread.sleep(5);
            }
            if (isBusy(group)) {
                say(group.getName() + " does not end");
            }
        }
        say("all done");
        System.exit(0);
    }

    private static ThreadGroup run(Path folder, String name) throws Exception {
        URL[] classes = {folder.resolve(name).toUri().toURL()};
        Method main = new URLClassLoader(classes).loadClass(name).getMethod("main", String[].class);
        ThreadGroup group = new ThreadGroup(name);
        Runnable work = () -> {
            try {
                main.invoke(null, (Object) new String[0]);
            } catch (ReflectiveOperationException e) {
                say(name + " failed: " + e.getCause());
            }
        };
        Thread thread = new Thread(group, work, "main");
        thread.start();
        thread.join(MILLISECONDS);
        return group;
    }

    /** Whether a thread is alive that would keep the JVM from ending. */
    private static boolean isBusy(ThreadGroup group) {
        Thread[] threads = new Thread[100];
        int count = group.enumerate(threads);
        for (int i = 0; i < count; i++) {
            if (!threads[i].isDaemon()) {
                return true;
            }
        }
        return false;
    }

    private static void say(String text) {
        System.err.println("reality: " + text);
    }
}
