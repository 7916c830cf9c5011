"""Monitors hear what their pointcuts select, in order; and the examples find what they look for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from conftest import javac, write_sources
from java_homes import jdks
from snarl.monitor.dispatch import Dispatcher, ToldTypes
from snarl.monitor.events import Event, EventKind, Happened, Object
from snarl.monitor.monitors import (
    Monitor,
    MonitorError,
    Report,
    after,
    before,
    monitors_in,
)
from snarl.monitor.recording import Site
from snarl.program import Program, load
from snarl.weave import PointcutError, plan_monitor
from snarl.weave.advice import When
from snarl.weave.matching import kinds_of
from snarl.weave.plan import Action
from snarl.weave.residue import TARGET, IsInstance, Opposite, Verdict
from snarl.weave.shadows import Kind
from snarl.weave.types import NamePattern

EXAMPLES = Path(__file__).parents[1] / "examples" / "monitors"
SITE = Site("a.B", "run", "()V", 3)
BOX, LOCK, OTHER = Object(1, "a.Box"), Object(2, "java.lang.Object"), Object(3, "a.Lock")


def event(kind: EventKind, thread: str = "main", when: When = "before", **more: object) -> Event:
    return Event(kind, when, thread, SITE, **more)  # type: ignore[arg-type]


def hears(
    monitors: Sequence[Monitor],
    actions: Sequence[Action],
    *happened: tuple[tuple[int, ...], Event],
    types: ToldTypes | None = None,
) -> list[Report]:
    stream = (Happened(numbers, it) for numbers, it in happened)
    return Dispatcher(monitors).run(stream, actions, types or ToldTypes())


# --- the dispatcher ----------------------------------------------------------------------------


class Writes(Monitor):
    @before("set(* *) && target(o)", o="a.Box")
    def write(self, event: Event, o: Object) -> None:
        self.report(f"write {o}", event)

    @after("set(* *)")
    @after("get(* *)")
    def access(self, event: Event) -> None:
        self.report(f"after {event.kind}")

    def finish(self) -> None:
        self.report("end")


def test_methods_and_what_they_wait_for() -> None:
    assert [(name, str(it)) for name, it in Writes.advice()] == [
        ("write", "before: set(* *) && target(o)"),
        ("access", "after: set(* *)"),
        ("access", "after: get(* *)"),
    ]


def test_events_reach_the_methods_in_order() -> None:
    actions = [
        Action("after", 1, True),
        Action("before", 0, IsInstance(TARGET, None, "o")),
        Action("after", 2, True),
    ]
    reports = hears(
        [Writes()],
        actions,
        ((1,), event("set", target=BOX)),
        ((0,), event("set", when="after", target=BOX)),
        ((2,), event("get", when="after")),
    )
    assert [it.message for it in reports] == ["write a.Box#1", "after set", "after get", "end"]
    assert reports[0].monitor == "Writes"
    assert reports[0].events[0].place == "a.B.run"


def test_a_residue_decides_by_the_class_of_the_run() -> None:
    types = ToldTypes()
    types.learn("a.SubBox", ["a.Box", "java.lang.Object"])
    tested: Verdict = IsInstance(TARGET, NamePattern("a.Box"), "o")
    actions = [Action("before", 0, tested), Action("after", 1, Opposite(IsInstance(0, None)))]
    reports = hears(
        [Writes()],
        actions,
        ((0,), event("set", target=BOX)),
        ((0,), event("set", target=Object(4, "a.SubBox"))),
        ((0,), event("set", target=OTHER)),
        ((0,), event("set")),
        ((1,), event("set")),
        types=types,
    )
    assert [it.message for it in reports] == ["write a.Box#1", "write a.SubBox#4", "end"]


def test_types_that_are_told() -> None:
    types = ToldTypes()
    types.learn("a.C[]", ["a.B[]", "java.lang.Object[]", "java.lang.Cloneable"])
    assert types.is_instance("a.C[]", NamePattern("a.B", False, 1))
    assert types.is_instance("a.C[]", NamePattern("java.lang.Object"))
    assert not types.is_instance("a.C[]", NamePattern("a.B"))
    assert types.is_instance("unknown.Class", NamePattern("*"))


def test_several_monitors_come_in_their_order() -> None:
    class One(Monitor):
        @before("lock()")
        def lock(self, event: Event) -> None:
            order.append(type(self).__name__)

    class Two(One):
        pass

    order: list[str] = []
    actions = [Action("before", 1, True), Action("before", 0, True)]
    hears([One(), Two()], actions, ((0, 1), event("lock")))
    assert order == ["One", "Two"]


def test_a_monitor_that_fails_is_named() -> None:
    class Broken(Monitor):
        @before("lock()")
        def lock(self, event: Event) -> None:
            raise KeyError("x")

    with pytest.raises(MonitorError, match=r"Broken\.lock failed at a\.B\.run: KeyError: 'x'"):
        hears([Broken()], [Action("before", 0, True)], ((0,), event("lock")))


def test_a_pointcut_with_a_mistake_is_an_error_at_once() -> None:
    with pytest.raises(PointcutError, match="did you mean `lock`"):
        before("lok()")


def test_reading_a_file_of_monitors(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("x = 1")
    with pytest.raises(MonitorError, match="expected a class that extends"):
        monitors_in(file)
    file.write_text("from snarl.monitor.monitors import *\nclass Idle(Monitor): pass")
    with pytest.raises(MonitorError, match="Idle waits for nothing"):
        monitors_in(file)
    file.write_text("from snarl.monitor.monitors import *\n@before('set(*)')\ndef f(): pass")
    with pytest.raises(MonitorError, match=r"PointcutError: line 1, column 6"):
        monitors_in(file)
    with pytest.raises(MonitorError, match="FileNotFoundError"):
        monitors_in(tmp_path / "none.py")


# --- the examples ------------------------------------------------------------------------------


def example(name: str) -> Monitor:
    (found,) = monitors_in(EXAMPLES / f"{name}.py")
    return found()


KINDS: dict[EventKind, Kind] = {
    "get": Kind.GET,
    "set": Kind.SET,
    "lock": Kind.LOCK,
    "unlock": Kind.UNLOCK,
}


class Run:
    """Events of a run, as a plan would number them for one monitor."""

    def __init__(self, monitor: Monitor) -> None:
        self.monitor = monitor
        self.happened: list[tuple[tuple[int, ...], Event]] = []
        self._advice = [it for _, it in monitor.advice()]

    def add(self, kind: EventKind, thread: str, when: When = "before", **more: object) -> None:
        numbers = tuple(
            number
            for number, it in enumerate(self._advice)
            if it.when == when and KINDS[kind] in kinds_of(it.pointcut)
        )
        if numbers:
            self.happened.append((numbers, event(kind, thread, when, **more)))

    def lock(self, thread: str, lock: Object = LOCK, asked: int = 0, got: int = 0) -> None:
        self.add("lock", thread, "before", args=(lock,), time=asked)
        self.add("lock", thread, "after", args=(lock,), time=got)

    def unlock(self, thread: str, lock: Object = LOCK) -> None:
        self.add("unlock", thread, "before", args=(lock,))
        self.add("unlock", thread, "after", args=(lock,))

    def access(self, thread: str, kind: EventKind, member: str, target: Object = BOX) -> None:
        self.add(kind, thread, "before", member=member, target=target)

    def messages(self) -> list[str]:
        actions = [
            Action(it.when, number, IsInstance(0, None, "l") if "args(l)" in str(it) else True)
            for number, it in enumerate(self._advice)
        ]
        return [it.message for it in hears([self.monitor], actions, *self.happened)]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda it: it.stem)
def test_an_example_is_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 60


def test_eraser_reports_what_no_lock_protects() -> None:
    run = Run(example("eraser"))
    run.access("main", "set", "a.Box.guarded")
    run.access("main", "set", "a.Box.bare")
    for thread in ("main/1", "main/2"):
        run.lock(thread)
        run.lock(thread)  # locks are reentrant
        run.unlock(thread)
        run.access(thread, "set", "a.Box.guarded")
        run.unlock(thread)
        run.access(thread, "set", "a.Box.bare")
    assert run.messages() == ["no lock protects a.Box.bare"]


def test_eraser_knows_locks_apart_and_forgives_reading() -> None:
    run = Run(example("eraser"))
    for thread, lock in (("main/1", LOCK), ("main/2", OTHER), ("main/1", LOCK)):
        run.lock(thread, lock)
        run.access(thread, "set", "a.Box.x")
        run.unlock(thread, lock)
    run.access("main", "set", "a.Box.y")
    run.access("main/1", "get", "a.Box.y")  # read only since it is shared
    run.access("main/2", "get", "a.Box.y")
    assert run.messages() == ["no lock protects a.Box.x"]


def test_lock_contention() -> None:
    run = Run(example("lock_contention"))
    run.add("lock", "main/1", "before", args=(LOCK,), time=0)
    run.add("lock", "main/1", "after", args=(LOCK,), time=1_000_000)
    run.add("lock", "main/2", "before", args=(LOCK,), time=2_000_000)
    run.unlock("main/1")
    run.add("lock", "main/2", "after", args=(LOCK,), time=5_000_000)
    run.unlock("main/2")
    run.lock("main/1", OTHER, 6_000_000, 9_000_000)
    assert run.messages() == [
        "java.lang.Object#2 was waited for 1 of 2 times, 3.0 ms in all, at a.B.run"
    ]


def visits(run: Run, thread: str, *members: str) -> None:
    run.lock(thread)
    for member in members:
        run.access(thread, "get", member)
    run.unlock(thread)


def views(*of_two: tuple[str, ...]) -> list[str]:
    run = Run(example("view_consistency"))
    visits(run, "main/1", "a.Box.x", "a.Box.y")
    for members in of_two:
        visits(run, "main/2", *members)
    return run.messages()


def both() -> Iterator[tuple[tuple[str, ...], ...]]:
    x, y = "a.Box.x", "a.Box.y"
    yield ((x,), (x, y))
    yield ((x,),)
    yield ((x, y, "a.Box.z"), (x, y))


@pytest.mark.parametrize("of_two", list(both()))
def test_views_that_form_a_chain_are_consistent(of_two: tuple[tuple[str, ...], ...]) -> None:
    assert views(*of_two) == []


def test_views_that_are_taken_apart() -> None:
    assert views(("a.Box.x",), ("a.Box.y",)) == [
        "main/1 accesses a.Box.x, a.Box.y under java.lang.Object#2 together, "
        "main/2 takes them apart"
    ]


# --- from a monitor to a plan ------------------------------------------------------------------


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Program:
    source = """
        public class Bank implements Runnable {
            int money;
            public void run() { synchronized (this) { money++; } }
            public static void main(String[] args) {
                Bank bank = new Bank();
                new Thread(bank).start();
                new Thread(bank).start();
            }
        }
    """
    folder = tmp_path_factory.mktemp("bank")
    write_sources(folder, Bank=source)
    home = jdks()[0]
    return load([javac(home, folder / "classes", folder / "Bank.java")], jdk=home)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda it: it.stem)
def test_the_advice_of_an_example_is_woven(path: Path, bank: Program) -> None:
    dispatcher = Dispatcher([example(path.stem)])
    plan = plan_monitor(bank, dispatcher.advice)
    assert not plan.warnings
    assert {it.advice for it in plan.actions} == set(range(len(dispatcher.advice)))
    (run,) = [it for cls in plan.classes for it in cls.methods if it.name == "run"]
    assert len(run.lock) == 1
    assert len(run.unlock) == 2
