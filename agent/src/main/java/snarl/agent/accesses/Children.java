package snarl.agent.accesses;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JVMs that the program itself starts: they get the agent as the program's own JVM has it.
 *
 * <p>By an option, and not by a variable of the environment: of that, the JVM would tell on stderr,
 * which programs read. Only what is known to be a JVM of a new enough version gets one.
 */
final class Children {
    private static final int OLDEST_JAVA = 17;
    private static final Set<String> LAUNCHERS = Set.of("java", "javaw");
    private static final Pattern VERSION =
            Pattern.compile("^JAVA_VERSION=\"(\\d+)", Pattern.MULTILINE);

    private final String option;

    /**
     * @param options what follows the jar's name in the option
     */
    Children(String options) throws IOException {
        try {
            Path jar =
                    Path.of(
                            Children.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            this.option = "-javaagent:" + jar + "=" + options;
        } catch (URISyntaxException problem) {
            throw new IOException(problem);
        }
    }

    /** A command that is about to be run: the same, if it does not start a JVM. */
    String[] watched(String[] command) {
        if (command.length == 0 || command[0] == null || !isJvm(command[0])) {
            return command;
        }
        String[] longer = new String[command.length + 1];
        longer[0] = command[0];
        longer[1] = option;
        System.arraycopy(command, 1, longer, 2, command.length - 1);
        return longer;
    }

    private static boolean isJvm(String program) {
        try {
            Path name = Path.of(program).getFileName();
            Path found = name == null || !LAUNCHERS.contains(name.toString()) ? null : find(program);
            if (found == null) {
                return false;
            }
            Path release = found.toRealPath().getParent().resolveSibling("release");
            Matcher version = VERSION.matcher(Files.readString(release));
            return version.find() && Integer.parseInt(version.group(1)) >= OLDEST_JAVA;
        } catch (IOException | InvalidPathException | SecurityException unknown) {
            return false;
        }
    }

    /** The file of a program, as the system looks for it; null if there is none. */
    private static Path find(String program) {
        if (program.contains(File.separator)) {
            return Path.of(program);
        }
        String folders = System.getenv("PATH");
        for (String folder : folders == null ? new String[0] : folders.split(File.pathSeparator)) {
            Path file = Path.of(folder, program);
            if (Files.isExecutable(file)) {
                return file;
            }
        }
        return null;
    }
}
