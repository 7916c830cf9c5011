"""`maybeShared()` misses nothing that a run shows to be shared, and leaves out a thread's own.

The judge is an agent of the tests, which looks at every access of a run (`sharing`): all closed
programs of `tests/programs/data-race` are run under it, and some that keep most of their work to
their threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from zlib import crc32

import pytest

import sharing
import snarl
from conftest import javac, write_sources
from java_homes import jdks, version
from races import programs
from races.expectations import Source
from races.reality import RUNNER
from sharing import Seen
from snarl.program import Program
from snarl.weave import Plan, before, find_sharing, plan_monitor, plan_shared
from snarl.weave.weaving import plan_for_detectors

HOMES = sorted(jdks(), key=programs.feature)
LOCAL = Path(__file__).parent / "java" / "sharing" / "local"
SHARE = 60
"""How many of a hundred accesses of a thread's own work are left out at least."""


def places(plan: Plan) -> set[tuple[str, str, str, int]]:
    return {
        (cls.name, it.name, it.descriptor, offset)
        for cls in plan.classes
        for it in cls.methods
        for offset in it.at
    }


def missed(plan: Plan, seen: list[Seen]) -> list[str]:
    """Shared accesses that the plan leaves out."""
    return [
        f"{it.site.class_name}.{it.site.method}{it.site.descriptor}:{it.site.bci}"
        for it in _dropped(plan, seen)
        if it.is_shared
    ]


def left_out(plan: Plan, seen: list[Seen]) -> float:
    """How many of a hundred accesses of a run the plan leaves out."""
    total = sum(it.count for it in seen)
    return 100 * sum(it.count for it in _dropped(plan, seen)) / total


def _dropped(plan: Plan, seen: list[Seen]) -> Iterator[Seen]:
    """Accesses that happened and that the plan leaves out; of a class that it does not know, for it
    was made in the run, none is."""
    kept, known = places(plan), {it.name for it in plan.classes}
    for it in seen:
        site = it.site
        key = (site.class_name, site.method, site.descriptor, site.bci)
        if site.class_name in known and key not in kept:
            yield it


# --- nothing is missed -------------------------------------------------------------------------

Shown = tuple[Path, dict[str, list[Seen]]]


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Shown]:
    """What all programs of a JDK access; they run once, in one JVM."""
    known: dict[Path, Shown] = {}

    def of(home: Path) -> Shown:
        if home not in known:
            folder = tmp_path_factory.mktemp("sharing")
            given = [it for it in programs.sources(programs.feature(home)) if it.is_closed]
            classes = programs.compile_all(home, given, folder / "classes")
            runner = javac(home, folder / "runner", RUNNER)
            quick = ("-XX:TieredStopAtLevel=1", "-Djava.awt.headless=true")
            names = [it.name for it in given]
            oracle = sharing.build(home, folder)
            file = folder / "accesses.txt"
            found = sharing.run(
                home, oracle, file, *quick, "-cp", runner, RUNNER.stem, classes, *names
            )
            by_program: dict[str, list[Seen]] = {}
            for it in found:
                name = it.site.class_name.partition("$")[0]
                by_program.setdefault(name, []).append(it)
            known[home] = (classes, by_program)
        return known[home]

    return of


def judge_of(source: Source) -> Path:
    """The JDK that a program is judged on, by chance one of those that can run it."""
    fitting = [home for home in HOMES if source.needs <= programs.feature(home)]
    return fitting[crc32(source.name.encode()) % len(fitting)]


CLOSED = [it for it in programs.sources(max(map(programs.feature, HOMES))) if it.is_closed]


@pytest.mark.parametrize("source", CLOSED, ids=lambda it: it.name)
def test_no_shared_access_is_missed(source: Source, shown: Callable[[Path], Shown]) -> None:
    home = judge_of(source)
    classes, by_program = shown(home)
    program = snarl.load([classes / source.name], jdk=home)
    plan = plan_shared(program, main=source.options.main or None, context=source.options.context)
    assert not missed(plan, by_program.get(source.name, []))


# --- what is a thread's own is left out --------------------------------------------------------


@pytest.fixture(scope="module", params=HOMES, ids=version)
def local(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Path, Path]:
    """A JDK, the programs that keep to themselves, and the judge."""
    home: Path = request.param
    folder = tmp_path_factory.mktemp("local")
    classes = javac(home, folder / "classes", *sorted(LOCAL.glob("*.java")))
    return home, classes, sharing.build(home, folder)


@pytest.mark.parametrize("name", sorted(path.stem for path in LOCAL.glob("*.java")))
def test_most_of_what_is_local_is_left_out(
    name: str, local: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    home, classes, oracle = local
    seen = sharing.run(home, oracle, tmp_path / "accesses.txt", "-cp", classes, name)
    plan = plan_shared(snarl.load([classes], jdk=home), main=[name])
    assert not missed(plan, seen)
    share = left_out(plan, seen)
    print(f"{name}: {share:.0f} % of the accesses of a run are left out; {plan.summary}")
    assert share >= SHARE


# --- single cases ------------------------------------------------------------------------------

CASES = """
import java.util.function.Supplier;

public class Cases {
    static class Task implements Runnable {                 // paper 5, figure 1
        static int shared;
        static int guarded;
        int own;

        public void run() {
            shared++;                                       // shared
            synchronized (Task.class) {
                guarded++;                                  // guarded
            }
            own++;                                          // own
        }
    }

    static class Box {
        int value;
        Box(int value) { this.value = value; }              // constructor
    }

    static class Cell { int value; }
    static class Heirloom { int value; }
    static class Gift { int value; }

    static final ThreadLocal<Cell> CELLS = ThreadLocal.withInitial(Cell::new);
    static final InheritableThreadLocal<Heirloom> INHERITED = new InheritableThreadLocal<>();
    static Box published;

    static void unused(int[] numbers) {
        numbers[0] = 1;                                     // unused
    }

    static native void take(Gift gift);

    public static void main(String[] args) {
        new Thread(new Task()).start();
        new Thread(new Task()).start();
        Box early = new Box(1);
        early.value = 2;                                    // early
        published = early;
        Box kept = new Box(3);
        new Thread(() -> System.out.println(published.value + CELLS.get().value++)).start();
        CELLS.get().value = 1;                              // cell
        Heirloom heirloom = new Heirloom();
        heirloom.value = 5;                                 // heirloom
        INHERITED.set(heirloom);
        new Thread(() -> System.out.println(INHERITED.get().value)).start();
        Gift gift = new Gift();
        gift.value = 6;                                     // gift
        if (args.length > 1) {
            take(gift);
        }
        int[] numbers = new int[3];
        numbers[1] = 2;                                     // numbers
        System.out.println(numbers.length + kept.value);
    }
}
"""


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Program:
    folder = tmp_path_factory.mktemp("cases")
    source = folder / "Cases.java"
    source.write_text(CASES, encoding="utf-8")
    return snarl.load([javac(HOMES[0], folder / "classes", source)], jdk=HOMES[0])


def kept_words(program: Program, plan: Plan) -> set[str]:
    """The words beside the lines whose accesses are kept."""
    lines = CASES.splitlines()
    found = set()
    for owner, name, descriptor, offset in places(plan):
        table = program[owner].method(name, descriptor).line_table
        _, line = max((start, line) for start, line in table if start <= offset)
        found.add(lines[line - 1].partition("// ")[2])
    return found - {""}


KEPT = {"shared", "guarded", "constructor", "early", "unused", "heirloom", "gift"}


def test_what_is_kept(cases: Program) -> None:
    # The line of the cell reads a static field, which is shared.
    kept = kept_words(cases, plan_shared(cases))
    assert kept == KEPT | {"cell"}


def test_the_same_by_a_pointcut(cases: Program) -> None:
    advice = before("(set(* *) || arrayset()) && maybeShared() && within(Cases)")
    assert kept_words(cases, plan_monitor(cases, [advice])) == KEPT


def test_a_method_that_is_not_reached_is_marked(cases: Program) -> None:
    plan = plan_shared(cases)
    methods = {it.name: it for cls in plan.classes for it in cls.methods}
    assert not methods["unused"].is_reached
    assert methods["main"].is_reached
    lines = list(plan.lines(notes=True))
    at = lines.index("method\tunused\t([I)V")
    assert lines[at : at + 3] == ["method\tunused\t([I)V", "unreached", "at\t3"]
    assert f"count\taccesses\t{plan.counts['accesses']}" in lines


def test_an_analysis_that_was_not_finished_leaves_nothing_out(
    cases: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = find_sharing(cases)
    assert found.left_out
    incomplete = find_sharing(cases)
    monkeypatch.setattr(type(incomplete._solution), "is_complete", False)
    assert not incomplete.left_out
    assert plan_for_detectors(cases, incomplete).counts["left-out"] == 0


BLIND = {
    "calls code that is not there": "new Gone().run(numbers)",
    "makes classes or loads them from elsewhere": "new java.net.URLClassLoader(null)",
    "uses reflection with computed names": "Class.forName(args[0]).getMethod(args[1]).invoke(null)",
}


@pytest.mark.parametrize("reason", BLIND)
def test_code_that_nobody_can_see(reason: str, tmp_path: Path) -> None:
    body = f"""
        int[] numbers = new int[1];
        int[] own = new int[1];
        own[0] = numbers[0];
        Blind blind = new Blind();
        blind.value = numbers;
        {BLIND[reason]};
    """
    write_sources(
        tmp_path / "src",
        Blind="class Blind { int[] value; "
        f"public static void main(String[] args) throws Exception {{ {body} }} }}",
        Gone="class Gone { void run(int[] numbers) { } }",
    )
    classes = javac(HOMES[0], tmp_path / "classes", *(tmp_path / "src").glob("*.java"))
    (classes / "Gone.class").unlink()
    program = snarl.load([classes], jdk=HOMES[0])
    plan = plan_shared(program)
    assert plan.warnings == (f"almost all accesses are watched, for Blind.main {reason}",)
    assert plan.counts["left-out"] == 1
