"""What is left out because it cannot race never is part of a race that a run shows.

The judge is the agent itself, which looks at all accesses of a run: of the golden programs, and of
random ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import snarl
from agent_runs import java
from concurrent_programs import driver, random_program
from conftest import javac, write_sources
from detections import detecting
from java_homes import jdks, version
from races import programs
from races.expectations import Source
from races.reality import RUNNER
from snarl.monitor import sightings
from snarl.monitor.recording import Site
from snarl.program import Program
from snarl.watching import _warnings
from snarl.weave import Plan, plan_shared

HOMES = sorted(jdks(), key=programs.feature)
TRACE = Path(__file__).parent / "java/detect/random/trace/Trace.java"
RANDOM_PROGRAMS = 40


def kept(plan: Plan) -> set[Site]:
    return {
        Site(cls.name, method.name, method.descriptor, offset)
        for cls in plan.classes
        for method in cls.methods
        for offset in method.at
    }


def missed(plan: Plan, races: list[sightings.Race]) -> set[Site]:
    """Sides of races that the plan leaves out."""
    known = {cls.name for cls in plan.classes}
    sites = {side.place.site for race in races for side in (race.first, race.second)}
    return {it for it in sites if it.class_name in known} - kept(plan)


# --- golden programs ---------------------------------------------------------------------------

Shown = tuple[Path, list[sightings.Race]]


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Shown]:
    """The races that all programs of a JDK show; they run once, in one JVM."""
    known: dict[Path, Shown] = {}

    def of(home: Path) -> Shown:
        if home not in known:
            folder = tmp_path_factory.mktemp("races")
            given = [it for it in programs.sources(programs.feature(home)) if it.is_closed]
            classes = programs.compile_all(home, given, folder / "classes")
            runner = javac(home, folder / "runner", RUNNER)
            names = [it.name for it in given]
            with detecting(folder / "seen", noise=7) as option:
                quick = ("-XX:TieredStopAtLevel=1", "-Djava.awt.headless=true")
                java(home, option, *quick, "-cp", runner, RUNNER.stem, classes, *names)
            races = [it for jvm in sightings.read_all(folder / "seen").jvms for it in jvm.races]
            known[home] = (classes, races)
        return known[home]

    return of


CLOSED = [it for it in programs.sources(programs.feature(HOMES[-1])) if it.is_closed]


@pytest.mark.parametrize("source", CLOSED, ids=lambda it: it.name)
def test_no_race_is_missed(source: Source, shown: Callable[[Path], Shown]) -> None:
    classes, races = shown(HOMES[-1])
    mine = [it for it in races if it.first.place.site.class_name.split("$")[0] == source.name]
    program = snarl.load([classes / source.name], jdk=HOMES[-1])
    plan = plan_shared(
        program,
        main=source.options.main or None,
        context=source.options.context,
        only_racing=True,
    )
    assert not missed(plan, mine)


def test_the_programs_show_races(shown: Callable[[Path], Shown]) -> None:
    observed = [it for it in shown(HOMES[-1])[1] if it.is_observed]
    assert len({it.first.place.site.class_name for it in observed}) > len(CLOSED) // 10


# --- random programs ---------------------------------------------------------------------------


@pytest.mark.parametrize("home", HOMES[:1], ids=version)
def test_no_race_of_random_programs_is_missed(home: Path, tmp_path: Path) -> None:
    chance = random.Random(11)
    names = [f"P{number}" for number in range(RANDOM_PROGRAMS)]
    sources = {name: random_program(chance, name) for name in names}
    write_sources(tmp_path / "src", **sources, All=driver(names))
    boot = javac(home, tmp_path / "boot", TRACE)
    classes = javac(home, tmp_path / "classes", "-cp", boot, *(tmp_path / "src").glob("*.java"))
    with detecting(tmp_path / "seen") as option:
        java(home, option, f"-Xbootclasspath/a:{boot}", "-cp", classes, "All")
    (seen,) = sightings.read_all(tmp_path / "seen").jvms
    races = [it for it in seen.races if it.is_observed]
    program = snarl.load([classes, boot], jdk=home)
    plan = plan_shared(program, main=["All"], only_racing=True)
    assert len(races) > RANDOM_PROGRAMS // 2
    assert plan.counts["without-race"] > RANDOM_PROGRAMS
    assert not missed(plan, races)


# --- single cases ------------------------------------------------------------------------------

CASES = """
import java.util.concurrent.ConcurrentHashMap;

public class Cases {
    static class Account {
        int balance;
        int loose;
        Account() { balance = 1; }                          // -constructor

        synchronized void deposit(int amount) {
            balance += amount;                              // -guarded
        }

        void look() {
            loose++;                                        // loose
        }
    }

    static class Box {
        int value;
        Box(int value) { this.value = value; }              // constructor of what is told unsafely
    }

    static class Page {
        int value;
        Page(int value) { this.value = value; }             // -constructor of what is told safely
    }

    static Box told;
    static final ConcurrentHashMap<Integer, Page> PAGES = new ConcurrentHashMap<>();

    final int[] table = new int[9];
    int after;
    int early;
    int between;

    void work(Account account) {
        account.deposit(table[3]);                       // -table
        account.look();
        after++;                                            // after
        synchronized (this) {
            early++;                                        // -early
            between++;                                      // between
        }
        told = new Box(1);                                  // told
        Box box = told;                                     // told again
        show(box.value);                                    // told unsafely
        PAGES.computeIfAbsent(3, it -> new Page(it));
        Page page = PAGES.get(3);
        show(page.value);                                   // -told safely
    }

    public static void main(String[] args) throws InterruptedException {
        Cases cases = new Cases();
        Account account = new Account();
        for (int i = 0; i < 9; i++) {
            cases.table[i] = i;                             // -filled
        }
        cases.early = 1;                                    // -set early
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> cases.work(account));
            threads[i].start();
        }
        cases.between = 2;                                  // set between
        for (Thread thread : threads) {
            thread.join();
        }
        show(cases.early);                                  // -read late
        show(account.balance);                              // -balance
    }

    static void show(int number) {
        System.out.println(number);
    }
}
"""


def load(folder: Path, **sources: str) -> Program:
    write_sources(folder / "src", **sources)
    classes = javac(HOMES[0], folder / "classes", *(folder / "src").glob("*.java"))
    return snarl.load([classes], jdk=HOMES[0])


def watched(program: Program, source: str, plan: Plan) -> set[str]:
    """The words beside the lines whose accesses are kept."""
    lines, found = source.splitlines(), set()
    for site in kept(plan):
        table = program[site.class_name].method(site.method, site.descriptor).line_table
        _, line = max((start, line) for start, line in table if start <= site.bci)
        found.add(lines[line - 1].partition("// ")[2])
    return found - {""}


def words(source: str) -> Iterator[str]:
    yield from (word for line in source.splitlines() if (word := line.partition("// ")[2]))


def test_what_cannot_race(tmp_path: Path) -> None:
    program = load(tmp_path, Cases=CASES)
    plan = plan_shared(program, only_racing=True)
    assert watched(program, CASES, plan) == {it for it in words(CASES) if it[0] != "-"}
    counts = plan.counts
    assert counts["without-race"] > 0
    assert f"{counts['without-race']} cannot race" in plan.summary
    shared = plan_shared(program)
    assert shared.counts["without-race"] == 0
    assert shared.counts["left-out"] == counts["left-out"]


START = (
    "for (int i = 0; i < n; i++) { threads[i] = new Thread(() -> count()); threads[i].start(); }"
)
ALL = "for (Thread it : threads) { it.join(); }"
JOINED = {
    "all": (START, ALL),
    "by index": (START, "for (int i = 0; i < n; i++) { threads[i].join(); }"),
    "up to the length": (START, "for (int i = 0; i < threads.length; i++) { threads[i].join(); }"),
    "started by name": (
        "for (int i = 0; i < n; i++) { Thread it = new Thread(() -> count());"
        " threads[i] = it; it.start(); }",
        ALL,
    ),
    "one": ("Thread it = new Thread(() -> count()); it.start();", "it.join();"),
}
NOT_JOINED = {
    "nobody": (START, ""),
    "not the first": (START, "for (int i = 1; i < n; i++) { threads[i].join(); }"),
    "every second": (START, "for (int i = 0; i < n; i += 2) { threads[i].join(); }"),
    "but one": (START, "for (int i = 0; i < n - 1; i++) { threads[i].join(); }"),
    "until one is found": (
        START,
        "for (Thread it : threads) { it.join(); if (it.isDaemon()) break; }",
    ),
    "some": (START, "for (Thread it : threads) { if (it.isAlive()) it.join(); }"),
    "for a while": (START, "for (Thread it : threads) { it.join(1); }"),
    "unless interrupted": (
        START,
        "try { for (Thread it : threads) { it.join(); } } catch (InterruptedException e) { }",
    ),
    "those that are left": (
        START,
        "threads[0] = new Thread(); for (Thread it : threads) { it.join(); }",
    ),
    "overwritten": (START.replace("threads[i]", "threads[i / 2]"), ALL),
    "started twice": (f"for (int j = 0; j < 2; j++) {{ {START} }}", ALL),
    "one of two": (
        "Thread it = null; for (int i = 0; i < n; i++) { it = new Thread(() -> count());"
        " it.start(); }",
        "it.join();",
    ),
    "another array": (START, "for (Thread it : new Thread[n]) { it.join(); }"),
    "all but those of an earlier call": (
        f"if (n > 2) {{ run(2); }} {START} if (n == 2) return;",
        ALL,
    ),
    "given away": (f"keep(threads); {START}", ALL),
}


@pytest.mark.parametrize("name", [*JOINED, *NOT_JOINED])
def test_who_has_ended(name: str, tmp_path: Path) -> None:
    start, join = (JOINED | NOT_JOINED)[name]
    source = f"""
public class Ends {{
    static int count;
    static synchronized void count() {{
        count++;
    }}
    static void keep(Thread[] threads) {{
        threads[0] = null;
    }}
    static void run(int n) throws InterruptedException {{
        Thread[] threads = new Thread[n];
        {start}
        {join}
    }}
    public static void main(String[] args) throws InterruptedException {{
        run(3);
        int late = count;                                   // read
        System.out.println(late);
    }}
}}
"""
    program = load(tmp_path, Ends=source)
    plan = plan_shared(program, main=["Ends"], only_racing=True)
    assert ("read" in watched(program, source, plan)) == (name in NOT_JOINED)


def test_who_catches_what_a_join_throws(tmp_path: Path) -> None:
    """The reader comes after the threads only if nothing was thrown."""
    source = """
public class Caught {
    static int count;
    static synchronized void count() {
        count++;
    }
    static void run(Thread[] threads, int n) throws InterruptedException {
        Thread it = new Thread(() -> count());
        it.start();
        it.join();
    }
    public static void main(String[] args) {
        try {
            run(new Thread[3], 3);
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
        int late = count;                                   // read
        System.out.println(late);
    }
}
"""
    program = load(tmp_path, Caught=source)
    plan = plan_shared(program, main=["Caught"], only_racing=True)
    assert "read" in watched(program, source, plan)


def test_code_that_nobody_can_see(tmp_path: Path) -> None:
    source = """
public class Unseen {
    int count;
    synchronized void count() {
        count++;                                            // count
    }
    public static void main(String[] args) throws Exception {
        Unseen unseen = new Unseen();
        new Thread(() -> unseen.count()).start();
        Class.forName(args[0]).getMethod(args[1]).invoke(null);
    }
}
"""
    program = load(tmp_path, Unseen=source)
    plan = plan_shared(program, main=["Unseen"], only_racing=True)
    assert plan.counts["without-race"] == 0
    assert watched(program, source, plan) == {"count"}


def test_a_field_that_is_read_by_its_name(tmp_path: Path) -> None:
    """Reflection with a constant name is seen, but is not an instruction that holds a lock."""
    source = """
public class Named {
    int count;
    synchronized void count() {
        count++;                                            // count
    }
    public static void main(String[] args) throws Exception {
        Named named = new Named();
        new Thread(() -> named.count()).start();
        System.out.println(Named.class.getDeclaredField("count").getInt(named));
    }
}
"""
    program = load(tmp_path, Named=source)
    plan = plan_shared(program, main=["Named"], only_racing=True)
    assert "count" in watched(program, source, plan)


LOCKS = {
    "new ReentrantLock()": ("lock.lock()", "lock.unlock()", False),
    "new Semaphore(1)": ("lock.acquireUninterruptibly()", "lock.release()", True),
    "new StampedLock()": ("long it = lock.tryOptimisticRead()", "lock.validate(it)", True),
    "new Unlocked()": ("lock.lock()", "lock.unlock()", True),
}


@pytest.mark.parametrize("made", LOCKS)
def test_locks_that_prove_something(made: str, tmp_path: Path) -> None:
    take, give, is_watched = LOCKS[made]
    source = f"""
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class Locked {{
    static class Unlocked extends ReentrantLock {{
        @Override public void lock() {{ }}
        @Override public void unlock() {{ }}
    }}
    final {made[4:].partition("(")[0]} lock = {made};
    int count;
    void count() {{
        {take};
        count++;                                            // count
        {give};
    }}
    public static void main(String[] args) {{
        Locked locked = new Locked();
        new Thread(() -> locked.count()).start();
        locked.count();
    }}
}}
"""
    if "Unlocked" not in made:
        head, _, rest = source.partition("    static class Unlocked")
        source = head + rest.partition("    }\n")[2]
    program = load(tmp_path, Locked=source)
    plan = plan_shared(program, main=["Locked"], only_racing=True)
    assert ("count" in watched(program, source, plan)) == is_watched


OWNERS = {
    "alone": ("class Owner", "", False),
    "told": ("class Owner", "int[] tell() { return own; }", True),
    "given": ("class Owner", "synchronized void give(int[] it) { own = it; }", True),
    "given to many": ("class Owner", "", True),
    "given to itself": ("class Owner", "void give(Owner it) { own = it.own; }", True),
    "cloned": ("class Owner implements Cloneable", "", True),
    "used without the lock": ("class Owner", "int first() { return own[0]; }", True),
}


@pytest.mark.parametrize("name", OWNERS)
def test_arrays_with_an_owner(name: str, tmp_path: Path) -> None:
    head, method, is_watched = OWNERS[name]
    uses = {"told": "it.tell();", "used without the lock": "it.first();"}
    uses |= {"given": "it.give(new int[1]);", "given to itself": "it.give(new Owner());"}
    uses["given to many"] = "int[] all = new int[1]; for (int j = 0; j < 2; j++) it.own = all;"
    source = f"""
import java.util.Arrays;

public class Owners {{
    static {head} {{
        private int[] own = new int[1];
        private int size;
        {method}
        synchronized void add(int it) {{
            if (size == own.length) {{ own = Arrays.copyOf(own, 2 * size); }}
            int[] numbers = own;
            numbers[0] = it;                                // element
            size++;
        }}
    }}
    public static void main(String[] args) {{
        for (int i = 0; i < 2; i++) {{
            Owner it = new Owner();
            new Thread(() -> it.add(1)).start();
            it.add(2);
            {uses.get(name, "")}
        }}
    }}
}}
"""
    program = load(tmp_path, Owners=source)
    plan = plan_shared(program, main=["Owners"], only_racing=True)
    assert ("element" in watched(program, source, plan)) == is_watched


# Who is told of a new box in which way, and how the other thread comes to it.
LIST = "static final List<Box> LIST = new ArrayList<>(Arrays.asList(new Box()));"
MAP = 'static final Map<String, Box> MAP = new HashMap<>(Map.of("a", new Box()));'
QUEUE = "static final BlockingQueue<Box> QUEUE = new LinkedBlockingQueue<>();"
ARRAY = "static final Box[] ARRAY = new Box[1];"
ENTRY = (
    "static final AbstractMap.SimpleEntry<String, Box> ENTRY ="
    ' new AbstractMap.SimpleEntry<>("a", null);'
)
HANDLE = """static Box box;
    static final VarHandle HANDLE;
    static {
        try {
            HANDLE = MethodHandles.lookup().findStaticVarHandle(Told.class, "box", Box.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }"""
LOCKED = """
    static synchronized void put(Box box) { LIST.add(box); }
    static synchronized Box take() { return LIST.get(0); }"""
TALKER = """static final List<Runnable> LIST = new CopyOnWriteArrayList<>();
    static class Talker {
        Runnable task;
        int count;
        Talker(List<Runnable> tasks) {
            task = () -> {
                count++;                                    // value
            };
            tasks.add(task);
            count = 1;
        }
    }"""
TOLD_IN_ORDER = {
    "queue": (QUEUE, "QUEUE.put(new Box())", "QUEUE.take()"),
    "list under a lock": (LIST + LOCKED, "put(new Box())", "take()"),
    "volatile field": ("static volatile Box box;", "box = new Box()", "box"),
}
TOLD_ANYHOW = {
    "list": (LIST, "LIST.add(new Box())", "LIST.get(0)"),
    "list of the JDK's": (LIST, "Collections.addAll(LIST, new Box())", "LIST.get(0)"),
    "drained": (
        LIST + QUEUE,
        "QUEUE.put(new Box()); QUEUE.drainTo(LIST)",
        "LIST.get(1)",
    ),
    "list iterator": (
        LIST,
        "ListIterator<Box> it = LIST.listIterator(); it.next(); it.set(new Box())",
        "LIST.get(0)",
    ),
    "part of a list": (LIST, "LIST.subList(0, 1).set(0, new Box())", "LIST.get(0)"),
    "entry of a map": (
        MAP,
        "for (Map.Entry<String, Box> it : MAP.entrySet()) { it.setValue(new Box()); }",
        'MAP.get("a")',
    ),
    "entry": (ENTRY, "ENTRY.setValue(new Box())", "ENTRY.getValue()"),
    "array": (ARRAY, "ARRAY[0] = new Box()", "ARRAY[0]"),
    "array of the JDK's": (ARRAY, "List.of(new Box()).toArray(ARRAY)", "ARRAY[0]"),
    "handle": (HANDLE, "HANDLE.set(new Box())", "(Box) HANDLE.get()"),
    "reflection": (
        "static Box box;",
        'Told.class.getDeclaredField("box").set(null, new Box())',
        "box",
    ),
    "own task": (
        TALKER,
        "new Talker(LIST)",
        "null; LIST.get(0).run()",
    ),
}


@pytest.mark.parametrize("name", [*TOLD_IN_ORDER, *TOLD_ANYHOW])
def test_who_is_told_of_an_object(name: str, tmp_path: Path) -> None:
    """A constructor comes first if others are told of what it made in order."""
    declared, tells, hears = (TOLD_IN_ORDER | TOLD_ANYHOW)[name]
    note = "box" if name == "own task" else "value"
    source = f"""
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;

public class Told {{
    static class Box {{
        int value;
        Box() {{ value = 1; }}
    }}
    {declared}
    static void hear() throws Exception {{
        Box it = {hears};
        it.value++;                                         // {note}
    }}
    static void listen() {{
        try {{
            hear();
        }} catch (Exception e) {{
            throw new Error(e);
        }}
    }}
    public static void main(String[] args) throws Exception {{
        new Thread(() -> listen()).start();
        {tells};
    }}
}}
"""
    program = load(tmp_path, Told=source)
    plan = plan_shared(program, main=["Told"], only_racing=True)
    assert ("value" in watched(program, source, plan)) == (name in TOLD_ANYHOW)


def test_threads_that_a_reference_makes(tmp_path: Path) -> None:
    """`Worker::new` makes a thread whenever it is called."""
    source = """
import java.util.concurrent.*;

public class Pooled {
    static int count;
    static class Worker extends Thread {
        Worker(Runnable task) { super(task); }
        @Override public void run() {
            count++;                                        // count
            super.run();
        }
    }
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2, Worker::new);
        pool.execute(() -> { });
        pool.execute(() -> { });
        pool.shutdown();
    }
}
"""
    program = load(tmp_path, Pooled=source)
    assert "count" in watched(program, source, plan_shared(program, main=["Pooled"]))


# --- the run -----------------------------------------------------------------------------------


def run(home: Path, folder: Path, plan: Plan, main: str) -> sightings.JvmSightings:
    """What is seen of a program that was compiled into the folder, with a plan."""
    plan.write(folder / "plan.txt")
    with detecting(folder / "seen") as option:
        done = java(home, f"{option},plan={folder / 'plan.txt'}", "-cp", folder / "classes", main)
    assert (done.returncode, done.stderr) == (0, "")
    (seen,) = sightings.read_all(folder / "seen").jvms
    assert seen.is_complete
    return seen


@pytest.mark.parametrize("home", HOMES, ids=version)
def test_fields_that_nobody_looks_at(home: Path, tmp_path: Path) -> None:
    program = load(tmp_path, Cases=CASES)
    plan = plan_shared(program, only_racing=True)
    looked_at = {cls.name: cls.fields for cls in plan.classes}
    assert looked_at["Cases$Account"] == frozenset({"loose"})
    assert looked_at["Cases"] == frozenset({"after", "between", "told", "PAGES"})
    seen = run(home, tmp_path, plan, "Cases")
    racy = {"loose", "after", "between", "told", "value"}
    assert {it.member for it in seen.races if it.is_observed} <= racy
    assert "unplanned" not in seen.counts
    assert not list(_warnings([seen], []))


def test_a_class_that_the_plan_does_not_know(tmp_path: Path) -> None:
    program = load(tmp_path, Cases=CASES)
    plan = plan_shared(program, only_racing=True)
    fewer = tuple(it for it in plan.classes if it.name != "Cases$Page")
    seen = run(HOMES[0], tmp_path, replace(plan, classes=fewer), "Cases")
    assert seen.counts["unplanned"] == 1
    (warning,) = _warnings([seen], [])
    assert "--instrument all" in warning
