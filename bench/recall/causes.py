"""Why edges are missing: most misses hang below a few others, the roots.

An edge is missing because of an obstacle: its caller is not reached, or all code that made its
receivers in the run is not, or the receiver comes by way of another missing edge (`traces`).
Walking back from obstacle to obstacle ends at roots: edges from code that is reached (or from the
JDK, or from the JVM) to a callee that the static graph has not at that site. A root is what to
mend; below it hang all the edges that may appear with it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bench.recall.comparison import THROUGH_JDK, Comparison, caller_of
from bench.recall.static_graph import Classes, StaticGraph
from bench.recall.traces import Traces
from snarl.monitor.recording import CallEdge, MethodName, Recording, Site

NO_RECEIVER = "no receiver arrives at the call"
OTHER_RECEIVER = "a type of receiver does not arrive at the call"
BEHIND_MODEL = "a model of snarl's stands for this code of a library"

LARGEST_CIRCLE = 200

Obstacle = MethodName | CallEdge
"""A method that is not reached, or an edge that is missing."""

# How compilers name the method that a lambda becomes, after the method that it stands in.
LAMBDA = re.compile(r"lambda\$(.+)\$\d+|\$anonfun\$(.+?)\$\d+(?:\$adapted)?|(.+?)\$lambda\$\d+.*")

BY_JDK = (
    ("java.util.ServiceLoader", "a service provider that the JDK makes"),
    ("java.lang.Class.getEnumConstantsShared", "`values` of an enum, called by the JDK"),
    ("java.io.Object", "serialization"),
    ("java.lang.Class.", "reflection inside the JDK"),
    ("com.sun.beans.", "reflection inside the JDK"),
    ("com.sun.jmx.", "reflection inside the JDK"),
)


@dataclass(slots=True)
class Root:
    """Edges to one callee that are missing for one cause, and nothing else stands before them."""

    callee: MethodName
    cause: str
    edges: list[CallEdge]
    below: int = 0
    """Misses that hang below it, its own edges among them; they may hang below others too."""
    explains: list[CallEdge] = field(default_factory=list)
    """Misses that are put down to it: each to that root below which the most hang."""
    ends: list[str] = field(default_factory=list)
    """Where the walk back from a receiver that does not arrive ended."""


def find_roots(
    recording: Recording, comparison: Comparison, classes: Classes, graph: StaticGraph
) -> list[Root]:
    """The roots of all misses, those with the most below them first."""
    search = _Search(recording, comparison, classes, graph)
    roots = search.roots()
    closures = {id(root): search.below(root) for root in roots}
    misses = set(comparison.misses)
    for root in roots:
        closures[id(root)] &= misses
        root.below = len(closures[id(root)])
    roots.sort(key=lambda root: (-root.below, str(root.callee)))
    for root in roots:
        root.explains = sorted(closures[id(root)] & misses, key=str)
        misses -= closures[id(root)]
    roots += search.circles(misses)
    return [root for root in roots if root.below]


class _Search:
    """Obstacles of the absent edges, in both directions."""

    def __init__(
        self, recording: Recording, comparison: Comparison, classes: Classes, graph: StaticGraph
    ) -> None:
        self._classes = classes
        self._graph = graph
        self._makers = _makers(recording)
        self._traces = Traces(recording, comparison.absent, classes, graph)
        self._ends: dict[CallEdge, set[str]] = {}
        self._absent_calls: dict[Site, list[CallEdge]] = defaultdict(list)
        """Sites at which not even `Method.invoke` or the like is there."""
        for edge in comparison.absent:
            if edge.caller and edge.kind == "call":
                self._absent_calls[edge.caller].append(edge)
        self._obstacles = {edge: self._find_obstacles(edge) for edge in comparison.absent}
        self._blocked: dict[Obstacle, list[CallEdge]] = defaultdict(list)
        for edge, obstacles in self._obstacles.items():
            for obstacle in obstacles:
                self._blocked[obstacle].append(edge)

    def roots(self) -> list[Root]:
        grouped: dict[tuple[MethodName, str], list[CallEdge]] = defaultdict(list)
        for edge, obstacles in self._obstacles.items():
            if not obstacles:
                grouped[self._subject(edge.callee), self._cause(edge)].append(edge)
        return [self._root(callee, cause, edges) for (callee, cause), edges in grouped.items()]

    def _subject(self, callee: MethodName) -> MethodName:
        """The callee; all classes that are made at run time count as one."""
        return callee if self._is_in_files(callee) else MethodName("(made)", callee.name, "")

    def _root(self, callee: MethodName, cause: str, edges: list[CallEdge]) -> Root:
        ends = {end for edge in edges for end in self._ends.get(edge, ())}
        return Root(callee, cause, edges, ends=sorted(ends))

    def below(self, root: Root) -> set[CallEdge]:
        """The edges of a root, and all that are absent because of them or of its callee."""
        seen = set(root.edges)
        todo: list[Obstacle] = [*root.edges, *(edge.callee for edge in root.edges)]
        met = set(todo)
        while todo:
            for edge in self._blocked.get(todo.pop(), ()):
                seen.add(edge)
                for obstacle in (edge, edge.callee):
                    if obstacle not in met:
                        met.add(obstacle)
                        todo.append(obstacle)
        return seen

    def circles(self, misses: Iterable[CallEdge]) -> list[Root]:
        """Roots for misses that hang only below each other: whichever explains the most."""
        rest = set(misses)
        roots = []
        while rest:
            sample = sorted(rest, key=str)[:LARGEST_CIRCLE]
            candidates = [self._root(edge.callee, self._cause(edge), [edge]) for edge in sample]
            closures = [self.below(candidate) & rest for candidate in candidates]
            best = max(range(len(sample)), key=lambda number: len(closures[number]))
            root = candidates[best]
            root.below = len(closures[best])
            root.explains = sorted(closures[best], key=str)
            roots.append(root)
            rest -= closures[best]
        return roots

    def _is_in_files(self, method: MethodName) -> bool:
        return self._classes.origin(method.class_name) is not None

    def _find_obstacles(self, edge: CallEdge) -> Sequence[Obstacle]:
        """What explains why an edge is absent; nothing for roots."""
        caller = caller_of(edge.caller) if edge.caller else None
        origin = self._classes.origin(caller.class_name) if caller else None
        if caller and origin in ("application", "library") and not self._graph.reaches(caller):
            return [caller]
        if edge.caller and edge.kind in THROUGH_JDK and edge.caller in self._absent_calls:
            return self._absent_calls[edge.caller]
        if not self._is_in_files(edge.callee) or edge.callee.name.startswith("<"):
            return []
        makers = self._makers_of(edge.callee)
        if makers and not any(map(self._graph.reaches, makers)):
            return makers
        method = self._classes.method(edge.callee)
        is_virtual = edge.kind == "call" and method is not None and not method.is_static
        if not is_virtual or origin not in ("application", "library"):
            return []
        trace = self._traces.of_receiver(edge)
        self._ends[edge] = trace.ends
        return [*sorted(trace.methods, key=str), *sorted(trace.edges, key=str)]

    def _makers_of(self, callee: MethodName) -> list[MethodName]:
        """What the run shows to make the objects on which a call runs the callee."""
        method = self._classes.method(callee)
        if method is None or method.owner.origin == "jdk":
            return []
        if match := LAMBDA.fullmatch(callee.name):
            wanted = next(filter(None, match.groups()))
            names = {"new": "<init>", "static": "<clinit>"}
            hosts = method.owner.methods_named(names.get(wanted, wanted))
            return [MethodName(callee.class_name, host.name, host.descriptor) for host in hosts]
        if method.is_static:
            return []
        below = self._classes.program.hierarchy.subtypes(method.owner)
        types = [cls.name for cls in (method.owner, *below) if cls.name in self._makers]
        fitting = [name for name in types if self._classes.selects(name, callee)]
        return sorted({maker for name in fitting for maker in self._makers[name]}, key=str)

    def _cause(self, edge: CallEdge) -> str:
        if not self._is_in_files(edge.callee):
            return "a class that the program makes at run time"
        if edge.caller is None:
            return "the JVM itself calls it"
        caller = caller_of(edge.caller)
        origin = self._classes.origin(caller.class_name)
        if origin is None:
            return "called by a class that the program makes at run time"
        if origin == "jdk":
            return self._cause_in_jdk(edge, caller)
        if self._is_behind_model(edge, caller):
            return BEHIND_MODEL
        return self._cause_at_site(edge, caller, edge.caller.bci)

    def _is_behind_model(self, edge: CallEdge, caller: MethodName) -> bool:
        """Whether a model does what the caller did, or has no use for what is called there."""
        graph = self._graph
        return (
            graph.is_modelled(caller)
            or (edge.kind == "lambda" and graph.is_run_by_model(edge.callee))
            or any(map(graph.is_modelled, self._makers_of(edge.callee)))
        )

    def _cause_in_jdk(self, edge: CallEdge, caller: MethodName) -> str:
        full = f"{caller.class_name}.{caller.name}"
        for start, cause in BY_JDK:
            if edge.kind == "reflective" and full.startswith(start):
                return cause
        reached = "reached" if self._graph.reaches(caller) else "not reached"
        return f"{edge.kind} from the JDK, by code that is {reached}"

    def _cause_at_site(self, edge: CallEdge, caller: MethodName, bci: int) -> str:
        if edge.kind == "reflective":
            why = self._graph.unresolved(caller, bci)
            return f"reflection, not resolved: {why}" if why else "reflection that leads elsewhere"
        if edge.kind == "callback":
            return "the JVM calls back, as for a class loader"
        if edge.kind == "class-init":
            return "a static initializer without this trigger"
        if edge.kind != "call":
            return f"{edge.kind}: not at this site"
        method = self._classes.method(edge.callee)
        if method is None:
            return "the method is not in the file that was read"
        if method.is_static or edge.callee.name == "<init>":
            return "a call without a receiver is not there"
        if self._graph.callees(caller, bci):
            return OTHER_RECEIVER
        return NO_RECEIVER


def _makers(recording: Recording) -> dict[str, list[MethodName]]:
    """For each type that the run made, the methods that must be reached for it to be made."""
    makers: dict[str, set[MethodName]] = defaultdict(set)
    for site, types in recording.allocations.items():
        for name in types:
            makers[name].add(caller_of(site))
    for edge in recording.edges:
        if edge.kind == "reflective" and edge.callee.name == "<init>":
            makers[edge.callee.class_name].add(edge.callee)
    return {name: sorted(methods, key=str) for name, methods in makers.items()}
