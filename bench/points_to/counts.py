"""Counts the figures of `figures.py` in a solution of snarl; Tai-e's are counted by its main."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from bench.points_to.figures import MEANINGS
from snarl.points_to import EdgeKind
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from snarl.points_to import Solution
    from snarl.program import Instruction, Method, Program

Line = tuple[object, ...]
_NAMES = "boolean byte char short int long float double".split()
_PRIMITIVES = dict(zip("ZBCSIJFD", _NAMES, strict=True))


class Counts:
    """The figures of a solution in `figures`; in `lines` a line for each thing that is counted."""

    def __init__(self, program: Program, solution: Solution) -> None:
        self._solution = solution
        self._graph = solution.call_graph
        self._types = _Types(program)
        self.figures: Counter[str] = Counter(dict.fromkeys(MEANINGS, 0))
        self.lines: list[Line] = []
        own = [method.owner.origin == "application" for method in self._graph.methods]
        self._own = np.array(own, dtype=np.bool_)
        self._names = [name(method) for method in self._graph.methods]
        self._count_methods()
        rows = self._calls()
        self._count_edges(rows)
        self._count_sites(self._callees(rows))

    def _count_methods(self) -> None:
        self.figures["methods"] = len(self._graph.methods)
        self.figures["app_methods"] = int(self._own.sum())
        self.lines += (("method", name) for name in self._names)

    def _calls(self) -> NDArray[np.intp]:
        """The rows of the call graph that count as call edges."""
        kinds = np.asarray(self._graph.kinds)
        kept = np.flatnonzero((kinds == EdgeKind.CALL) | (kinds == EdgeKind.LAMBDA))
        callers = np.asarray(self._graph.callers)[kept].tolist()
        sites = np.asarray(self._graph.sites)[kept].tolist()
        dynamic = cache(lambda caller: set(_dynamic_sites(self._graph.methods[caller])))
        pairs = zip(callers, sites, strict=True)
        return kept[[site not in dynamic(caller) for caller, site in pairs]]

    def _count_edges(self, calls: NDArray[np.intp]) -> None:
        callers = np.asarray(self._graph.callers)[calls]
        callees = np.asarray(self._graph.callees)[calls]
        pairs = np.unique(np.stack((callers, callees)), axis=1)
        self.figures["edges"] = len(calls)
        self.figures["app_edges"] = int(self._own[callers].sum())
        self.figures["app_pairs"] = int(self._own[pairs[0]].sum())
        # The lines have all kinds of edges: they help to tell why a method is reached.
        counted = set(calls.tolist())
        columns = (self._graph.callers, self._graph.callees, self._graph.sites, self._graph.kinds)
        rows = np.stack([np.asarray(column, dtype=np.int64) for column in columns], axis=1)
        for row, (caller, callee, site, kind) in enumerate(rows.tolist()):
            how = EdgeKind(kind)
            is_made = how in (EdgeKind.CALL, EdgeKind.LAMBDA) and row not in counted
            names = self._names[caller], self._names[callee]
            self.lines.append(("edge", *names, site, "MADE" if is_made else how.name))

    def _callees(self, rows: NDArray[np.intp]) -> Counter[tuple[int, int]]:
        """How many callees a site has."""
        columns = (self._graph.callers, self._graph.sites, self._graph.callees)
        triples = np.unique(np.stack([np.asarray(column)[rows] for column in columns]), axis=1)
        return Counter(zip(triples[0].tolist(), triples[1].tolist(), strict=True))

    def _count_sites(self, callees: Counter[tuple[int, int]]) -> None:
        for place in np.flatnonzero(self._own).tolist():
            method = self._graph.methods[place]
            for instruction in _instructions(method, Op.INVOKE):
                if instruction.invoke_kind in ("virtual", "interface"):
                    self._count_call(place, instruction, callees[place, instruction.bci])
            for instruction in _instructions(method, Op.CHECK_CAST):
                self._count_cast(place, instruction)

    def _count_call(self, place: int, call: Instruction, callees: int) -> None:
        self.figures["virtual_sites"] += 1
        if callees > 1:
            self.figures["poly_sites"] += 1
            called = call.reference.name
            self.lines.append(("poly", self._names[place], call.line or -1, called, callees))

    def _count_cast(self, place: int, cast: Instruction) -> None:
        self.figures["casts"] += 1
        method = self._graph.methods[place]
        types = {found.type for found in self._solution.points_to(method, cast.operands[0])}
        wanted = _java_name(cast.class_name)
        self.lines.append(("check", self._names[place], cast.line or -1, wanted))
        if not all(self._types.fits(found, wanted) for found in types):
            self.figures["may_fail_casts"] += 1
            self.lines.append(("cast", self._names[place], cast.line or -1, wanted))


class _Types:
    """Subtypes by name, arrays too."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[tuple[str, str], bool] = {}

    def fits(self, below: str, above: str) -> bool:
        """Whether an object of the first type may be cast to the second."""
        key = below, above
        if key not in self._known:
            self._known[key] = self._ask(below, above)
        return self._known[key]

    def _ask(self, below: str, above: str) -> bool:
        if below == above or above == "java.lang.Object":
            return True
        if below.endswith("[]"):
            if above.endswith("[]"):
                elements = below[:-2], above[:-2]
                primitive = any(element in _PRIMITIVES.values() for element in elements)
                return not primitive and self.fits(*elements)
            return above in ("java.lang.Cloneable", "java.io.Serializable")
        types = self._program.find_class(below), self._program.find_class(above)
        if types[0] is None or types[1] is None:
            return False
        return self._program.hierarchy.is_subtype(types[0], types[1])


def name(method: Method) -> str:
    """The name of a method that both sides use."""
    return f"{method.owner.name}.{method.name}{method.descriptor}"


def _instructions(method: Method, op: Op) -> Iterator[Instruction]:
    body = method.body
    if body is None:
        return
    instructions = list(body)
    for index in np.flatnonzero(body.ops == op).tolist():
        yield instructions[index]


def _dynamic_sites(method: Method) -> list[int]:
    body = method.body
    if body is None:
        return []
    sites: list[int] = body.indices[body.ops == Op.INVOKE_DYNAMIC].tolist()
    return sites


def _java_name(constant: str) -> str:
    """`[Ljava.lang.String;` to `java.lang.String[]`; a class is as it is."""
    if not constant.startswith("["):
        return constant
    inner = constant[1:]
    if inner.startswith("L"):
        inner = inner[1:-1].replace("/", ".")
    elif inner in _PRIMITIVES:
        inner = _PRIMITIVES[inner]
    return f"{_java_name(inner)}[]"
