import java.io.IOException;
import java.io.PrintStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs the call sites that tests/classgen/hierarchies.py generated.
 *
 * <p>Arguments: a folder of classes, and a file with one class name a line. Every static method c0, c1,
 * … of these classes is called once. Prints "class site number" or "class site exception"; a class that
 * cannot be used at all gives "class - exception: message".
 */
public final class ResolutionDriver {
    public static void main(String[] arguments) throws IOException {
        URL folder = Path.of(arguments[0]).toUri().toURL();
        PrintStream out = new PrintStream(System.out, false);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder})) {
            for (String name : Files.readAllLines(Path.of(arguments[1]))) {
                run(loader, name, out);
            }
        }
        out.flush();
    }

    private static void run(ClassLoader loader, String name, PrintStream out) {
        try {
            Class<?> type = Class.forName(name, true, loader);
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().matches("c\\d+")) {
                    out.println(name + " " + method.getName() + " " + call(method));
                }
            }
        } catch (Throwable error) {
            out.println(name + " - " + error);
        }
    }

    private static String call(Method method) throws IllegalAccessException {
        method.setAccessible(true);
        try {
            return Integer.toString(
                    (int) MethodHandles.lookup().unreflect(method).invokeExact());
        } catch (IllegalAccessException error) {
            throw error;
        } catch (Throwable error) {
            return error.getClass().getName();
        }
    }
}
