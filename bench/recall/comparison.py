"""A recording beside a static call graph: what is in both, and what is only in the recording.

How the kinds of a recording (`snarl.monitor.recording.Kind`) are looked up:

- `call`, `lambda`: the caller has the callee at the same site.
- `reflective`, `dynamic`, `thread-start`, `callback`: the same, or the site calls methods of the
  JDK that lead to the callee, without other code in between: `Method.invoke`, `Thread.start`.
- `class-init`: counted apart, as the recorder sees only the first of all sites that may trigger an
  initializer: whether that site leads to it, be it through the JDK or other initializers, and
  whether it is reached at all.
- A callee that is in no file, as its class is made at run time: the site may run such code, in
  place of a method of the same name.
- `generated`: set aside, as the callee is a class of the JDK's making without a name. So is a
  `thread-start` of what handles an uncaught exception: it does not start the thread, it ends it.

Edges whose caller is the JDK or the JVM say what must be reached: entries, counted apart too.
Edges whose caller is a class that the program made at run time are set aside: it is in no file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from bench.recall.static_graph import MADE, Classes, StaticGraph, plain
from snarl.monitor.recording import CallEdge, Kind, MethodName, Recording, Site

DIRECT: frozenset[Kind] = frozenset(["call", "lambda"])
THROUGH_JDK: frozenset[Kind] = frozenset(["reflective", "dynamic", "thread-start", "callback"])
STEPS_IN_JDK = 4
"""Calls of the JDK that may lie between a site and what it runs: `Thread.start` needs three."""


@dataclass(slots=True)
class Tally:
    """How many there are, and how many of them the static graph has."""

    recorded: int = 0
    found: int = 0

    def add(self, is_found: bool) -> None:
        """Counts one."""
        self.recorded += 1
        self.found += is_found

    @property
    def percent(self) -> float:
        """The part that was found; of nothing, all of it."""
        return 100 * self.found / self.recorded if self.recorded else 100.0


@dataclass(slots=True)
class Comparison:
    """What a comparison counted, and the edges that the static graph has not."""

    calls: dict[Kind, Tally] = field(default_factory=dict)
    """Edges whose caller is in application or library code, class initializers left out."""
    initializers: Tally = field(default_factory=Tally)
    """Static initializers, by the site that triggered them."""
    initializers_reached: Tally = field(default_factory=Tally)
    entries: Tally = field(default_factory=Tally)
    """Methods of the application or of libraries that the JDK or the JVM called."""
    made_at_run_time: Tally = field(default_factory=Tally)
    """Of the calls, those whose callee is of a class that is in no file."""
    set_aside: Counter[str] = field(default_factory=Counter)
    misses: list[CallEdge] = field(default_factory=list)
    """Of the calls, those that are not in the static graph."""
    absent: list[CallEdge] = field(default_factory=list)
    """All edges that are not in the static graph, or lead to what is not reached: misses, and
    initializers, entries and what run-time classes call, for the search for causes."""

    @property
    def total(self) -> Tally:
        """All kinds of calls together."""
        return _sum(self.calls.values())

    @property
    def in_files(self) -> Tally:
        """The same without callees that are in no file."""
        total, made = self.total, self.made_at_run_time
        return Tally(total.recorded - made.recorded, total.found - made.found)


def compare(recording: Recording, classes: Classes, graph: StaticGraph) -> Comparison:
    """Looks up each edge of a recording in a static graph."""
    result = Comparison()
    handlers = _uncaught_handlers(recording)
    for edge in sorted(recording.edges, key=_order):
        if edge.kind == "thread-start" and edge.callee in handlers:
            result.set_aside["the callee handles the uncaught exception of a thread"] += 1
        else:
            _count(edge, result, classes, graph)
    return result


def _uncaught_handlers(recording: Recording) -> set[MethodName]:
    """What the JVM calls in a thread's last moments, as if the thread began anew."""
    return {
        edge.callee
        for edge in recording.edges
        if edge.caller and edge.caller.method == "dispatchUncaughtException"
    }


def caller_of(site: Site) -> MethodName:
    """The method that a site is in."""
    return MethodName(site.class_name, site.method, site.descriptor)


def _order(edge: CallEdge) -> tuple[str, ...]:
    site, callee = edge.caller, edge.callee
    where = (site.class_name, site.method, site.descriptor, f"{site.bci:6}") if site else ("",) * 4
    return (*where, callee.class_name, callee.name, callee.descriptor, edge.kind)


def _count(edge: CallEdge, result: Comparison, classes: Classes, graph: StaticGraph) -> None:
    origin = classes.origin(edge.caller.class_name) if edge.caller else "jdk"
    if edge.kind == "generated":
        result.set_aside["the callee is a class that the JDK made at run time"] += 1
        return
    if edge.caller is None or origin in (None, "jdk"):
        _count_entry(edge, origin is None, result, classes, graph)
        return
    is_found = has(graph, classes, edge)
    if edge.kind == "class-init":
        result.initializers.add(is_found)
        result.initializers_reached.add(graph.reaches(edge.callee))
    else:
        result.calls.setdefault(edge.kind, Tally()).add(is_found)
        if not is_found:
            result.misses.append(edge)
        if classes.origin(edge.callee.class_name) is None:
            result.made_at_run_time.add(is_found)
    if not is_found:
        result.absent.append(edge)


def _count_entry(
    edge: CallEdge, is_made: bool, result: Comparison, classes: Classes, graph: StaticGraph
) -> None:
    is_reached = graph.reaches(edge.callee)
    if is_made:
        result.set_aside["the caller is a class that the program made at run time"] += 1
    elif classes.origin(edge.callee.class_name) is not None:
        result.entries.add(is_reached)
    if not is_reached:
        result.absent.append(edge)


def has(graph: StaticGraph, classes: Classes, edge: CallEdge) -> bool:
    """Whether the static graph has an edge whose caller is a method of the program."""
    if edge.caller is None:
        return graph.reaches(edge.callee)
    callee = plain(edge.callee)
    found = graph.callees(caller_of(edge.caller), edge.caller.bci)
    if classes.origin(callee.class_name) is None:
        return _runs_made_code(graph, classes, found, edge)
    if callee in found or edge.kind in DIRECT:
        return callee in found
    return _leads(graph, classes, found, callee)


def _runs_made_code(
    graph: StaticGraph, classes: Classes, found: Iterable[MethodName], edge: CallEdge
) -> bool:
    """Whether a site may run code that is made at run time, in place of a method of the callee's
    name or by reflection. The graph has all such code as the native method that defines classes."""
    if edge.kind not in DIRECT:
        return _leads(graph, classes, found, MethodName(*MADE, ""))
    signature = edge.callee.name, edge.callee.descriptor
    return any(
        (name.name, name.descriptor) == signature
        and MethodName(*MADE, "") in graph.callees(name, -1)
        for name in found
    )


def _leads(
    graph: StaticGraph, classes: Classes, starts: Iterable[MethodName], callee: MethodName
) -> bool:
    """Whether one of some methods leads to a callee through the JDK, or through initializers."""

    def passes(name: MethodName) -> bool:
        is_initializer = name.name == callee.name == "<clinit>"
        return is_initializer or classes.origin(name.class_name) == "jdk"

    seen = set(starts)
    level = {name for name in seen if passes(name)}
    for _ in range(STEPS_IN_JDK):
        following = {found for name in level for found in graph.callees(name, -1)} - seen
        if callee in following:
            return True
        seen |= following
        level = {name for name in following if passes(name)}
    return False


def _sum(tallies: Iterable[Tally]) -> Tally:
    result = Tally()
    for tally in tallies:
        result.recorded += tally.recorded
        result.found += tally.found
    return result
