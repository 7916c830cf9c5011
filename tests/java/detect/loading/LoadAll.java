import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Loads and links all classes of jars, and of packages of the JDK ({@code java.base/java/util}), and
 * says which of them the JVM refuses. No class is initialized.
 */
public class LoadAll {
    private static final String SUFFIX = ".class";
    private static int linked;

    public static void main(String[] places) throws IOException {
        for (String place : places) {
            if (place.endsWith(".jar")) {
                URL[] urls = {Path.of(place).toUri().toURL()};
                ClassLoader parent = ClassLoader.getPlatformClassLoader();
                try (URLClassLoader loader = new URLClassLoader(urls, parent)) {
                    link(inJar(place), loader);
                }
            } else {
                link(inJdk(place), null);
            }
        }
        System.out.println("linked " + linked);
    }

    private static List<String> inJar(String jar) throws IOException {
        try (JarFile file = new JarFile(jar)) {
            return file.stream().map(entry -> entry.getName()).collect(Collectors.toList());
        }
    }

    private static List<String> inJdk(String folder) throws IOException {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        Path module = modules.resolve(folder.substring(0, folder.indexOf('/')));
        try (Stream<Path> files = Files.walk(modules.resolve(folder))) {
            return files.map(file -> module.relativize(file).toString()).collect(Collectors.toList());
        }
    }

    private static void link(List<String> files, ClassLoader loader) {
        for (String file : files) {
            boolean isClass = file.endsWith(SUFFIX) && !file.endsWith("-info.class");
            if (isClass && !file.startsWith("META-INF/")) {
                String path = file.substring(0, file.length() - SUFFIX.length());
                link(path.replace('/', '.'), loader);
            }
        }
    }

    private static void link(String name, ClassLoader loader) {
        try {
            // To know a class's methods, the JVM links it.
            Class.forName(name, false, loader).getDeclaredMethods();
            linked++;
        } catch (ClassNotFoundException | LinkageError problem) {
            // What it names, of several that are missing or wrong, is a matter of luck.
            boolean isMissing = problem instanceof NoClassDefFoundError;
            String text = isMissing ? "something is missing" : problem.getClass().getName();
            System.out.println(name + ": " + text);
        }
    }
}
