import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import sootup.core.model.SourceType;
import sootup.core.views.View;
import sootup.interceptors.BytecodeBodyInterceptors;
import sootup.java.bytecode.frontend.inputlocation.JrtFileSystemAnalysisInputLocation;
import sootup.java.core.JavaModuleIdentifierFactory;
import sootup.java.core.JavaSootClass;
import sootup.java.core.JavaSootClassSource;
import sootup.java.core.JavaSootMethod;
import sootup.java.core.views.JavaView;

/**
 * SootUp's world: all classes of the running JVM's image (or of one module), every body to Jimple.
 *
 * <p>Arguments: {@code MODULE|all sequential|parallel}.
 */
public final class SootUpWorld {
  private SootUpWorld() {}

  /** SootUp reads the image of the JVM that it runs on; one module of it is our restriction. */
  private static final class Image extends JrtFileSystemAnalysisInputLocation {
    private final String module;

    Image(String module) {
      // The default interceptors end in TypeAssigner: typed Jimple, not SSA.
      super(SourceType.Library, BytecodeBodyInterceptors.Default.getBodyInterceptors());
      this.module = module;
    }

    @Override
    public Stream<JavaSootClassSource> getClassSources(View view) {
      if (module.equals("all")) {
        return super.getClassSources(view);
      }
      return getModulesClassSources(JavaModuleIdentifierFactory.getModuleSignature(module), view);
    }
  }

  private final LongAdder methods = new LongAdder();
  private final LongAdder bodies = new LongAdder();
  private final LongAdder instructions = new LongAdder();
  private final Map<String, Integer> failures = new TreeMap<>();
  private final Map<Double, String> slowest = new TreeMap<>();

  public static void main(String[] arguments) throws InterruptedException {
    long start = System.nanoTime();
    JavaView view = new JavaView(new Image(arguments[0]));
    List<JavaSootClass> classes = view.getClasses().toList();
    view.getTypeHierarchy()
        .subclassesOf(view.getIdentifierFactory().getClassType("java.lang.Object"));
    double load = seconds(start);

    int threads =
        arguments[1].equals("parallel") ? Runtime.getRuntime().availableProcessors() : 1;
    SootUpWorld world = new SootUpWorld();
    world.convert(classes, threads);
    world.slowest.forEach((took, name) -> System.err.printf("%.1f s for %s%n", took, name));
    world.failures.forEach((reason, count) -> System.err.println(count + " x " + reason));
    System.out.printf(
        "classes=%d methods=%d bodies=%d instructions=%d failures=%d seconds=%.2f load=%.2f%n",
        classes.size(),
        world.methods.sum(),
        world.bodies.sum(),
        world.instructions.sum(),
        world.failures.values().stream().mapToInt(Integer::intValue).sum(),
        seconds(start),
        load);
  }

  /** Threads take class by class: a parallel stream would leave one with the last large piece. */
  private void convert(List<JavaSootClass> classes, int threads) throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    for (int thread = 0; thread < threads; thread++) {
      pool.execute(
          () -> {
            for (int at = next.getAndIncrement(); at < classes.size(); at = next.getAndIncrement()) {
              classes.get(at).getMethods().forEach(this::convert);
            }
          });
    }
    pool.shutdown();
    while (!pool.awaitTermination(5, TimeUnit.SECONDS)) {
      // What the bench can say of a run that it had to end.
      System.out.printf("so far: %,d bodies%n", bodies.sum());
    }
  }

  private void convert(JavaSootMethod method) {
    methods.increment();
    if (!method.isConcrete()) {
      return;
    }
    long start = System.nanoTime();
    try {
      // The method keeps its body, and the view's cache keeps the method.
      instructions.add(method.getBody().getStmts().size());
      bodies.increment();
    } catch (RuntimeException | StackOverflowError | AssertionError problem) {
      synchronized (failures) {
        failures.merge(reason(problem), 1, Integer::sum);
      }
    }
    if (seconds(start) > 5) {
      synchronized (slowest) {
        slowest.put(seconds(start), method.getSignature().toString());
      }
    }
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
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
