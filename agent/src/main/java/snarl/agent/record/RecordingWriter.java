package snarl.agent.record;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import snarl.agent.loading.Untransformed;
import snarl.agent.writing.LineFile;

/** Writes what is new to the file. {@code snarl.monitor.recording} reads it. */
final class RecordingWriter {
    private static final String HEADER = "snarl recording 1";

    private static final int ATTEMPTS = 200;
    private static final long NANOSECONDS_BETWEEN_ATTEMPTS = 10_000_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final LineFile out;
    private final Recorder recorder;
    private final Callees callees;
    private final Queue<Untransformed> untransformed;
    /** Calls that were announced when last written: by then, they have happened. */
    private List<Target> announced = new ArrayList<>();

    private volatile boolean isEnding;

    RecordingWriter(
            Path file,
            Recorder recorder,
            Callees callees,
            Queue<Untransformed> untransformed)
            throws IOException {
        this.recorder = recorder;
        this.callees = callees;
        this.untransformed = untransformed;
        this.out = new LineFile(file, "recording", HEADER);
    }

    /**
     * Writes what is new; at the end of the run, also calls that were only just announced.
     *
     * <p>Nothing is written if another thread does not stop writing: it might wait for this one.
     */
    void write(boolean all) {
        if (!hasLocked()) {
            return;
        }
        try {
            out.write(() -> writeNews(all));
        } finally {
            lock.unlock();
        }
    }

    private boolean hasLocked() {
        for (int i = 0; i < ATTEMPTS; i++) {
            if (lock.tryLock()) {
                return true;
            }
            LockSupport.parkNanos(NANOSECONDS_BETWEEN_ATTEMPTS);
        }
        return false;
    }

    private void writeNews(boolean all) throws IOException {
        writeCalls(all);
        for (Reflection next; (next = recorder.newReflections.poll()) != null; ) {
            resolve(next);
        }
        for (Edge next; (next = recorder.newEdges.poll()) != null; ) {
            write(next);
        }
        for (Allocation next; (next = recorder.newAllocations.poll()) != null; ) {
            write(next);
        }
        out.lines(untransformed);
        if (isEnding) {
            out.line("end");
            isEnding = false;
        }
    }

    /** Writes what is new, and that the run came to its end. */
    void writeEnd() {
        isEnding = true;
        write(true);
    }

    private void writeCalls(boolean all) throws IOException {
        List<Target> fresh = new ArrayList<>();
        for (Target next; (next = recorder.newTargets.poll()) != null; ) {
            fresh.add(next);
        }
        for (Target target : announced) {
            resolve(target);
        }
        announced = fresh;
        if (all) {
            announced = List.of();
            for (Target target : fresh) {
                resolve(target);
            }
        }
    }

    private void resolve(Target target) throws IOException {
        try {
            add(target.site, callees.of(target));
        } catch (LinkageError | RuntimeException problem) {
            unresolved(target.site, problem.toString());
        }
    }

    private void resolve(Reflection reflection) throws IOException {
        try {
            add(reflection.site(), callees.of(reflection));
        } catch (LinkageError | RuntimeException problem) {
            unresolved(reflection.site(), problem.toString());
        }
    }

    private void add(CallSite site, Callees.Callee callee) throws IOException {
        if (callee == null) {
            unresolved(site, "nothing found that it could call");
        } else if (callee.method() != null) {
            recorder.addEdge(site, callee.kind(), callee.method());
        }
    }

    private void unresolved(CallSite site, String reason) throws IOException {
        MethodRecord caller = site.caller;
        out.line(
                "unresolved",
                caller.owner.name,
                caller.name,
                caller.descriptor,
                Integer.toString(site.bci),
                site.owner + "." + site.name + site.descriptor + ": " + reason);
    }

    private void write(Edge edge) throws IOException {
        MethodName caller = edge.caller();
        MethodName callee = edge.callee();
        out.line(
                "edge",
                edge.kind().text,
                caller == null ? "" : caller.type(),
                caller == null ? "" : caller.name(),
                caller == null ? "" : caller.descriptor(),
                Integer.toString(edge.bci()),
                callee.type(),
                callee.name(),
                callee.descriptor());
    }

    private void write(Allocation allocation) throws IOException {
        MethodRecord method = allocation.method;
        out.line(
                "allocation",
                method.owner.name,
                method.name,
                method.descriptor,
                Integer.toString(allocation.bci),
                allocation.type);
    }
}
