"""Checks of whole programs: from sources to findings, and what settings change."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import snarl
import snarl.facts
from conftest import javac, write_jar, write_sources
from snarl import parallel
from snarl.checking import RuleError, check
from snarl.facts.occurrences import Answers, Occurrences
from snarl.findings import Report
from snarl.program.models import load_models
from snarl.settings import Settings

DEMO = Path(__file__).parent.parent / "examples" / "demo"

WORKERS = """
public class Workers {
    static class Box { int value; }
    static int count;
    static void once() { count++; }
    static void poll() { count++; }

    public static void main(String[] args) {
        Box box = new Box();
        new Thread(() -> box.value++).start();
        box.value++;
        new Thread(Workers::once).start();
        new Thread(Workers::poll).start();
    }
}
"""


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> snarl.Program:
    folder = tmp_path_factory.mktemp("workers")
    (folder / "Workers.java").write_text(WORKERS)
    return snarl.load([folder])


@pytest.fixture(scope="module")
def holders(tmp_path_factory: pytest.TempPathFactory) -> snarl.Program:
    folder = tmp_path_factory.mktemp("holders")
    (folder / "Holders.java").write_text(HOLDERS)
    return snarl.load([folder])


def subjects(report: Report) -> set[str]:
    return {str(finding.subject) for finding in report.findings}


def test_races_within_a_library_are_not_its_users(tmp_path: Path, java_home: Path) -> None:
    """Nor are they looked at: one field is the library's own, the other one the program uses."""
    library = """public class Library {
        static int own; public static int given; static int[] cells = new int[1];
        public static void run() { own++; given++; cells[0]++; }
    }"""
    program = """public class Program { public static void main(String[] args) {
        for (int i = 0; i < 2; i++) new Thread(Library::run).start();
        Library.given++;
    } }"""
    write_sources(tmp_path / "library-src", Library=library)
    write_sources(tmp_path / "program-src", Program=program)
    behind = javac(java_home, tmp_path / "library", tmp_path / "library-src" / "Library.java")
    source = tmp_path / "program-src" / "Program.java"
    classes = javac(java_home, tmp_path / "program", "-cp", behind, source)
    report = check(snarl.load([classes], classpath=[behind], jdk=java_home))
    assert subjects(report) == {"Library.given"}
    # Two reads with two writes, and each write with itself and the other.
    assert (report.stages["original"], report.stages["aliasing"]) == (7, 7)
    whole = check(snarl.load([classes, behind], jdk=java_home))
    assert subjects(whole) == {"Library.given", "Library.own", "Library.cells"}


def test_fields_of_a_missing_class_are_nowhere(tmp_path: Path, java_home: Path) -> None:
    """The program reads and writes them, under a lock too; its own fields are told all the same."""
    library = "public class Library { public static int shown; public boolean busy; }"
    program = """public class Program {
        static int count;
        static synchronized void enter(Library it) throws InterruptedException {
            while (it.busy) Program.class.wait();
            it.busy = true;
            Library.shown++;
        }
        static synchronized void leave(Library it) { it.busy = false; Library.shown--; }
        public static void main(String[] args) {
            Library it = new Library();
            for (int i = 0; i < 2; i++) new Thread(() -> {
                try { enter(it); } catch (InterruptedException e) { return; }
                leave(it);
                count++;
            }).start();
        }
    }"""
    write_sources(tmp_path / "src", Library=library, Program=program)
    sources = (tmp_path / "src" / f"{name}.java" for name in ("Library", "Program"))
    classes = javac(java_home, tmp_path / "classes", *sources)
    (classes / "Library.class").unlink()
    report = check(snarl.load([classes], jdk=java_home))
    assert subjects(report) == {"Program.count"}


def test_the_demo_has_one_race_and_says_where() -> None:
    report = check(snarl.load([DEMO]))
    (finding,) = report.findings
    assert str(finding.subject) == "demo.BankAccount.balance"
    assert {(site.method, site.access, site.locks) for site in finding.sites[:2]} == {
        ("deposit", "read", ("this (demo.BankAccount)",)),
        ("withdraw", "write", ()),
    }
    assert all(site.path[-1].method == site.method for site in finding.sites)
    assert "deposit" not in finding.hint
    assert "this (demo.BankAccount)" in finding.hint


FRESH = """
public class Fresh {
    static Fresh shared;
    int before, after, kept;
    static final boolean NEVER = false;

    static Fresh make() {
        Fresh made = new Fresh();
        made.before = 1;
        shared = made;
        made.after = 1;
        if (NEVER) made.kept++;
        return made;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) new Thread(() -> make().kept = 1).start();
        Fresh seen = shared;
        System.out.println(seen.before + seen.after);
    }
}
"""


def test_looking_ahead_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another process finds is what is found here, and it is used."""
    (tmp_path / "Fresh.java").write_text(FRESH)
    program = snarl.load([tmp_path])
    monkeypatch.setattr(parallel, "_may_fork", lambda: False)
    alone = check(program)
    assert subjects(alone) == {"Fresh.after", "Fresh.shared"}
    monkeypatch.setattr(parallel, "_may_fork", lambda: True)
    monkeypatch.setattr(snarl.facts, "_MANY", 0)
    monkeypatch.setattr(parallel.Aside, "result", _later(parallel.Aside.result))
    learned: list[Answers] = []
    monkeypatch.setattr(Occurrences, "learn", _noting(Occurrences.learn, learned))
    together = check(program)
    assert together.findings == alone.findings
    assert together.stages == alone.stages
    found = learned[0]
    assert {1, 2} <= set(found.fresh)
    assert {1, 2} <= set(found.made)
    assert set(found.idle) <= {0, 1, 2}
    assert set(found.publication.fresh.values()) == {True, False}
    assert found.made_facts.fresh
    assert found.leaking.leaks


def _later(result: Callable[[parallel.Aside[Answers]], Answers | None]) -> Callable[..., object]:
    """The result, when the other process has had time to come to its end."""

    def later(aside: parallel.Aside[Answers]) -> Answers | None:
        time.sleep(1)
        return result(aside)

    return later


def _noting(
    learn: Callable[[Occurrences, Answers], None], learned: list[Answers]
) -> Callable[[Occurrences, Answers], None]:
    def noting(occurrences: Occurrences, answers: Answers) -> None:
        learned.append(answers)
        learn(occurrences, answers)

    return noting


def test_the_command_line_tells_it_as_json() -> None:
    command = [sys.executable, "-m", "snarl", "check", str(DEMO), "--output", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 1, done.stderr
    document = json.loads(done.stdout)
    assert document["input"] == {
        "paths": [str(DEMO)],
        "mode": "closed",
        "roots": ["demo.Transfer.main"],
    }
    assert [it["subject"]["member"] for it in document["findings"]] == ["balance"]
    assert document["stages"]["original"] >= document["stages"]["unlocked"] > 0


def test_fingerprints_stay_when_lines_move(tmp_path: Path) -> None:
    prints = []
    for name, text in (("one", WORKERS), ("two", "\n\n// moved\n" + WORKERS)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "Workers.java").write_text(text)
        report = check(snarl.load([folder]))
        prints.append({finding.fingerprint for finding in report.findings})
    assert prints[0] == prints[1]
    assert len(prints[0]) == 2


FINGERPRINTS = """
import java.util.*;
class Prints {
    int field;
    public static void main(String[] args) {
        Prints shared = new Prints();
        Map<String, String> map = new HashMap<>();
        StringBuilder builder = new StringBuilder();
        Thread thread = new Thread(() -> { shared.field++; map.put("a", "b"); builder.append(1); });
        thread.start();
        new Thread() { public void run() { shared.field++; } }.start();
        map.remove("a");
        builder.append(2);
    }
}
"""


@pytest.mark.parametrize(
    ("old", "new", "more"),
    [
        ("builder", "text", 0),
        ("map", "table", 0),
        ("shared", "it", 0),
        ("Prints shared", "Runnable other = () -> {}; other.run(); Prints shared", 0),
        ("Prints shared", "Object other = new Object() {}; Prints shared", 0),
        ('map.put("a", "b");', 'map.put("a", args[0]);', 0),
        (
            'map.put("a", "b");',
            'map.put("a", "b"); second.put("a", "b"); third.put("a", "b");',
            2,
        ),
    ],
)
def test_fingerprints_stay_when_names_of_no_weight_change(
    tmp_path: Path, old: str, new: str, more: int
) -> None:
    """Of variables, and those that compilers give to lambdas and anonymous classes."""
    prints = []
    declared = "Map<String, String> second = new HashMap<>(), third = new HashMap<>(); "
    for name, text in (("one", FINGERPRINTS), ("two", FINGERPRINTS.replace(old, new))):
        if "second" in text:
            text = text.replace("Thread thread", declared + "Thread thread")
            text = text.replace(
                'map.remove("a");', 'map.remove("a"); second.clear(); third.clear();'
            )
        (tmp_path / name).mkdir()
        (tmp_path / name / "Prints.java").write_text(text)
        report = check(snarl.load([tmp_path / name]))
        prints.append([finding.fingerprint for finding in report.findings])
    assert len(set(prints[0])) == 3
    assert set(prints[0]) <= set(prints[1])
    assert len(set(prints[1])) == len(prints[1]) == 3 + more


def test_all_races_without_settings(workers: snarl.Program) -> None:
    assert subjects(check(workers)) == {"Workers.count", "Workers$Box.value"}


@pytest.mark.parametrize("pattern", ["Workers$Box", "Workers$Box.value", "*.value"])
def test_what_is_said_to_be_thread_local_does_not_race(
    workers: snarl.Program, pattern: str
) -> None:
    report = check(workers, settings=Settings(thread_local=(pattern,)))
    assert subjects(report) == {"Workers.count"}


HOLDERS = """
public class Holders {
    static final java.util.List<String> list = new java.util.ArrayList<>();
    static final int[] array = new int[1];

    public static void main(String[] args) {
        StringBuilder local = new StringBuilder();
        Runnable all = () -> {
            list.add("x");
            array[0]++;
            local.append("x");
        };
        new Thread(all).start();
        new Thread(all).start();
    }
}
"""


@pytest.mark.parametrize(
    ("pattern", "left"),
    [
        ("no.*", {"list", "array", "local"}),
        ("Holders.list", {"array", "local"}),
        ("Holders.array", {"list", "local"}),
        ("Holders.local", {"list", "array"}),
        ("java.util.ArrayList", {"array", "local"}),
    ],
)
def test_what_a_finding_is_told_by_can_be_said_to_be_thread_local(
    holders: snarl.Program, pattern: str, left: set[str]
) -> None:
    """Arrays and collections too, by the field or the variable that holds them."""
    report = check(holders, settings=Settings(thread_local=(pattern,)))
    assert subjects(report) == {f"Holders.{name}" for name in left}


def test_a_promise_about_nothing_is_told(holders: snarl.Program) -> None:
    settings = Settings(
        not_parallel=(("Holders.main", "Holders.lambda$main$*"), ("Holders.main", "Holders.zzz")),
        single=("Holders.man",),
        thread_local=("Holders", "Holders.list", "Holders.local", "Holders.lst", "no.*", "java.*"),
    )
    assert check(holders, settings=settings).warnings == (
        "snarl.toml: threads.not-parallel[1][1]: the program has no method Holders.zzz",
        "snarl.toml: threads.single[0]: the program has no method Holders.man; did you mean "
        "Holders.main?",
        "snarl.toml: shared.thread-local[3]: the program has no class or field Holders.lst; did "
        "you mean Holders.list?",
        "snarl.toml: shared.thread-local[4]: the program has no class or field no.*",
    )


def test_threads_that_are_said_never_to_run_in_parallel(workers: snarl.Program) -> None:
    settings = Settings(not_parallel=(("Workers.once", "Workers.poll"),))
    assert subjects(check(workers, settings=settings)) == {"Workers$Box.value"}


def _add_methods(folder: Path, number: int, count: int) -> None:
    """Adds a class with some methods to a library."""
    package = folder / "com" / "acme"
    package.mkdir(parents=True, exist_ok=True)
    methods = "".join(f"public int size{it}() {{ return {it}; }}" for it in range(count))
    (package / f"More{number}.java").write_text(
        f"package com.acme; public class More{number} {{ {methods} }}"
    )


def _library(folder: Path, of_main: str) -> snarl.Program:
    """A library of 25 classes, one of which has a main method, beside what else is there."""
    package = folder / "com" / "acme"
    package.mkdir(parents=True, exist_ok=True)
    for number in range(24):
        (package / f"Part{number}.java").write_text(
            f"package com.acme; public class Part{number} {{ public int size() {{ return 1; }} }}"
        )
    main = f"public static void main(String[] args) {{ {of_main} }}"
    (package / "Version.java").write_text(f"package com.acme; public class Version {{ {main} }}")
    return snarl.load([folder])


def test_a_library_with_a_small_main_is_told_to_be_opened(tmp_path: Path) -> None:
    racing = "class Count { int of; boolean up() { return of++ > 5; } } Count count = new Count();"
    library = _library(tmp_path, racing + "new Thread(count::up).start();" * 2)
    report = check(library)
    assert report.mode == "closed"
    assert report.findings
    (warning,) = report.warnings
    assert "reach only 2 of 26 classes" in warning
    assert "--open 'com.acme..*'" in warning
    assert not check(library, open=["com.acme..*"]).warnings


def test_a_library_with_a_tiny_main_is_checked_as_a_library(tmp_path: Path) -> None:
    library = _library(tmp_path, "")
    report = check(library)
    assert report.mode == "open"
    assert "com.acme.Part23.size" in report.roots
    (warning,) = report.warnings
    assert "reach only 1 of 25 classes: it is checked as a library; --main" in warning
    closed = check(library, main=["com.acme.Version"])
    assert (closed.mode, closed.warnings) == ("closed", ())


def test_a_library_whose_main_starts_no_thread_is_checked_as_a_library(tmp_path: Path) -> None:
    """With one thread nothing would be found, and a report without findings says nothing."""
    library = _library(tmp_path, "new Part1().size();")
    report = check(library)
    assert report.mode == "open"
    (warning,) = report.warnings
    assert "reach only 2 of 25 classes, and start no thread: it is checked as a library" in warning


def test_a_class_of_which_one_method_is_reached_is_hardly_reached(tmp_path: Path) -> None:
    """A main that only touches all classes of a library does not make it a program."""
    for number in range(24):
        _add_methods(tmp_path, number, 4)
    touched = "".join(f"new Part{it}().size();" for it in range(12))
    report = check(_library(tmp_path, touched))
    assert report.mode == "open"
    (warning,) = report.warnings
    assert "methods, and start no thread: it is checked as a library" in warning
    racing = "class Count { int of; boolean up() { return of++ > 5; } } Count count = new Count();"
    report = check(_library(tmp_path, touched + racing + "new Thread(count::up).start();" * 2))
    assert report.mode == "closed"
    (warning,) = report.warnings
    assert "methods; if this is a library, check it with --open" in warning


def test_main_methods_of_a_library_that_was_copied_do_not_start_a_program(tmp_path: Path) -> None:
    """What is in a package `internal` is not for others."""
    for number in range(24):
        _add_methods(tmp_path, number, 4)
    inside = tmp_path / "com" / "acme" / "internal"
    inside.mkdir()
    (inside / "Tool.java").write_text(
        "package com.acme.internal; public class Tool { private static int count; "
        "static void up() { count++; } public static void main(String[] args) { "
        + "new com.acme.More0().size0();"
        + "new Thread(Tool::up).start();" * 2
        + "} }"
    )
    report = check(snarl.load([tmp_path]))
    assert report.mode == "open"
    (warning,) = report.warnings
    assert "the main methods, all in internal packages, reach only" in warning
    assert check(snarl.load([tmp_path]), main=["com.acme.internal.Tool"]).mode == "closed"


def test_a_library_of_whose_main_nothing_is_told_is_checked_as_a_library(tmp_path: Path) -> None:
    """That there are no findings would be said of classes that were not looked at."""
    report = check(_library(tmp_path, "new Thread(new Part1()::size).start();"))
    assert report.mode == "open"
    (warning,) = report.warnings
    assert "classes, and nothing was found there: it is checked as a library" in warning


def test_a_jar_that_exports_packages_is_a_library_whatever_starts_in_it(
    tmp_path: Path, java_home: Path
) -> None:
    """Where its manifest names the class that starts, it is a program all the same."""
    racing = "class Count { int of; boolean up() { return of++ > 5; } } Count count = new Count();"
    _library(tmp_path / "source", racing + "new Thread(count::up).start();" * 2)
    built = javac(java_home, tmp_path / "built", *sorted(tmp_path.rglob("*.java")))
    classes: dict[str, bytes | str] = {
        it.relative_to(built).as_posix(): it.read_bytes() for it in built.rglob("*.class")
    }
    exports = "Export-Package: com.acme\n"
    starts = exports + "Main-Class: com.acme.Version\n"
    for manifest, mode in ((exports, "open"), (starts, "closed")):
        jar = write_jar(tmp_path / f"{mode}.jar", {"META-INF/MANIFEST.MF": manifest, **classes})
        report = check(snarl.load([jar]))
        assert report.mode == mode
        is_told = any("it says which packages others may use" in it for it in report.warnings)
        assert is_told == (mode == "open")
        assert ("com.acme.Part23.size" in report.roots) == (mode == "open")
        assert check(snarl.load([jar]), main=["com.acme.Version"]).mode == "closed"


def test_a_library_with_a_callback_of_a_framework_is_checked_as_a_library(tmp_path: Path) -> None:
    """What a framework calls is asked how far it reaches, as main methods are."""
    _library(tmp_path, "")
    servlets = tmp_path / "javax" / "servlet" / "http"
    servlets.mkdir(parents=True)
    (servlets / "HttpServlet.java").write_text(
        "package javax.servlet.http; public abstract class HttpServlet { }"
    )
    (tmp_path / "com" / "acme" / "Version.java").write_text(
        "package com.acme; public class Version extends javax.servlet.http.HttpServlet { "
        "protected void doGet() { } }"
    )
    report = check(snarl.load([tmp_path]))
    assert report.mode == "open"
    assert "com.acme.Part23.size" in report.roots
    (warning,) = report.warnings
    assert "what frameworks call reaches only 2 of 26 classes, and nothing was found" in warning
    assert "--main" not in warning


def test_a_class_that_can_only_be_made_is_made(tmp_path: Path) -> None:
    """Its constructor may start threads."""
    start = "new Thread(() -> { if (count++ > 5) { throw new RuntimeException(); } }).start(); "
    (tmp_path / "Made.java").write_text(
        f"public class Made {{ private int count; public Made() {{ {start * 2}}} }}"
    )
    (tmp_path / "Called.java").write_text("public class Called { public void call() { } }")
    assert subjects(check(snarl.load([tmp_path]))) == {"Made.count"}


def test_a_bean_does_not_make_a_library_a_program(tmp_path: Path) -> None:
    """Calls of a bean of management are not what a program is for; what a main starts is."""
    bean = "public class Stats implements StatsMBean { public int getCount() { return count++; } "
    for folder, of_main, mode in (
        (tmp_path / "library", "", "open"),
        (tmp_path / "program", "new Thread(() -> new Stats().getCount()).start();" * 2, "closed"),
    ):
        package = folder / "com" / "acme"
        package.mkdir(parents=True)
        (package / "StatsMBean.java").write_text(
            "package com.acme; public interface StatsMBean { int getCount(); }"
        )
        (package / "Stats.java").write_text(f"package com.acme; {bean} private int count; }}")
        reach = of_main + "".join(f"new Part{it}().size();" for it in range(12)) * bool(of_main)
        report = check(_library(folder, reach))
        assert report.mode == mode
        assert "com.acme.Stats.getCount" in report.roots
        assert subjects(report) == {"com.acme.Stats.count"}


def test_the_jdk_itself_can_be_checked() -> None:
    name = "java.util.StringJoiner"
    report = check(snarl.load([], of_jdk=[name]), open=[name])
    assert f"{name}.size" in subjects(report)


def test_what_is_checked_of_the_jdk_is_known_by_its_code_and_by_nothing_else() -> None:
    pattern = "java.util.concurrent.ConcurrentHashMap"
    program = snarl.load([], of_jdk=[pattern])
    assert program[pattern].origin == "application"
    assert program["java.util.concurrent.Semaphore"].origin == "application"  # the same package
    assert program["java.util.concurrent.locks.Lock"].origin == "jdk"
    modelled = {program.method(*it).owner.name for it in load_models(program).entries}
    assert pattern not in modelled
    assert "java.lang.Thread" in modelled


@pytest.mark.parametrize("name", ["Semaphore", "CountDownLatch"])
def test_classes_of_the_jdk_that_are_quiet(name: str) -> None:
    pattern = f"java.util.concurrent.{name}"
    assert not check(snarl.load([], of_jdk=[pattern]), open=[pattern]).findings


def test_a_class_that_the_jdk_has_not_is_an_error() -> None:
    with pytest.raises(snarl.InputError, match=r"the JDK has no class java\.nothing\.\*"):
        snarl.load([], of_jdk=["java.nothing.*"])


def test_an_unknown_rule_names_those_there_are(workers: snarl.Program) -> None:
    with pytest.raises(RuleError, match="there is no rule data-races; did you mean data-race"):
        check(workers, rules=["data-races"])


def test_every_rule_has_a_page() -> None:
    from snarl.checkers import checkers
    from snarl.rules import names

    assert set(checkers()) <= set(names())
