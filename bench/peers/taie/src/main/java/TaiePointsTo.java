import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import pascal.taie.Main;
import pascal.taie.World;
import pascal.taie.analysis.graph.callgraph.CallGraph;
import pascal.taie.analysis.graph.callgraph.CallKind;
import pascal.taie.analysis.graph.callgraph.Edge;
import pascal.taie.analysis.pta.PointerAnalysisResult;
import pascal.taie.ir.exp.Var;
import pascal.taie.ir.stmt.Cast;
import pascal.taie.ir.stmt.Invoke;
import pascal.taie.ir.stmt.Stmt;
import pascal.taie.language.classes.JMethod;
import pascal.taie.language.type.ReferenceType;
import pascal.taie.language.type.Type;
import soot.G;
import soot.PackManager;

/**
 * Tai-e's points-to analysis and call graph of a closed program.
 *
 * <p>Arguments: main class, options of the analysis (such as {@code cs:2-obj}), application class
 * path, class path, and perhaps a file to write the call graph to. The JDK's unpacked classes are
 * on the class path. Prints counts as one line of JSON, the last line. Everything that is not named
 * here is Tai-e's default.
 *
 * <p>After the world is built, Soot would write application classes out as Jimple, which no user
 * asks for: a {@link G} of ours leaves that out.
 */
public final class TaiePointsTo {
  private TaiePointsTo() {}

  /** Soot without its output. */
  private static final class Soot extends G {
    private PackManager packs;

    @Override
    public PackManager soot_PackManager() {
      if (packs == null) {
        packs =
            new PackManager(g) {
              @Override
              public void writeOutput() {}
            };
      }
      return packs;
    }
  }

  private static final class OurSoot implements G.GlobalObjectGetter {
    private G current = new Soot();

    @Override
    public G getG() {
      return current;
    }

    @Override
    public void reset() {
      current = new Soot();
    }
  }

  public static void main(String[] arguments) throws IOException {
    String mainClass = arguments[0];
    String options = arguments[1];
    String application = arguments[2];
    String classPath = arguments[3];
    Path file = arguments.length > 4 ? Path.of(arguments[4]) : null;

    long start = System.nanoTime();
    G.setGlobalObjectGetter(new OurSoot());
    Set<String> own = new HashSet<>();
    for (String path : application.split(File.pathSeparator)) {
      own.addAll(names(Path.of(path)));
    }
    Path scratch = Files.createTempDirectory("taie");
    try {
      Main.main(
          "--main-class",
          mainClass,
          "--app-class-path",
          application,
          "--class-path",
          classPath,
          "-java",
          "17",
          "--allow-phantom",
          "--output-dir",
          scratch.toString(),
          "--analysis",
          "pta=" + options);
    } finally {
      delete(scratch);
    }
    PointerAnalysisResult result = World.get().getResult("pta");
    long solved = System.nanoTime();
    Counts counts = new Counts(result, own, /* keepsLines= */ file != null);
    long classes = World.get().getClassHierarchy().allClasses().count();
    if (file != null) {
      counts.write(file);
    }
    double counting = (System.nanoTime() - solved) / 1e9;
    System.out.println(counts.json(classes, (solved - start) / 1e9, counting));
    System.exit(0);
  }

  /** What is counted; bench/points_to says what each means. */
  private static final class Counts {
    private final Set<String> own;
    private final boolean keepsLines;
    private final CallGraph<Invoke, JMethod> graph;
    private final Map<JMethod, String> names = new HashMap<>();
    private final Map<String, Long> figures = new TreeMap<>();
    private final List<String> lines = new ArrayList<>();

    Counts(PointerAnalysisResult result, Set<String> own, boolean keepsLines) {
      this.own = own;
      this.keepsLines = keepsLines;
      this.graph = result.getCallGraph();
      graph.reachableMethods().forEach(this::countMethod);
      Set<String> pairs = new HashSet<>();
      graph.edges().forEach(edge -> countEdge(edge, pairs));
      graph
          .reachableMethods()
          .filter(this::isOwn)
          .filter(method -> !method.isAbstract() && !method.isNative())
          .forEach(method -> method.getIR().forEach(statement -> countSite(statement, result)));
    }

    private boolean isOwn(JMethod method) {
      return own.contains(method.getDeclaringClass().getName());
    }

    private void add(String figure) {
      figures.merge(figure, 1L, Long::sum);
    }

    private void keep(Object... cells) {
      if (keepsLines) {
        lines.add(Stream.of(cells).map(String::valueOf).collect(Collectors.joining("\t")));
      }
    }

    private void countMethod(JMethod method) {
      add("methods");
      if (isOwn(method)) {
        add("app_methods");
      }
      keep("method", name(method));
    }

    private void countEdge(Edge<Invoke, JMethod> edge, Set<String> pairs) {
      Invoke site = edge.getCallSite();
      JMethod caller = site.getContainer();
      String pair = name(caller) + "\t" + name(edge.getCallee());
      keep("edge", pair, site.getLineNumber(), site.getIndex() < 0 ? "MADE" : edge.getInfo());
      if (!isCall(edge)) {
        return;
      }
      add("edges");
      if (isOwn(caller)) {
        add("app_edges");
        if (pairs.add(pair)) {
          add("app_pairs");
        }
      }
    }

    /**
     * Whether it is a call of the program: neither reflection and the like, nor a call that Tai-e
     * makes up and that is in no method's code (builders of a string concatenation, registration
     * of objects with finalizers, privileged actions).
     */
    private static boolean isCall(Edge<Invoke, JMethod> edge) {
      boolean isLambda = edge.getInfo().endsWith("LambdaCallEdge");
      boolean isMade = edge.getCallSite().getIndex() < 0;
      return !isMade && (isLambda || edge.getKind() != CallKind.OTHER);
    }

    private void countSite(Stmt statement, PointerAnalysisResult result) {
      if (statement instanceof Invoke call && (call.isVirtual() || call.isInterface())) {
        long targets =
            graph.edgesOutOf(call).filter(Counts::isCall).map(Edge::getCallee).distinct().count();
        add("virtual_sites");
        if (targets > 1) {
          add("poly_sites");
          String called = call.getMethodRef().getName();
          keep("poly", name(call.getContainer()), call.getLineNumber(), called, targets);
        }
      } else if (statement instanceof Cast cast
          && cast.getRValue().getCastType() instanceof ReferenceType wanted) {
        add("casts");
        Var value = cast.getRValue().getValue();
        keep("check", name(value.getMethod()), cast.getLineNumber(), wanted.getName());
        if (result.getPointsToSet(value).stream().anyMatch(it -> !fits(wanted, it.getType()))) {
          add("may_fail_casts");
          keep("cast", name(value.getMethod()), cast.getLineNumber(), wanted.getName());
        }
      }
    }

    private static boolean fits(Type wanted, Type type) {
      return World.get().getTypeSystem().isSubtype(wanted, type);
    }

    private String name(JMethod method) {
      return names.computeIfAbsent(
          method,
          unknown ->
              unknown.getDeclaringClass().getName()
                  + "."
                  + unknown.getName()
                  + unknown.getParamTypes().stream()
                      .map(type -> descriptor(type.getName()))
                      .collect(Collectors.joining("", "(", ")"))
                  + descriptor(unknown.getReturnType().getName()));
    }

    String json(long classes, double seconds, double counting) {
      figures.put("classes", classes);
      String counted =
          figures.entrySet().stream()
              .map(entry -> "\"" + entry.getKey() + "\": " + entry.getValue())
              .collect(Collectors.joining(", "));
      String format = "{%s, \"seconds\": %.2f, \"counting\": %.2f}";
      return String.format(format, counted, seconds, counting);
    }

    void write(Path file) throws IOException {
      try (BufferedWriter writer = Files.newBufferedWriter(file)) {
        for (String line : lines.stream().sorted().toList()) {
          writer.write(line);
          writer.newLine();
        }
      }
    }
  }

  /** {@code java.lang.String[]} to {@code [Ljava/lang/String;}. */
  private static String descriptor(String type) {
    if (type.endsWith("[]")) {
      return "[" + descriptor(type.substring(0, type.length() - 2));
    }
    return switch (type) {
      case "void" -> "V";
      case "boolean" -> "Z";
      case "byte" -> "B";
      case "char" -> "C";
      case "short" -> "S";
      case "int" -> "I";
      case "long" -> "J";
      case "float" -> "F";
      case "double" -> "D";
      default -> "L" + type.replace('.', '/') + ";";
    };
  }

  /** The dotted names of the classes in a folder or a jar. */
  private static List<String> names(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return namesBelow(path);
    }
    try (FileSystem jar = FileSystems.newFileSystem(path)) {
      return namesBelow(jar.getPath("/"));
    }
  }

  private static List<String> namesBelow(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".class"))
          .map(file -> root.relativize(file).toString())
          .map(file -> file.substring(0, file.length() - ".class".length()))
          .map(file -> file.replace('/', '.').replace(File.separatorChar, '.'))
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
}
