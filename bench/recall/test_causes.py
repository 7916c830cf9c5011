"""The comparison and the search for causes, on a small program and a graph with known holes.

Run with `python -m pytest bench/recall`.
"""

from __future__ import annotations

import pytest

from bench import jdks
from bench.process import run
from bench.recall.causes import BEHIND_MODEL, find_roots
from bench.recall.comparison import compare
from bench.recall.static_graph import Classes
from snarl.monitor.recording import CallEdge, Kind, MethodName, Recording, Site
from snarl.program import load

SOURCE = """
class Main {
    interface Shape { void draw(); }
    static class Circle implements Shape { public void draw() { pen(); } }
    static void main(String[] args) { Shape shape = make(); shape.draw(); more(); }
    static Shape make() { return new Circle(); }
    static void more() { deep(); }
    static void deep() {}
    static void pen() {}
}
"""
MAIN = MethodName("Main", "main", "([Ljava/lang/String;)V")
MAKE = MethodName("Main", "make", "()LMain$Shape;")
MORE = MethodName("Main", "more", "()V")
DEEP = MethodName("Main", "deep", "()V")
PEN = MethodName("Main", "pen", "()V")
DRAW = MethodName("Main$Circle", "draw", "()V")
INIT = MethodName("Main$Circle", "<init>", "()V")
MADE = MethodName("Made1", "run", "()V")
MADE_HERE = MethodName("(made)", "run", "")
START = MethodName("java.lang.Thread", "start", "()V")
RUN = MethodName("java.lang.Thread", "run", "()V")


def edge(caller: MethodName | None, bci: int, callee: MethodName, kind: Kind = "call") -> CallEdge:
    site = Site(caller.class_name, caller.name, caller.descriptor, bci) if caller else None
    return CallEdge(site, callee, kind)


RUN_EDGES = frozenset(
    [
        edge(None, -1, MAIN, "callback"),
        edge(MAIN, 0, MAKE),
        edge(MAKE, 4, INIT),
        edge(MAIN, 5, DRAW),
        edge(DRAW, 0, PEN),
        edge(MAIN, 10, MORE, "reflective"),
        edge(MORE, 0, DEEP),
        edge(MORE, 1, MADE),
        edge(MADE, 1, PEN),
    ]
)
ALLOCATIONS = {Site("Main", "make", "()LMain$Shape;", 0): frozenset(["Main$Circle"])}
RECORDING = Recording(RUN_EDGES, ALLOCATIONS, {}, frozenset(), True)


class Graph:
    """A static graph given by its edges."""

    def __init__(self, *edges: tuple[MethodName, int, MethodName]) -> None:
        self._edges = edges
        self._reached = {MAIN, *(callee for _, _, callee in edges)}

    def reaches(self, method: MethodName) -> bool:
        return method in self._reached

    def callees(self, caller: MethodName, bci: int) -> frozenset[MethodName]:
        return frozenset(
            callee for who, where, callee in self._edges if who == caller and bci in (-1, where)
        )

    def unresolved(self, caller: MethodName, bci: int) -> str:
        return "name unknown" if (caller, bci) == (MAIN, 10) else ""

    def types(self, method: MethodName, value: int) -> frozenset[str]:
        return frozenset()

    def is_modelled(self, method: MethodName) -> bool:
        return any(who == method and where < 0 for who, where, _ in self._edges)

    def is_run_by_model(self, method: MethodName) -> bool:
        return any(callee == method and where < 0 for _, where, callee in self._edges)


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Classes:
    folder = tmp_path_factory.mktemp("classes")
    (folder / "Main.java").write_text(SOURCE, encoding="utf-8")
    jdk = jdks.find(17)
    assert jdk
    assert run([jdk.tool("javac"), "-d", folder, folder / "Main.java"], limit=60).code == 0
    (folder / "Main.java").unlink()
    return Classes(load([folder], jdk=jdk.home))


def test_counts_what_is_in_both(classes: Classes) -> None:
    result = compare(RECORDING, classes, Graph((MAIN, 0, MAKE), (MAKE, 4, INIT), (MAIN, 5, DRAW)))
    assert (result.total.recorded, result.total.found) == (7, 3)
    assert (result.in_files.recorded, result.made_at_run_time.recorded) == (6, 1)
    assert (result.entries.recorded, result.entries.found) == (1, 1)
    assert sum(result.set_aside.values()) == 1


def test_a_call_through_the_jdk_counts_for_reflection_alone(classes: Classes) -> None:
    through = Graph((MAIN, 10, START), (START, -1, RUN), (RUN, 3, MORE), (MAIN, 0, START))
    result = compare(RECORDING, classes, through)
    assert result.calls["reflective"].found == 1
    assert result.calls["call"].found == 0


def test_misses_hang_below_what_makes_their_receiver(classes: Classes) -> None:
    graph = Graph((MAIN, 10, MORE), (MORE, 0, DEEP))
    result = compare(RECORDING, classes, graph)
    roots = find_roots(RECORDING, result, classes, graph)
    assert [(root.callee, root.below) for root in roots] == [(MAKE, 4), (MADE_HERE, 1)]
    assert roots[0].cause == "a call without a receiver is not there"
    assert roots[1].cause == "a class that the program makes at run time"


def test_what_reflection_misses_names_the_reason(classes: Classes) -> None:
    graph = Graph((MAIN, 0, MAKE), (MAKE, 4, INIT), (MAIN, 5, DRAW), (DRAW, 0, PEN))
    roots = find_roots(RECORDING, compare(RECORDING, classes, graph), classes, graph)
    assert [(root.callee, root.cause, root.below) for root in roots] == [
        (MORE, "reflection, not resolved: name unknown", 3)
    ]


def test_a_receiver_that_does_not_arrive_is_a_root(classes: Classes) -> None:
    graph = Graph((MAIN, 0, MAKE), (MAKE, 4, INIT), (MAIN, 10, MORE), (MORE, 0, DEEP))
    roots = find_roots(RECORDING, compare(RECORDING, classes, graph), classes, graph)
    assert [(root.callee, root.cause, root.below) for root in roots] == [
        (DRAW, "no receiver arrives at the call", 2),
        (MADE_HERE, "a class that the program makes at run time", 1),
    ]


def test_what_a_model_stands_for_is_told(classes: Classes) -> None:
    drawn = ((MAIN, 0, MAKE), (MAKE, 4, INIT), (MAIN, 5, DRAW), (DRAW, 0, PEN))
    graph = Graph(*drawn, (MAIN, 10, MORE), (MORE, -1, PEN))
    roots = find_roots(RECORDING, compare(RECORDING, classes, graph), classes, graph)
    assert (DEEP, BEHIND_MODEL) in [(root.callee, root.cause) for root in roots]
