package snarl.agent.accesses;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Queue;

/**
 * Writes what is new to the file, as lines of fields between tabs.
 *
 * <p>Backslash, tab and the ends of lines are escaped as in Java. {@code snarl.monitor.accesses}
 * reads it.
 */
final class AccessWriter {
    private static final String HEADER = "snarl accesses 1";

    private final Path file;
    private final Writer out;
    private final Registry registry;
    private final EventRecorder recorder;
    private final Queue<AccessTransformer.Untransformed> untransformed;
    private boolean hasFailed;

    AccessWriter(
            Path file,
            Registry registry,
            EventRecorder recorder,
            Queue<AccessTransformer.Untransformed> untransformed)
            throws IOException {
        this.file = file;
        this.registry = registry;
        this.recorder = recorder;
        this.untransformed = untransformed;
        try {
            this.out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
        } catch (IOException problem) {
            throw new IOException("cannot write the accesses: " + problem, problem);
        }
        line(HEADER);
        out.flush();
    }

    /** Writes what is new; at the end of the run, also what it counted. */
    synchronized void write(boolean isEnd) {
        if (hasFailed) {
            return;
        }
        try {
            for (Races.Race race : recorder.races.takeFresh()) {
                write(race);
            }
            for (AccessTransformer.Untransformed next; (next = untransformed.poll()) != null; ) {
                line("untransformed", next.name(), next.reason());
            }
            if (isEnd) {
                writeEnd();
            }
            out.flush();
        } catch (IOException problem) {
            hasFailed = true;
            System.err.println("snarl-agent: cannot write " + file + ": " + problem);
        }
    }

    private void write(Races.Race race) throws IOException {
        Site site = registry.site(Location.site(race.second()));
        String owner;
        String member = "";
        if (race.what() instanceof FieldRecord field) {
            owner = field.owner.name;
            member = field.name;
        } else {
            owner = ((Class<?>) race.what()).getName();
        }
        String kind = site.kind.name().toLowerCase(Locale.ROOT);
        line(race.isObserved() ? "observed" : "predicted", kind, owner, member);
        side(race.first(), race.firstThread());
        side(race.second(), race.secondThread());
    }

    private void side(int access, int thread) throws IOException {
        Site site = registry.site(Location.site(access));
        line(
                "side",
                Location.isWrite(access) ? "write" : "read",
                site.type.name,
                site.method,
                site.descriptor,
                Integer.toString(site.bci),
                Integer.toString(thread),
                recorder.threads.name(thread));
    }

    private void writeEnd() throws IOException {
        int run = 0;
        for (int id = 1; id <= registry.siteCount(); id++) {
            run += registry.site(id).hasRun ? 1 : 0;
        }
        count("classes", registry.typeCount());
        count("sites", run);
        count("accesses", recorder.accesses);
        count("synchronizations", recorder.synchronizations);
        count("threads", recorder.threads.count());
        count("left-out", recorder.leftOut);
        if (recorder.stopped != null) {
            line("stopped", recorder.stopped);
        }
        line("end");
    }

    private void count(String what, long number) throws IOException {
        line("count", what, Long.toString(number));
    }

    private void line(String... fields) throws IOException {
        for (int i = 0; i < fields.length; i++) {
            if (i > 0) {
                out.write('\t');
            }
            out.write(escape(fields[i]));
        }
        out.write('\n');
    }

    private static String escape(String field) {
        return field.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }
}
