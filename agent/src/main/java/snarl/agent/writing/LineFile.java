package snarl.agent.writing;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import snarl.agent.loading.Untransformed;

/**
 * A header, then lines of fields between tabs.
 *
 * <p>Backslash, tab and the ends of lines are escaped as in Java. {@code snarl.monitor.lines} reads
 * it.
 */
public final class LineFile {
    private final Path file;
    private final Writer out;
    private boolean hasFailed;

    /** Writes lines. */
    public interface Work {
        /**
         * Writes some lines.
         *
         * @throws IOException if that is not possible
         */
        void write() throws IOException;
    }

    /**
     * Makes the file.
     *
     * @param file where
     * @param what what is written, for people
     * @param header its first line
     * @throws IOException if that is not possible
     */
    public LineFile(Path file, String what, String header) throws IOException {
        this.file = file;
        try {
            this.out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
        } catch (IOException problem) {
            throw new IOException("cannot write the " + what + ": " + problem, problem);
        }
        line(header);
        out.flush();
    }

    /**
     * Writes lines, all of which are in the file then. Once that fails, it is told, and nothing
     * more is written.
     *
     * @param work writes the lines
     */
    public void write(Work work) {
        if (hasFailed) {
            return;
        }
        try {
            work.write();
            out.flush();
        } catch (IOException problem) {
            hasFailed = true;
            System.err.println("snarl-agent: cannot write " + file + ": " + problem);
        }
    }

    /**
     * Writes one line.
     *
     * @param fields its fields
     * @throws IOException if that is not possible
     */
    public void line(String... fields) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < fields.length; i++) {
            if (i > 0) {
                line.append('\t');
            }
            line.append(escape(fields[i]));
        }
        // Whole, or not at all: there may be no memory for it.
        out.append(line.append('\n'));
    }

    /**
     * Writes what runs without hooks.
     *
     * @param fresh what was not yet written; none is left
     * @throws IOException if that is not possible
     */
    public void lines(Queue<Untransformed> fresh) throws IOException {
        for (Untransformed next; (next = fresh.poll()) != null; ) {
            line("untransformed", next.name(), next.reason());
        }
    }

    private static String escape(String field) {
        return field.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }
}
