import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs all edges, or those whose classes are named. Each has classes of its own, so that what one
 * shows does not count as shown by another.
 */
public class Edges {
    private static final List<String> GROUPS =
            List.of("Monitors", "Variables", "Synchronizers", "Threads", "Pools", "Classes", "Others");

    public static void main(String[] names) throws Exception {
        for (String name : names.length > 0 ? List.of(names) : all()) {
            run(name);
            System.out.println(name);
        }
        System.exit(0);
    }

    private static List<String> all() throws ClassNotFoundException {
        List<String> all = new ArrayList<>();
        for (String group : GROUPS) {
            for (Class<?> nested : Class.forName(group).getDeclaredClasses()) {
                boolean isAbstract = java.lang.reflect.Modifier.isAbstract(nested.getModifiers());
                if (!isAbstract && Edge.class.isAssignableFrom(nested)) {
                    all.add(nested.getName());
                }
            }
        }
        return all;
    }

    private static void run(String name) throws Exception {
        URL[] classes = {Edges.class.getProtectionDomain().getCodeSource().getLocation()};
        ClassLoader parent = ClassLoader.getPlatformClassLoader();
        URLClassLoader loader = new URLClassLoader(classes, parent);
        Object edge = constructor(loader.loadClass(name)).newInstance();
        Class<?> base = loader.loadClass("Edge");
        java.lang.reflect.Method run = base.getDeclaredMethod("run");
        run.setAccessible(true);
        run.invoke(edge);
    }

    private static java.lang.reflect.Constructor<?> constructor(Class<?> type) throws Exception {
        java.lang.reflect.Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor;
    }
}
