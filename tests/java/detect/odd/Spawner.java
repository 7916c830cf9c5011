import java.io.File;
import java.util.List;

/** Starts another JVM, of the same version, and one that is none. */
public class Spawner {
    public static void main(String[] args) throws Exception {
        String java = System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
        String path = System.getProperty("java.class.path");
        System.out.println(run(List.of(java, "-cp", path, "Spawner$Child", "one", "two words")));
        System.out.println(run(List.of("echo", "java", "-cp")));
    }

    private static String run(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        return process.waitFor() + " " + said.trim();
    }

    /** A program of its own, with a race. */
    static class Child {
        private static int racy;

        public static void main(String[] args) throws Exception {
            Thread thread = new Thread(() -> racy++);
            thread.start();
            racy++;
            thread.join();
            System.out.println(String.join("|", args));
        }
    }
}
