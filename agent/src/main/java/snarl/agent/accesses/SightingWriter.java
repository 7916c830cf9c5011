package snarl.agent.accesses;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import snarl.agent.loading.Untransformed;
import snarl.agent.writing.LineFile;

/** Writes what was found to the file. {@code snarl.monitor.sightings} reads it. */
final class SightingWriter {
    private static final String HEADER = "snarl run 1";

    private final LineFile out;
    private final Registry registry;
    private final History history;
    private final Sightings sightings;
    private final LockOrder lockOrder;
    private final ArrayShadows arrays;
    private final Queue<Untransformed> untransformed;
    private final Deadlocks deadlocks;
    private final Set<Integer> knownThreads = new HashSet<>();
    private int writtenClasses = -1;

    SightingWriter(
            Path file,
            Registry registry,
            History history,
            Sightings sightings,
            ArrayShadows arrays,
            Queue<Untransformed> untransformed)
            throws IOException {
        this.registry = registry;
        this.history = history;
        this.sightings = sightings;
        this.lockOrder = history.lockOrder;
        this.arrays = arrays;
        this.untransformed = untransformed;
        this.deadlocks = new Deadlocks(history.threads);
        this.out = new LineFile(file, "findings", HEADER);
    }

    /** Who it is that runs. */
    void writeStart() {
        out.write(
                () ->
                        out.line(
                                "jvm",
                                Long.toString(ProcessHandle.current().pid()),
                                System.getProperty("java.version", ""),
                                System.getProperty("sun.java.command", "")));
    }

    /** Nothing is watched in this JVM. */
    void writeOff() {
        out.write(
                () -> {
                    out.line("off");
                    count("classes", 0);
                    out.line("end");
                });
    }

    /** Writes what is new; at the end of the run, also what it counted. */
    synchronized void write(boolean isEnd) {
        out.write(() -> writeNews(isEnd));
    }

    private void writeNews(boolean isEnd) throws IOException {
        for (Sightings.Race race : sightings.news.take()) {
            write(race);
        }
        for (List<LockOrder.Step> cycle : lockOrder.news.take()) {
            write(cycle);
        }
        for (List<Deadlocks.Wait> deadlock : deadlocks.find()) {
            writeDeadlock(deadlock);
        }
        out.lines(untransformed);
        if (isEnd || registry.types.count() != writtenClasses) {
            writeCounts();
        }
        if (isEnd) {
            out.line("end");
        }
    }

    // Races

    private void write(Sightings.Race race) throws IOException {
        thread(race.first().thread());
        thread(race.second().thread());
        String owner;
        String member = "";
        if (race.what() instanceof FieldRecord field) {
            owner = field.owner.name;
            member = field.name;
        } else {
            owner = ((Class<?>) race.what()).getName();
        }
        out.line(
                "race",
                race.isObserved() ? "observed" : "predicted",
                detectors(race.detectors()),
                race.kind().name().toLowerCase(Locale.ROOT),
                owner,
                member,
                race.type() == null ? "" : race.type().getName(),
                race.type() == null ? "" : name(race.type(), race.identity()));
        side(race.first());
        side(race.second());
    }

    private static String detectors(int found) {
        return switch (found) {
            case Sightings.FASTTRACK -> "fasttrack";
            case Sightings.RACER -> "racer";
            default -> "eraser";
        };
    }

    private void side(Sightings.Side side) throws IOException {
        Site site = side.site();
        List<StackTraceElement> frames = side.stack() == null ? List.of() : side.stack().frames();
        StackTraceElement top = frames.isEmpty() ? null : frames.get(0);
        String exactness = side.stack() == null ? "none" : side.isExact() ? "exact" : "example";
        out.line(
                "side",
                side.isWrite() ? "write" : "read",
                site.type.name,
                site.method,
                site.descriptor,
                Integer.toString(site.bci),
                top == null ? "" : file(top),
                Integer.toString(top == null ? 0 : top.getLineNumber()),
                Integer.toString(side.thread()),
                exactness);
        for (int lock : history.locksets.locks(side.locks())) {
            Locksets.Lock held = history.locksets.lock(lock);
            out.line("lock", "exclusive", lockType(held), lockName(held));
        }
        frames(frames);
    }

    // Locks that are taken in opposite orders

    private void write(List<LockOrder.Step> cycle) throws IOException {
        for (LockOrder.Step step : cycle) {
            thread(step.thread());
        }
        out.line("cycle", Integer.toString(cycle.size()));
        for (LockOrder.Step step : cycle) {
            Locksets.Lock held = history.locksets.lock(step.held());
            Locksets.Lock taken = history.locksets.lock(step.taken());
            edge(
                    step.thread(),
                    lockType(held),
                    lockName(held),
                    lockType(taken),
                    lockName(taken),
                    step.stack().frames());
        }
    }

    private void writeDeadlock(List<Deadlocks.Wait> deadlock) throws IOException {
        for (Deadlocks.Wait wait : deadlock) {
            thread(wait.thread());
        }
        out.line("deadlock", Integer.toString(deadlock.size()));
        for (int i = 0; i < deadlock.size(); i++) {
            Deadlocks.Wait wait = deadlock.get(i);
            Deadlocks.Wait before = deadlock.get((i + deadlock.size() - 1) % deadlock.size());
            edge(
                    wait.thread(),
                    before.lockType(),
                    before.lockName(),
                    wait.lockType(),
                    wait.lockName(),
                    wait.frames());
        }
    }

    private void edge(
            int thread,
            String heldType,
            String held,
            String wantedType,
            String wanted,
            List<StackTraceElement> frames)
            throws IOException {
        StackTraceElement top = frames.isEmpty() ? null : frames.get(0);
        out.line(
                "edge",
                Integer.toString(thread),
                heldType,
                held,
                wantedType,
                wanted,
                top == null ? "" : top.getClassName(),
                top == null ? "" : top.getMethodName(),
                "",
                "-1",
                top == null ? "" : file(top),
                Integer.toString(top == null ? 0 : top.getLineNumber()));
        frames(frames);
    }

    // What they are made of

    private void thread(int number) throws IOException {
        if (!knownThreads.add(number)) {
            return;
        }
        ThreadState thread = history.threads.get(number);
        Birth birth = thread.birth;
        if (birth.parent() >= 0) {
            thread(birth.parent());
        }
        out.line(
                "thread",
                Integer.toString(number),
                birth.path(),
                thread.name,
                Integer.toString(birth.parent()));
        if (birth.stack() != null) {
            frames(birth.stack().frames());
        }
    }

    private void frames(List<StackTraceElement> frames) throws IOException {
        for (StackTraceElement frame : frames) {
            out.line(
                    "frame",
                    frame.getClassName(),
                    frame.getMethodName(),
                    file(frame),
                    Integer.toString(frame.getLineNumber()));
        }
    }

    private static String file(StackTraceElement frame) {
        return frame.getFileName() == null ? "" : frame.getFileName();
    }

    private static String lockType(Locksets.Lock lock) {
        return lock.type().getName();
    }

    private static String lockName(Locksets.Lock lock) {
        return name(lock.type(), lock.identity());
    }

    private static String name(Class<?> type, int identity) {
        return type.getName() + "@" + Integer.toHexString(identity);
    }

    private void writeCounts() throws IOException {
        writtenClasses = registry.types.count();
        count("classes", registry.programClasses());
        count("sites", registry.sites.count());
        count("threads", history.threads.count());
        count("synchronizations", history.threads.synchronizations());
        count("left-out", arrays.leftOut);
        count("lost", history.lost);
        if (registry.unplanned() > 0) {
            count("unplanned", registry.unplanned());
        }
        if (history.stopped != null) {
            out.line("stopped", history.stopped);
        }
    }

    private void count(String what, long number) throws IOException {
        out.line("count", what, Long.toString(number));
    }
}
