import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.appender.AppenderLoggingException;
import org.apache.logging.log4j.core.config.Property;
import pascal.taie.Main;
import pascal.taie.World;
import pascal.taie.language.classes.JClass;
import pascal.taie.language.classes.JMethod;

/**
 * Tai-e's world: all classes of some folders, every body to its IR.
 *
 * <p>Arguments: the folders with the classes. Four traits of Tai-e 0.5.2 shape this file.
 *
 * <ul>
 *   <li>It reads classes through Soot 4.4. With {@code --prepend-JVM} that reads the running JVM's
 *       image, all of it that anything refers to (12,469 classes when asked for java.base's 6,444),
 *       so the bench unpacks the wanted modules first, and only they are the class path.
 *   <li>Without {@code --prepend-JVM} it insists on a folder {@code java-benchmarks/JREs/jre1.6} in
 *       the working folder; the bench gives it an empty one.
 *   <li>After the world is built, Soot would write every class out as Jimple; the clock must not
 *       count that, so we stop at the log line that says that all IR is there.
 *   <li>A body that Soot cannot convert becomes an empty IR and a warning; we count the warnings.
 * </ul>
 */
public final class TaieWorld {
  private TaieWorld() {}

  private static final class WorldIsBuilt extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Listens to Tai-e's IR builder. */
  private static final class Listener extends AbstractAppender {
    final LongAdder emptied = new LongAdder();

    Listener() {
      super("listener", null, null, /* ignoreExceptions= */ false, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      String text = event.getMessage().getFormattedMessage();
      if (text.contains("constructs an empty IR")) {
        emptied.increment();
      } else if (text.contains("Build IR for all methods") && text.contains("elapsed")) {
        throw new WorldIsBuilt();
      }
    }
  }

  public static void main(String[] arguments) throws IOException {
    long start = System.nanoTime();
    Listener listener = new Listener();
    listener.start();
    ((Logger) LogManager.getRootLogger()).addAppender(listener);

    List<Path> roots = Stream.of(arguments).map(Path::of).toList();
    Set<String> wanted = new HashSet<>();
    for (Path root : roots) {
      wanted.addAll(names(root));
    }
    Path scratch = Files.createTempDirectory("taie");
    try {
      Path list = Files.write(scratch.resolve("classes.txt"), wanted);
      Main.buildWorld(
          "--allow-phantom",
          "--pre-build-ir",
          "--class-path",
          String.join(File.pathSeparator, roots.stream().map(Path::toString).toList()),
          "--input-classes",
          list.toString(),
          "--output-dir",
          scratch.toString());
      System.err.println("Tai-e did not say that it built all IR: Soot's output is in the time");
    } catch (AppenderLoggingException stop) {
      if (!(stop.getCause() instanceof WorldIsBuilt)) {
        throw stop;
      }
    } finally {
      delete(scratch);
    }
    double load = seconds(start);

    LongAdder methods = new LongAdder();
    LongAdder bodies = new LongAdder();
    LongAdder instructions = new LongAdder();
    Map<String, Integer> failures = new TreeMap<>();
    List<JClass> classes =
        World.get()
            .getClassHierarchy()
            .allClasses()
            .filter(type -> wanted.contains(type.getName()))
            .toList();
    // All IR is there, unless a failure ended one of Tai-e's threads early: then this builds it.
    classes.parallelStream()
        .forEach(
            type -> {
              for (JMethod method : type.getDeclaredMethods()) {
                methods.increment();
                if (method.isAbstract() || method.isNative()) {
                  continue;
                }
                try {
                  instructions.add(method.getIR().getStmts().size());
                  bodies.increment();
                } catch (RuntimeException | StackOverflowError | AssertionError problem) {
                  synchronized (failures) {
                    failures.merge(reason(problem), 1, Integer::sum);
                  }
                }
              }
            });
    failures.forEach((reason, count) -> System.err.println(count + " x " + reason));
    int thrown = failures.values().stream().mapToInt(Integer::intValue).sum();
    System.out.printf(
        "classes=%d methods=%d bodies=%d instructions=%d failures=%d seconds=%.2f load=%.2f%n",
        classes.size(),
        methods.sum(),
        bodies.sum() - listener.emptied.sum(),
        instructions.sum(),
        thrown + listener.emptied.sum(),
        seconds(start),
        load);
    System.exit(0);
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  /** The dotted names of the classes in a folder. */
  private static List<String> names(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".class"))
          .filter(file -> !file.endsWith("module-info.class"))
          .map(file -> root.relativize(file).toString())
          .map(file -> file.substring(0, file.length() - ".class".length()))
          .map(file -> file.replace(File.separatorChar, '.'))
          .toList();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }

  private static String reason(Throwable problem) {
    String message = String.valueOf(problem.getMessage()).lines().findFirst().orElse("");
    StackTraceElement[] trace = problem.getStackTrace();
    return problem.getClass().getSimpleName()
        + (trace.length > 0 ? " at " + trace[0] : "")
        + ": "
        + message.substring(0, Math.min(60, message.length()));
  }
}
