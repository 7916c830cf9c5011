"""How sure findings are: where sides surely meet, and where they may never."""

from __future__ import annotations

from pathlib import Path

import pytest

import snarl
from snarl.checking import check
from snarl.findings import Finding, Severity
from snarl.settings import Settings

CALLED = """
public class Box {
    private int count;
    public synchronized void add() { count++; }
    public int get() { return count; }
}
"""
INSIDE = """
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
public class Box {
    static class Part { int count; }
    private final Map<String, Part> parts = Collections.synchronizedMap(new LinkedHashMap<>());
    public void put(String name) { parts.put(name, new Part()); }
    public synchronized void add(String name) { parts.get(name).count++; }
    public int get(String name) { return parts.get(name).count; }
}
"""
LENT = """
import java.util.concurrent.ConcurrentLinkedQueue;
public class Box {
    static class Part { int count; }
    private final ConcurrentLinkedQueue<Part> parts = new ConcurrentLinkedQueue<>();
    public static Part part() { return new Part(); }
    public void put(Part part) { part.count++; parts.add(part); }
    public synchronized int get() { return parts.peek().count; }
}
"""
KEPT = LENT.replace("part.count++; parts.add(part);", "parts.add(part); part.count++;")
YOUNG = """
public class Box {
    static Box last;
    private int count;
    public Box() { this(1); }
    private Box(int count) { publish(); fill(count); }
    private synchronized void publish() { last = this; }
    private void fill(int count) { this.count = count; }
    public static Box make() { return new Box(); }
    public synchronized int get() { return count; }
    public synchronized void set(int count) { fill(count); }
}
"""
YOUNG_PART = """
import java.util.ArrayList;
import java.util.List;
public class Box {
    static Box last;
    private final List<String> count = new ArrayList<>();
    public Box() { this("one"); }
    private Box(String first) { publish(); fill(first); }
    private synchronized void publish() { last = this; }
    private void fill(String item) { count.add(item); }
    public static Box make() { return new Box(); }
    public synchronized int get() { return count.size(); }
    public synchronized void set(String item) { fill(item); }
}
"""
HANDED = """
public class Box {
    private static class Task implements Runnable {
        int count;
        public void run() { count++; }
    }
    public static class BoxRunner {
        private BoxRunner() { }
        public void execute(Runnable task) { task.run(); }
    }
    private static final BoxRunner RUNNER = new BoxRunner();
    private static final Task TASK = new Task();
    static { new Thread(() -> RUNNER.execute(TASK)).start(); }
    public static BoxRunner runner() { return RUNNER; }
}
"""
PUBLIC_TASK = HANDED.replace("private static class Task", "public static class Task").replace(
    "private static final Task", "public static final Task"
)
LOCKED = """
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
public class Box {
    static class Part { int count; }
    private static final Map<String, Part> PARTS =
        Collections.synchronizedMap(new LinkedHashMap<>());
    public static void put(String name) { PARTS.put(name, new Part()); }
    public static void add(Object lock, String name) {
        synchronized (lock) { count(PARTS.get(name)); }
    }
    private static void count(Part part) { part.count++; }
}
"""

GENERAL = """
import java.util.Comparator;
public class Box {
    static class A implements Comparator<String> {
        public int compare(String one, String two) { return 1; }
    }
    static class B extends A { public int compare(String one, String two) { return 2; } }
    static class C extends A { public int compare(String one, String two) { return 3; } }
    static class D extends A { public int compare(String one, String two) { return 4; } }
    static class Part extends A {
        int count;
        public int compare(String one, String two) { return count++; }
    }
    private final Object[] locks = {new Object(), new Object()};
    private final Part[] parts = {new Part(), new Part()};
    private final A[] all = {new A(), new B(), new C(), new D(), parts[0]};
    public int any(int number) { return pick(number).compare("one", "two"); }
    private Comparator<String> pick(int number) { return all[number]; }
    public int own(int number) {
        synchronized (locks[number]) { return parts[number].compare("one", "two"); }
    }
}
"""
GUARDED_BESIDE = """
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
public class Box {
    static class A implements Comparator<String> {
        public int compare(String one, String two) { return 1; }
    }
    static class B extends A { public int compare(String one, String two) { return 2; } }
    static class C extends A { public int compare(String one, String two) { return 3; } }
    static class D extends A { public int compare(String one, String two) { return 4; } }
    static class Part extends A {
        private final Base base;
        Part(Base base) { this.base = base; }
        public int compare(String one, String two) { return base.count.size(); }
    }
    static class Base {
        final List<Part> count = new ArrayList<>();
    }
    static class Factory { Base make() { return new Base(); } }
    static class Session {
        private final Base base;
        private final List<A> all = new ArrayList<>();
        Session(Base base) {
            this.base = base;
            all.add(new A()); all.add(new B()); all.add(new C()); all.add(new D());
        }
        void own() {
            synchronized (base) {
                Part part = new Finder(base).find();
                all.add(part);
            }
        }
        int any(int number) { return pick(number).compare("one", "two"); }
        private Comparator<String> pick(int number) { return all.get(number); }
    }
    static class Finder {
        private final Base base;
        Finder(Base base) { this.base = base; }
        Part find() {
            if (base.count.isEmpty()) {
                Part made = new Part(base);
                base.count.add(made);
                return made;
            }
            return base.count.get(0);
        }
    }
    private final Session one = new Session(new Factory().make());
    private final Session two = new Session(new Factory().make());
    public void ownOne() { one.own(); }
    public void ownTwo() { two.own(); }
    public int any(int number) { return one.any(number); }
}
"""
CROWD = """
import java.util.Comparator;
public class Box {
    static class A implements Comparator<String> {
        public int compare(String one, String two) { return 1; }
    }
    static class B extends A { public int compare(String one, String two) { return 2; } }
    static class C extends A { public int compare(String one, String two) { return 3; } }
    static class D extends A { public int compare(String one, String two) { return 4; } }
    static class Part { int count; }
    static class Sum extends A {
        public int compare(String one, String two) { return PARTS[one.length()].count++; }
    }
    private static final Part[] PARTS = {
        new Part(), new Part(), new Part(), new Part(), new Part(), new Part()
    };
    private static final A[] ALL = {new A(), new B(), new C(), new D(), new Sum()};
    private static Comparator<String> pick(int number) { return ALL[number]; }
    private static void any(int number) { pick(number).compare("one", "two"); }
    private static void own(int number) { new Sum().compare("one", "two"); }
    public static void main(String[] args) {
        new Thread(() -> any(args.length)).start();
        new Thread(() -> any(args.length + 1)).start();
    }
}
"""
COMPLAINT = """
public class Box {
    static class Part extends RuntimeException {
        int count;
        public String toString() { return "part " + count++; }
    }
    private static final Part PART = new Part();
    private static boolean asks(String text) { return text.startsWith("a"); }
    private static void fails() { throw new AssertionError(PART); }
    public static void main(String[] args) {
        if (args.length > 1) fails();
        new Thread(() -> asks(args[0])).start();
        System.exit(PART.count);
    }
}
"""
HANDLED = """
public class Box {
    static class Part { int count; }
    private static final Part[] PARTS = {
        new Part(), new Part(), new Part(), new Part(), new Part(), new Part()
    };
    private static void set(Part part) { part.count = 1; }
    public int handle(int number) { return PARTS[number].count; }
    public static void main(String[] args) { set(PARTS[args.length]); }
}
"""
STARTED = HANDLED.replace(
    "set(PARTS[args.length]);", "new Thread(() -> set(PARTS[args.length])).start();"
)
STARTED_CROWD = STARTED.replace("new Part(), new Part(),", "new Part(), " * 9)
HANDLER = """
public class Box {
    private int count;
    public int handle(String request) { return count++; }
}
"""


def finding(folder: Path, source: str, *, open: str = "*Box*") -> Finding:
    (folder / "Box.java").write_text(source)
    found = check(snarl.load([folder]), open=[open]).findings
    (only,) = [it for it in found if it.subject.member == "count"]
    return only


def test_what_callers_call_themselves_is_sure(tmp_path: Path) -> None:
    found = finding(tmp_path, CALLED)
    assert (found.severity, found.confidence) == (Severity.ERROR, "high")


def test_what_is_found_inside_is_less_sure(tmp_path: Path) -> None:
    found = finding(tmp_path, INSIDE)
    assert (found.severity, found.confidence) == (Severity.ERROR, "medium")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (LENT, "as an argument"),
        (YOUNG, "constructor at work"),
        (YOUNG_PART, "constructor at work"),
        (HANDED, "a call that may mean many methods"),
        (GENERAL, "a call that may mean many methods"),
        (GUARDED_BESIDE, "a call that may mean many methods"),
    ],
)
def test_sides_that_may_never_meet_are_notes(tmp_path: Path, source: str, reason: str) -> None:
    found = finding(tmp_path, source)
    assert (found.severity, found.confidence) == (Severity.NOTE, "low")
    assert reason in found.note


def test_a_task_that_callers_can_have_is_called_by_them(tmp_path: Path) -> None:
    found = finding(tmp_path, PUBLIC_TASK)
    assert (found.severity, found.confidence) == (Severity.ERROR, "high")


def test_a_call_that_may_mean_few_methods_is_no_doubt(tmp_path: Path) -> None:
    found = finding(tmp_path, GENERAL.replace("new B(), new C(), new D(), ", ""))
    assert (found.severity, found.confidence) == (Severity.ERROR, "medium")


@pytest.mark.parametrize(
    ("source", "severity"),
    [(CROWD, Severity.NOTE), (CROWD.replace("any(args", "own(args"), Severity.WARNING)],
)
def test_one_doubt_does_not_hide_another(tmp_path: Path, source: str, severity: Severity) -> None:
    (tmp_path / "Box.java").write_text(source)
    (found,) = check(snarl.load([tmp_path])).findings
    assert (found.severity, found.confidence) == (severity, "low")


def test_errors_of_the_jdk_tell_nothing_of_the_program(tmp_path: Path) -> None:
    (tmp_path / "Box.java").write_text(COMPLAINT)
    assert all(it.severity == Severity.NOTE for it in check(snarl.load([tmp_path])).findings)
    (tmp_path / "Box.java").write_text(COMPLAINT.replace("asks(args[0])", "fails()"))
    (found,) = check(snarl.load([tmp_path])).findings
    assert found.severity == Severity.ERROR


@pytest.mark.parametrize(
    ("source", "severity"), [(HANDLED, Severity.NOTE), (STARTED, Severity.WARNING)]
)
def test_the_main_thread_is_none_that_the_program_starts(
    tmp_path: Path, source: str, severity: Severity
) -> None:
    (tmp_path / "Box.java").write_text(source)
    handlers = Settings(callbacks={"Box": {"methods": ["handle"]}})
    (found,) = check(snarl.load([tmp_path]), settings=handlers).findings
    assert (found.severity, found.confidence) == (severity, "low")


def test_what_may_be_any_of_a_crowd_says_little_of_one(tmp_path: Path) -> None:
    (tmp_path / "Box.java").write_text(STARTED_CROWD)
    handlers = Settings(callbacks={"Box": {"methods": ["handle"]}})
    (found,) = check(snarl.load([tmp_path]), settings=handlers).findings
    assert (found.severity, found.confidence) == (Severity.NOTE, "low")


def test_locks_that_may_be_the_same_are_a_doubt(tmp_path: Path) -> None:
    found = finding(tmp_path, LOCKED)
    assert (found.severity, found.confidence) == (Severity.WARNING, "low")
    assert "whether it is the same" in found.note


def test_an_argument_that_is_kept_before_it_is_used_is_an_error(tmp_path: Path) -> None:
    found = finding(tmp_path, KEPT)
    assert (found.severity, found.confidence) == (Severity.ERROR, "medium")


def test_what_a_framework_calls_is_meant_for_threads(tmp_path: Path) -> None:
    (tmp_path / "Box.java").write_text(HANDLER)
    program = snarl.load([tmp_path])
    handlers = Settings(callbacks={"Box": {"methods": ["handle"]}})
    (found,) = check(program, settings=handlers).findings
    assert (found.severity, found.confidence) == (Severity.ERROR, "high")
    (found,) = check(program).findings
    assert found.severity == Severity.NOTE


def test_a_hint_for_two_locks(tmp_path: Path) -> None:
    found = finding(
        tmp_path,
        """
        public class Box {
            private final Object one = new Object(), other = new Object();
            private int count;
            public void set(int now) { synchronized (one) { count = now; } }
            public int get() { synchronized (other) { return count; } }
        }
        """,
    )
    assert found.hint == (
        "Hold one lock at all accesses: some hold this (Box).other, others this (Box).one."
    )


@pytest.mark.parametrize(
    ("made", "used", "instead"),
    [
        ("java.util.ArrayList<Integer>", "add(1)", "use a collection of java.util.concurrent."),
        ("java.util.zip.CRC32", "update(1)", "let each thread have its own."),
        ('java.text.SimpleDateFormat("yyyy")', "format(1L)", "let each thread have its own."),
    ],
)
def test_a_hint_for_containers(tmp_path: Path, made: str, used: str, instead: str) -> None:
    of, _, argument = made.partition("(")
    found = finding(
        tmp_path,
        f"""
        public class Box {{
            private final {of} count = new {of}({argument or ")"};
            public void use() {{ count.{used}; }}
        }}
        """,
    )
    assert found.hint == f"Guard all accesses with one lock, or {instead}"


def test_counts_of_what_is_made_are_no_construction(tmp_path: Path) -> None:
    source = Path(__file__).parent / "programs/data-race/CountedInConstructor.java"
    (tmp_path / source.name).write_text(source.read_text())
    findings = check(snarl.load([tmp_path])).findings
    assert {it.subject.member for it in findings} == {"next", "made", "entries"}
    assert {it.severity for it in findings} == {Severity.ERROR}
