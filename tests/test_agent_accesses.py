"""The agent finds accesses that nothing orders, and programs run under it as they do without.

That it finds no others is shown by the programs of `tests/programs/data-race` (test_soundness),
that its clocks are right by random traces (test_access_ordering).
"""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from classgen import Access, ClassBuilder
from conftest import feature, jar_of, javac, write_sources
from java_homes import jdks, version
from snarl.monitor.accesses import (
    AccessRecording,
    AccessRecordingError,
    Side,
    UnorderedPair,
    read,
)
from snarl.monitor.agent import access_recording, container_lines
from snarl.monitor.recording import Site

REAL = Path(__file__).parent / "java" / "recorder" / "real"
TIMEOUT = 120


@dataclass(frozen=True, slots=True)
class Run:
    """A program that ran under the agent."""

    status: int
    out: str
    err: str
    recording: AccessRecording

    @property
    def subjects(self) -> set[str]:
        """What raced."""
        return {pair.subject for pair in self.recording.pairs}


@pytest.fixture(scope="module", params=jdks(), ids=version)
def home(request: pytest.FixtureRequest) -> Path:
    home: Path = request.param
    return home


def java(home: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [str(home / "bin" / "java"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)


def record(home: Path, file: Path, *arguments: str | Path) -> Run:
    """Runs Java under the agent."""
    with access_recording(file) as option:
        done = java(home, option, *arguments)
    return Run(done.returncode, done.stdout, done.stderr, read(file))


def run_source(home: Path, folder: Path, text: str, *arguments: str) -> Run:
    """Compiles a class `Main`, and runs it with and without the agent, to the same effect."""
    source = write_sources(folder / "src", Main=text) / "Main.java"
    classes = javac(home, folder / "classes", source)
    plain = java(home, "-cp", classes, "Main", *arguments)
    run = record(home, folder / "run.txt", "-Xverify:all", "-cp", classes, "Main", *arguments)
    warnings = [line for line in run.err.splitlines() if "-Xverify" not in line]
    assert (run.status, run.out) == (plain.returncode, plain.stdout)
    assert warnings == plain.stderr.splitlines()
    assert not run.recording.untransformed
    return run


# --- what is seen ------------------------------------------------------------------------------

LOCATIONS = """
public class Main {
    static int number;
    static long wide;
    static volatile int calm;
    double half;
    Object text;
    final int fixed = 3;
    static volatile Main made;
    static final int[] cells = new int[4];
    static final long[] wides = new long[4];
    static final java.util.List<Object> list = new java.util.ArrayList<>();
    static final java.util.Vector<Object> vector = new java.util.Vector<>();

    static void work(Main main) {
        number += 2;
        wide++;
        calm = 5;
        main.half += 0.5;
        main.text = "text" + main.fixed;
        cells[1]++;
        wides[2] += 3;
        System.arraycopy(cells, 1, cells, 2, 1);
        list.add(main);
        vector.add(main);
    }

    public static void main(String[] args) throws Exception {
        Main main = new Main();
        Thread thread = new Thread(() -> work(main));
        work(main);
        thread.start();
        work(main);
        thread.join();
        work(main);
        System.out.println(number + " " + wide + " " + main.half + " " + cells[1] + wides[2]);
        System.out.println(main.text + " " + list.size() + " " + vector.size());
    }
}
"""


def test_all_kinds_of_locations(home: Path, tmp_path: Path) -> None:
    run = run_source(home, tmp_path, LOCATIONS)
    assert run.recording.complete
    assert run.subjects == {
        "Main.number",
        "Main.wide",
        "Main.half",
        "Main.text",
        "[I",
        "[J",
        "java.util.ArrayList",
    }
    for pair in run.recording.pairs:
        assert {side.thread_name for side in pair.sides} == {"main", "Thread-0"}
        assert {side.site.method for side in pair.sides} == {"work"}
        assert "write" in {side.access for side in pair.sides}
    assert run.recording.counts["left-out"] == 0


CONSTRUCTORS = """
public class Main {
    static class Base {
        final Object given;
        int count;
        Base(Object given) { this.given = given; count++; }
    }

    static class Above extends Base {
        int set;
        Above(boolean one, int n) {
            super(one ? new Base(new int[] {n}) : new Above(true, n + 1));
            set = n;
            count += n;
        }
        Above(int n) { this(n > 3, n); }
        protected void finalize() { set = 0; }
    }

    interface Shape { int area(); }

    public static void main(String[] args) throws Exception {
        int captured = args.length + 7;
        class Local extends Base implements Shape {
            int own = captured;
            Local() { super(null); own++; }
            public int area() { return own + captured; }
        }
        System.out.println(new Local().area() + " " + new Above(2).set + " " + new Above(5).count);
        Shape shape = new Shape() { int x = captured; public int area() { return x++ + x; } };
        System.out.println(shape.area());
        Thread thread = new Thread() { long y = captured; public void run() { y++; } };
        thread.start();
        thread.join();
    }
}
"""


def test_constructors_before_and_after_there_is_an_object(home: Path, tmp_path: Path) -> None:
    run = run_source(home, tmp_path, CONSTRUCTORS)
    assert run.subjects == set()
    assert run.recording.counts["accesses"] > 10


EARLY = """
public class Main {
    static class Base {
        int seen;
        Base() { seen = value(); }
        int value() { return 1; }
    }

    static class Early extends Base {
        int set;
        final int fixed;
        Early(int n) {
            if (n < 0) {
                throw new IllegalArgumentException();
            }
            set = n;
            if (n > 5) {
                fixed = n;
            } else {
                fixed = new Early(n + 5).fixed;
            }
            super();
            set++;
        }
        int value() { return set + fixed; }
    }

    public static void main(String[] args) {
        System.out.println(new Early(3).seen + " " + new Early(7).set);
    }
}
"""


def test_constructors_that_do_something_before_super(home: Path, tmp_path: Path) -> None:
    if feature(home) < 25:
        pytest.skip("needs Java 25")
    run = run_source(home, tmp_path, EARLY)
    assert run.out == "11 8\n"


THROWN = """
public class Main {
    static int guarded;
    static int other;
    static final Object lock = new Object();

    static synchronized int fail(int n) {
        guarded += n;
        if (n > 0) {
            throw new IllegalStateException();
        }
        return n;
    }

    synchronized void fails() {
        synchronized (lock) {
            other++;
            Object[] none = null;
            none[0] = this;
        }
    }

    static void work(Main main, int n) {
        for (int i = 0; i < 20; i++) {
            try {
                fail(i % n);
            } catch (IllegalStateException expected) {
            }
            try {
                main.fails();
            } catch (NullPointerException expected) {
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Main main = new Main();
        Thread one = new Thread(() -> work(main, 2));
        Thread two = new Thread(() -> work(main, 3));
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(guarded + " " + other);
        throw new Exception("told");
    }
}
"""


def test_monitors_are_left_by_exceptions(home: Path, tmp_path: Path) -> None:
    run = run_source(home, tmp_path, THROWN)
    assert run.status == 1
    assert run.subjects == set()
    assert run.recording.complete


EXIT = """
public class Main {
    static int count;
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("bye")));
        Thread thread = new Thread(() -> { count++; });
        thread.setDaemon(true);
        thread.start();
        count++;
        Thread.sleep(200);
        System.exit(7);
    }
}
"""


def test_a_program_that_exits(home: Path, tmp_path: Path) -> None:
    run = run_source(home, tmp_path, EXIT)
    assert (run.status, run.out) == (7, "bye\n")
    assert run.subjects == {"Main.count"}
    assert run.recording.complete


PREDICTED = """
public class Main {
    static int count;
    static final Object lock = new Object();
    static void pass() { synchronized (lock) { } }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> { count++; pass(); });
        Thread two = new Thread(() -> {
            try { Thread.sleep(300); } catch (InterruptedException e) { }
            pass();
            count++;
        });
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
"""


def test_a_monitor_that_orders_by_accident(home: Path, tmp_path: Path) -> None:
    run = run_source(home, tmp_path, PREDICTED)
    assert run.subjects == {"Main.count"}
    assert not any(pair.is_observed for pair in run.recording.pairs)


def test_pauses_do_not_change_a_program(home: Path, tmp_path: Path) -> None:
    source = write_sources(tmp_path / "src", Main=LOCATIONS) / "Main.java"
    classes = javac(home, tmp_path / "classes", source)
    with access_recording(tmp_path / "run.txt", noise=3) as option:
        done = java(home, option, "-cp", classes, "Main")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Main.number" in {pair.subject for pair in read(tmp_path / "run.txt").pairs}


VIRTUAL = """
public class Main {
    static int count;
    static int joined;
    public static void main(String[] args) throws Exception {
        Thread first = Thread.startVirtualThread(() -> joined++);
        first.join();
        joined++;
        Thread[] threads = new Thread[Integer.parseInt(args[0])];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.startVirtualThread(() -> count++);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(joined);
    }
}
"""


def test_virtual_threads(home: Path, tmp_path: Path) -> None:
    if feature(home) < 21:
        pytest.skip("needs Java 21")
    run = run_source(home, tmp_path / "few", VIRTUAL, "10")
    assert run.subjects == {"Main.count"}
    assert run.recording.stopped is None
    many = run_source(home, tmp_path / "many", VIRTUAL, "10000")
    assert many.recording.stopped == "there were more than 4096 threads"
    assert many.subjects == {"Main.count"}


# --- real programs -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "jar"), [("DerbyWork", "derby-10.1.1.0.jar"), ("GroovyWork", "groovy-5.0.0.jar")]
)
def test_real_programs_run_as_they_do_without(
    home: Path, name: str, jar: str, artifacts: Path, tmp_path: Path
) -> None:
    classes = javac(home, tmp_path / "classes", "-cp", artifacts / jar, REAL / f"{name}.java")
    path = f"{artifacts / jar}:{classes}"
    plain = java(home, "-cp", path, name, tmp_path / "plain")
    # It is deprecated, and says so on the error stream.
    run = record(home, tmp_path / "run.txt", "-Xverify:all", "-cp", path, name, tmp_path / "under")
    assert plain.returncode == 0, plain.stderr
    assert (run.status, run.out) == (0, plain.stdout)
    assert not run.recording.untransformed
    assert run.recording.complete
    assert run.recording.counts["sites"] > 1000


# --- what goes wrong ---------------------------------------------------------------------------


def test_a_killed_program_leaves_what_it_did(home: Path, tmp_path: Path) -> None:
    forever = """
    public class Forever {
        static int count;
        public static void main(String[] args) throws Exception {
            Thread thread = new Thread(() -> { count++; });
            thread.start();
            count++;
            System.out.println("ready");
            while (true) Thread.sleep(1000);
        }
    }
    """
    source = write_sources(tmp_path / "src", Forever=forever) / "Forever.java"
    classes = javac(home, tmp_path / "classes", source)
    file = tmp_path / "run.txt"
    with access_recording(file) as option:
        command = [str(home / "bin" / "java"), option, "-cp", str(classes), "Forever"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        try:
            assert process.stdout
            assert process.stdout.readline() == b"ready\n"
            until = time.monotonic() + TIMEOUT
            while "side" not in file.read_text() and time.monotonic() < until:
                time.sleep(0.1)
        finally:
            process.kill()
            process.communicate()
    recording = read(file)
    assert not recording.complete
    assert {pair.subject for pair in recording.pairs} == {"Forever.count"}


def large_class(increments: int) -> ClassBuilder:
    """A `main` that changes a field very often."""
    cls = ClassBuilder("Large", version=(49, 0))
    cls.field("count", "I", Access.PUBLIC | Access.STATIC)
    small = cls.method("small", "()V", Access.PUBLIC | Access.STATIC).code
    small.emit("iconst_1").field("putstatic", "Large", "count", "I").emit("return")
    code = cls.method("main", "([Ljava/lang/String;)V", Access.PUBLIC | Access.STATIC).code
    code.invoke("invokestatic", "Large", "small", "()V")
    for _ in range(increments):
        code.emit("iconst_2").field("putstatic", "Large", "count", "I")
    code.emit("return")
    return cls


def test_a_method_too_large_for_hooks_is_named_and_runs(home: Path, tmp_path: Path) -> None:
    jar = jar_of(tmp_path / "large.jar", large_class(12_000))
    run = record(home, tmp_path / "run.txt", "-cp", jar, "Large")
    assert (run.status, run.out, run.err) == (0, "", "")
    assert list(run.recording.untransformed) == ["Large#main([Ljava/lang/String;)V"]
    assert run.recording.counts["accesses"] == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("accesses", "expected record=FILE, walks=NUMBER, accesses=FILE, containers=FILE or noise"),
        ("accesses=x,record=y", "expected record=FILE or accesses=FILE, but got both"),
        ("accesses=/nowhere/at/all", "cannot write the accesses: "),
        ("accesses=x,containers=/nowhere", "/nowhere"),
        ("noise=none", "expected record=FILE"),
    ],
)
def test_a_wrong_option_ends_the_jvm_with_a_sentence(
    java_home: Path, options: str, message: str
) -> None:
    with as_file(files("snarl") / "agent" / "snarl-agent.jar") as jar:
        done = java(java_home, f"-javaagent:{jar}={options}", "-version")
    assert done.returncode == 2
    assert done.stderr.startswith(f"snarl-agent: {message}")
    assert len(done.stderr.splitlines()) == 1


# --- the files ---------------------------------------------------------------------------------


def test_reads_a_pair_and_drops_half_a_line(tmp_path: Path) -> None:
    file = tmp_path / "run.txt"
    lines = [
        "snarl accesses 1",
        "observed\tfield\ta.B\tx",
        "side\twrite\ta.B\tset\t()V\t7\t0\tmain",
        "side\tread\ta.C\tget\\t\t()I\t1\t2\tThread-0",
        "predicted\tarray\t[I\t",
        "side\twrite\ta.B",
    ]
    file.write_text("\n".join(lines))
    first = Side(Site("a.B", "set", "()V", 7), "write", 0, "main")
    second = Side(Site("a.C", "get\t", "()I", 1), "read", 2, "Thread-0")
    recording = read(file)
    assert recording.pairs == (UnorderedPair(True, "field", "a.B", "x", first, second),)
    assert recording.pairs[0].subject == "a.B.x"
    assert not recording.complete


@pytest.mark.parametrize("text", ["", "PK", "snarl accesses 1\nobserved\tnone\n"])
def test_what_is_no_recording_is_an_error(tmp_path: Path, text: str) -> None:
    file = tmp_path / "run.txt"
    file.write_text(text)
    with pytest.raises(AccessRecordingError, match=r"run\.txt"):
        read(file)


def test_the_table_of_containers_is_that_of_the_checker() -> None:
    lines = dict.fromkeys(container_lines())
    names = {line.split("\t")[1]: line.split("\t") for line in lines}
    assert "put" in names["java.util.HashMap"][4].split(",")
    assert names["java.util.Vector"][2] == "locked"
    assert names["java.lang.System.arraycopy"][2:] == ["0", "2"]
