package snarl.agent.accesses;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Queue;
import snarl.agent.loading.Untransformed;
import snarl.agent.writing.LineFile;

/** Writes what is new to the file. {@code snarl.monitor.accesses} reads it. */
final class AccessWriter {
    private static final String HEADER = "snarl accesses 1";

    private final LineFile out;
    private final Registry registry;
    private final History history;
    private final PairSearch pairs;
    private final Queue<Untransformed> untransformed;

    AccessWriter(
            Path file,
            Registry registry,
            History history,
            PairSearch pairs,
            Queue<Untransformed> untransformed)
            throws IOException {
        this.registry = registry;
        this.history = history;
        this.pairs = pairs;
        this.untransformed = untransformed;
        this.out = new LineFile(file, "accesses", HEADER);
    }

    /** Writes what is new; at the end of the run, also what it counted. */
    synchronized void write(boolean isEnd) {
        out.write(() -> writeNews(isEnd));
    }

    private void writeNews(boolean isEnd) throws IOException {
        for (Races.Race race : pairs.races.news.take()) {
            write(race);
        }
        out.lines(untransformed);
        if (isEnd) {
            writeEnd();
        }
    }

    private void write(Races.Race race) throws IOException {
        Site site = registry.sites.get(AccessRows.site(race.second()));
        String owner;
        String member = "";
        if (race.what() instanceof FieldRecord field) {
            owner = field.owner.name;
            member = field.name;
        } else {
            owner = ((Class<?>) race.what()).getName();
        }
        String kind = site.kind.name().toLowerCase(Locale.ROOT);
        out.line(race.isObserved() ? "observed" : "predicted", kind, owner, member);
        side(race.first(), race.firstThread());
        side(race.second(), race.secondThread());
    }

    private void side(int access, int thread) throws IOException {
        Site site = registry.sites.get(AccessRows.site(access));
        out.line(
                "side",
                AccessRows.isWrite(access) ? "write" : "read",
                site.type.name,
                site.method,
                site.descriptor,
                Integer.toString(site.bci),
                Integer.toString(thread),
                history.threads.get(thread).name);
    }

    private void writeEnd() throws IOException {
        int run = 0;
        for (int id = 1; id <= registry.sites.count(); id++) {
            run += registry.sites.get(id).hasRun ? 1 : 0;
        }
        count("classes", registry.types.count());
        count("sites", run);
        count("accesses", history.accesses);
        count("synchronizations", history.threads.synchronizations());
        count("threads", history.threads.count());
        count("left-out", pairs.leftOut);
        if (history.stopped != null) {
            out.line("stopped", history.stopped);
        }
        out.line("end");
    }

    private void count(String what, long number) throws IOException {
        out.line("count", what, Long.toString(number));
    }
}
