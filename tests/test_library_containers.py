"""Objects of libraries that threads share: told at the application's calls, as the JDK's are."""

from __future__ import annotations

from pathlib import Path

import pytest

import snarl
from conftest import javac, write_sources
from snarl.checking import check
from snarl.findings import Finding, Severity

# What a library has: a list of its own, a bag that uses collections of the JDK, a wrapper around
# another of its classes, a value with a cache, a counter that is meant for threads.
LIBRARY = {
    "Names": """
        package lib;
        public class Names {
            private String[] items = new String[16];
            private int size;
            public void add(String name) { grow(); items[size++] = name; }
            public String first() { return items[0]; }
            public int size() { return size; }
            private void grow() { if (size == items.length) items = new String[size * 2]; }
        }""",
    "Bag": """
        package lib;
        import java.util.*;
        public class Bag<T> {
            private final Map<T, Integer> counts = new HashMap<>();
            public void add(T item) { counts.merge(item, 1, Integer::sum); }
            public int count(T item) { return counts.getOrDefault(item, 0); }
        }""",
    "SafeBag": """
        package lib;
        import java.util.*;
        import java.util.concurrent.*;
        public class SafeBag<T> {
            private final Map<T, Integer> counts = new ConcurrentHashMap<>();
            public void add(T item) { counts.merge(item, 1, Integer::sum); }
        }""",
    "Titled": """
        package lib;
        public class Titled {
            private final Names names = new Names();
            public void add(String name) { names.add(name); }
            public int size() { return names.size(); }
        }""",
    "Label": """
        package lib;
        public class Label {
            private final String text;
            private int hash;
            private String upper;
            public Label(String text) { this.text = text; }
            public String upper() {
                if (upper == null) upper = text.toUpperCase();
                return upper;
            }
            @Override public int hashCode() {
                int found = hash;
                if (found == 0) { found = text.length() * 31; hash = found; }
                return found;
            }
        }""",
    "Counter": """
        package lib;
        public class Counter {
            private int count;
            private volatile boolean closed;
            public void add() { synchronized (this) { count++; } }
        }""",
}

APPLICATION = """
    package app;
    import lib.*;
    public class App {
        static final Names names = new Names();
        static final Bag<String> bag = new Bag<>();
        static final Titled titled = new Titled();

        static final SafeBag<String> safe = new SafeBag<>();
        static final Label label = new Label("a");
        static final Counter counter = new Counter();
        static final Names guarded = new Names();
        static final Names onlyRead = new Names();
        static final Names joined = new Names();

        static void work() {
            names.add("a");
            bag.add("a");
            titled.add("a");
            safe.add("a");
            label.upper();
            label.hashCode();
            counter.add();
            synchronized (guarded) { guarded.add("a"); }
            onlyRead.first();
            new Names().add("own");
        }

        public static void main(String[] args) throws InterruptedException {
            onlyRead.add("before");
            Thread first = new Thread(() -> joined.add("b"));
            first.start();
            first.join();
            joined.add("c");
            new Thread(App::work).start();
            work();
        }
    }"""


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory, home: Path) -> dict[str, Finding]:
    folder = tmp_path_factory.mktemp("libraries")
    sources = write_sources(folder / "lib-src", **LIBRARY)
    library = javac(home, folder / "lib", *sorted(sources.glob("*.java")))
    sources = write_sources(folder / "app-src", App=APPLICATION)
    application = javac(home, folder / "app", "-cp", library, *sources.glob("*.java"))
    program = snarl.load([application], classpath=[library], jdk=home)
    return {str(finding.subject): finding for finding in check(program).findings}


def test_what_changes_itself_without_a_lock_is_found(findings: dict[str, Finding]) -> None:
    assert set(findings) == {"app.App.names", "app.App.bag", "app.App.titled"}


def test_it_is_told_at_the_application_s_calls(findings: dict[str, Finding]) -> None:
    finding = findings["app.App.names"]
    assert finding.subject.kind == "container"
    assert {(site.class_name, site.method) for site in finding.sites} == {("app.App", "work")}


# A log of which the library looks up the class, and the application knows the interface alone.
LOGS = {
    "Log": "package lib; public interface Log { void say(String text); }",
    "PlainLog": """
        package lib;
        public class PlainLog implements Log {
            private int said;
            public void say(String text) { said++; }
        }""",
    "SafeLog": """
        package lib;
        public class SafeLog implements Log {
            private int said;
            public synchronized void say(String text) { said++; }
        }""",
    "Logs": """
        package lib;
        public class Logs {
            private static final String[] NAMES = {"lib.SafeLog", "lib.PlainLog"};
            public static Log find(int first) throws ReflectiveOperationException {
                return (Log) Class.forName(NAMES[first]).getConstructor().newInstance();
            }
        }""",
}
LOGGING = """
    package app;
    import lib.*;
    public class App {
        static Log log;
        static void work() { log.say("work"); }
        public static void main(String[] args) throws ReflectiveOperationException {
            log = Logs.find(args.length);
            new Thread(App::work).start();
            work();
        }
    }"""


@pytest.mark.parametrize(
    ("made", "severity"),
    [("Logs.find(args.length)", Severity.NOTE), ("new PlainLog()", Severity.ERROR)],
)
def test_what_a_library_chooses_is_less_sure(
    tmp_path: Path, home: Path, made: str, severity: Severity
) -> None:
    sources = write_sources(tmp_path / "lib-src", **LOGS)
    library = javac(home, tmp_path / "lib", *sorted(sources.glob("*.java")))
    sources = write_sources(
        tmp_path / "app-src", App=LOGGING.replace("Logs.find(args.length)", made)
    )
    application = javac(home, tmp_path / "app", "-cp", library, *sources.glob("*.java"))
    program = snarl.load([application], classpath=[library], jdk=home)
    (found,) = check(program).findings
    assert (str(found.subject), found.severity) == ("app.App.log", severity)
