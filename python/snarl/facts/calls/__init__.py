"""The call graph that facts are computed on: methods in contexts, and the calls between them.

An *instance* is a method in a context (paper 1: a pair (m, c)). All of it is arrays of the
engine's; an instance is a place in them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.code import Code, read_code
from snarl.graph import Graph, distinct
from snarl.points_to import EdgeKind
from snarl.program.model import Access

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from numpy.typing import NDArray

    from snarl.facts.code.reading import Codes
    from snarl.points_to import Solution
    from snarl.program import Method

_OPENING = {"setAccessible", "trySetAccessible", "privateLookupIn"}
_NO_CONSTRUCTORS = ("java.lang.reflect.Method", "java.lang.reflect.Field")
_SERIALIZATION = {"readObject", "writeObject", "readObjectNoData", "readResolve", "writeReplace"}
NOBODY = 2**32 - 1
"""In place of a caller: the call comes from outside; of a method: no class file holds the code."""


@dataclass(frozen=True, slots=True)
class Callers:
    """Calls in the order of who is called, and where those of each instance begin."""

    offsets: list[int]
    columns: tuple[list[int], list[int], list[EdgeKind]]
    known: dict[int, list[tuple[int, int, EdgeKind]]] = field(default_factory=dict)
    """As far as somebody wanted to know: there are many calls, and few are asked for."""

    def of(self, instance: int) -> list[tuple[int, int, EdgeKind]]:
        """Who calls an instance, at which bytecode index, and how."""
        found = self.known.get(instance)
        if found is None:
            first, end = self.offsets[instance : instance + 2]
            callers, sites, kinds = self.columns
            found = self.known[instance] = list(
                zip(callers[first:end], sites[first:end], kinds[first:end], strict=True)
            )
        return found


class Calls:
    """Instances and the calls between them. Edges are sorted by caller, then by site."""

    def __init__(self, solution: Solution, codes: Codes | None = None) -> None:
        """With the code of some of the methods, if it was read before."""
        self.solution = solution
        self.methods = solution.methods
        self._read = codes or {}
        self.method_of, self.context_of = solution.engine.instances()
        callers, sites, callees, kinds = solution.engine.context_call_graph()
        inside = callers != NOBODY
        inside &= ~self._is_refused(callers, callees, kinds)
        self.outside: NDArray[np.uint32] = distinct(callees[~inside])
        """Instances that are called from outside: by the JVM, or by a harness."""
        self.callers = callers[inside]
        self.sites = sites[inside]
        self.callees = callees[inside]
        self.kinds = kinds[inside]
        self._codes: dict[int, Code | None] = {NOBODY: None}
        self._called: dict[int, dict[int, list[int]]] = {}
        self._known_callees: dict[int, dict[int, list[int]]] = {}
        self._known_meanings: dict[int, dict[int, list[int]]] = {}

    def _is_refused(
        self,
        callers: NDArray[np.uint32],
        callees: NDArray[np.uint32],
        kinds: NDArray[np.uint8],
    ) -> NDArray[np.bool_]:
        """Whether each call is one by reflection of a private method that the JVM refuses, since
        nothing of the program makes members accessible. Serialization asks nobody."""
        refused: NDArray[np.bool_] = kinds == EdgeKind.REFLECTIVE
        if not refused.any():
            return refused
        places = self.method_of[callees]
        refused &= places != NOBODY
        private = np.zeros(len(self.methods), bool)
        for place in distinct(places[refused]).tolist():
            private[place] = _is_private(self.methods[place])
        refused[refused] = private[places[refused]]
        if not refused.any():
            return refused
        is_open = self._opens_members(callers, callees, _OPENING)
        return np.zeros(len(refused), bool) if is_open else refused

    @cached_property
    def opens_constructors(self) -> bool:
        """Whether the program makes constructors accessible that are not, or does without."""
        opening = _OPENING | {"allocateInstance"}
        return self._opens_members(self.callers, self.callees, opening, _NO_CONSTRUCTORS)

    def _opens_members(
        self,
        callers: NDArray[np.uint32],
        callees: NDArray[np.uint32],
        names: set[str],
        but: Collection[str] = (),
    ) -> bool:
        """Whether the program calls methods of some names, but for those of some classes."""
        opening = [
            place
            for place, it in enumerate(self.methods)
            if it.name in names and it.owner.name not in but
        ]
        asking = callers[np.isin(self.method_of[callees], opening) & (callers != NOBODY)]
        asking = self.method_of[asking]
        return bool(self.is_own_method[asking[asking != NOBODY]].any())

    def __len__(self) -> int:
        """The number of instances."""
        return len(self.method_of)

    def method(self, instance: int) -> Method | None:
        """The method of an instance; None for code that no class file holds."""
        place = self.places[instance]
        return None if place == NOBODY else self.methods[place]

    def code(self, place: int) -> Code | None:
        """The code of a method, by its place; None if it has none that can be read."""
        if place not in self._codes:
            method = self.methods[place]
            code = self._read.get((method.owner.id, method.index))
            if code is None:
                code = read_code(method, place)
            else:
                code.place = place
            self._codes[place] = code
        return self._codes[place]

    def code_of(self, instance: int) -> Code | None:
        """The code of an instance's method."""
        place = self.places[instance]
        code = self._codes.get(place)
        return self.code(place) if code is None else code

    def objects(self, instance: int, value: int) -> NDArray[np.uint32]:
        """The objects that a value of an instance may refer to."""
        return self.solution.engine.value_in(instance, value)

    @cached_property
    def places(self) -> list[int]:
        """The place of each instance's method: `method_of` as a list."""
        found: list[int] = self.method_of.tolist()
        return found

    @cached_property
    def is_own_method(self) -> NDArray[np.bool_]:
        """Whether each method is the program's own, not the JDK's."""
        return self._of_origin("application", "library")

    @cached_property
    def is_application_method(self) -> NDArray[np.bool_]:
        """Whether each method is the application's."""
        return self._of_origin("application")

    def _of_origin(self, *origins: str) -> NDArray[np.bool_]:
        known: dict[int, bool] = {}
        mask = np.zeros(len(self.methods), bool)
        for place, method in enumerate(self.methods):
            owner = method.owner
            if owner.id not in known:
                known[owner.id] = owner.origin in origins
            mask[place] = known[owner.id]
        return mask

    @cached_property
    def is_own(self) -> NDArray[np.bool_]:
        """Whether each instance runs code of the program's own: not the JDK's, and no model."""
        mask = np.zeros(len(self), bool)
        real = self.method_of != NOBODY
        mask[real] = (self.is_own_method & self.is_analysed)[self.method_of[real]]
        return mask

    @cached_property
    def is_analysed(self) -> NDArray[np.bool_]:
        """Whether the code of each method counts, and no model takes its place."""
        return self.solution.engine.analysed()

    @cached_property
    def instances_by_method(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The instances of each method, in CSR form."""
        order = np.argsort(self.method_of, kind="stable")
        offsets = np.searchsorted(self.method_of[order], np.arange(len(self.methods) + 1))
        return offsets, order

    def instances_of(self, method: int) -> list[int]:
        """The instances of a method, by its place."""
        offsets, order = self.instances_by_method
        found: list[int] = order[offsets[method] : offsets[method + 1]].tolist()
        return found

    def in_instances(
        self, methods: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(row, instance) pairs: each row of a column of methods in each instance of its method."""
        offsets, order = self.instances_by_method
        counts = offsets[methods + 1] - offsets[methods]
        rows = np.repeat(np.arange(len(methods)), counts)
        starts = np.repeat(offsets[methods] - np.cumsum(counts) + counts, counts)
        return rows, order[starts + np.arange(len(rows))]

    @cached_property
    def is_in_thread(self) -> NDArray[np.bool_]:
        """Whether each call stays in the thread of its caller."""
        mask: NDArray[np.bool_] = self.kinds != EdgeKind.SPAWN
        return mask

    @cached_property
    def in_thread(self) -> Graph:
        """The calls that stay in their thread."""
        return self.through(np.flatnonzero(self.is_in_thread))

    def through(self, edges: NDArray[np.int64]) -> Graph:
        """The graph of some calls, which are in order."""
        counts = np.bincount(self.callers[edges], minlength=len(self))
        return Graph(np.concatenate(([0], np.cumsum(counts))), self.callees[edges])

    @cached_property
    def _first_edges(self) -> NDArray[np.int64]:
        return np.searchsorted(self.callers, np.arange(len(self) + 1))

    def edges_from(self, instance: int) -> range:
        """The numbers of the calls that an instance makes."""
        first, end = self._first_edges[instance : instance + 2].tolist()
        return range(first, end)

    @cached_property
    def _by_callee(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        order = np.argsort(self.callees, kind="stable")
        return np.searchsorted(self.callees[order], np.arange(len(self) + 1)), order

    def edges_to(self, instance: int) -> list[int]:
        """The numbers of the calls of an instance, without those from outside."""
        offsets, order = self._by_callee
        found: list[int] = order[offsets[instance] : offsets[instance + 1]].tolist()
        return found

    def callers_of(self, instance: int) -> list[tuple[int, int, EdgeKind]]:
        """The calls of an instance within its thread: who calls, at which bytecode index, how."""
        return self._callers.of(instance)

    @cached_property
    def _callers(self) -> Callers:
        return self.callers_through(self.is_in_thread)

    def callers_through(self, keep: NDArray[np.bool_]) -> Callers:
        """The callers of all instances by some of the calls."""
        _, order = self._by_callee
        edges = order[keep[order]]
        offsets = np.searchsorted(self.callees[edges], np.arange(len(self) + 1)).tolist()
        columns = (it[edges].tolist() for it in (self.callers, self.sites, self.kinds))
        callers, sites, kinds = columns
        return Callers(offsets, (callers, sites, kinds))

    def own_callees(self, roots: Collection[int]) -> Iterator[int]:
        """The program's own code that threads begin with: their roots, or what the JDK's roots
        call."""
        for root in roots:
            if self.is_own[root]:
                yield root
        begun = self.callees[np.isin(self.callers, list(roots)) & self.is_in_thread]
        yield from begun[self.is_own[begun]].tolist()

    def callees_at(self, instance: int, site: int) -> list[int]:
        """What an instance calls at a bytecode index, in its own thread; not the initializers that
        the call may run first."""
        if instance not in self._known_meanings:
            places, initializers = self.places, self._initializers
            self._known_meanings[instance] = {
                at: [it for it in found if places[it] not in initializers] or found
                for at, found in self.callees_of(instance).items()
            }
        return self._known_meanings[instance].get(site, [])

    def is_called_at(self, instance: int, site: int) -> bool:
        """Whether an instance calls anything at a bytecode index, in its own thread."""
        first, end = self._first_edges[instance : instance + 2].tolist()
        return bool((self.is_in_thread[first:end] & (self.sites[first:end] == site)).any())

    @cached_property
    def _initializers(self) -> frozenset[int]:
        """The static initializers."""
        return frozenset(
            place for place, method in enumerate(self.methods) if method.name == "<clinit>"
        )

    def callees_of(self, instance: int) -> dict[int, list[int]]:
        """What an instance calls in its own thread, by bytecode index."""
        if instance not in self._known_callees:
            edges = slice(*self._first_edges[instance : instance + 2].tolist())
            keep = self.is_in_thread[edges]
            found: dict[int, list[int]] = {}
            sites, callees = self.sites[edges][keep].tolist(), self.callees[edges][keep].tolist()
            for site, callee in zip(sites, callees, strict=True):
                found.setdefault(site, []).append(callee)
            self._known_callees[instance] = found
        return self._known_callees[instance]

    def ways_from(self, roots: Sequence[int], last: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The call by which each instance is first reached from some others, in their thread, on a
        shortest way; -1 where there is none, and for the roots. Calls that are to be told `last`
        are on a way only where there is none without them."""
        found = np.full(len(self), -1, np.int64)
        seen = np.zeros(len(self), bool)
        here = distinct(np.asarray(roots, np.int64))
        seen[here] = True
        put_off: list[NDArray[np.int64]] = []
        while here.size or put_off:
            if here.size:
                edges = self._edges_from_all(here)
                put_off.append(edges[last[edges]])
                edges = edges[~last[edges]]
            else:
                edges, put_off = np.concatenate(put_off), []
            edges = edges[self.is_in_thread[edges] & ~seen[self.callees[edges]]]
            reached, first = np.unique(self.callees[edges], return_index=True)
            found[reached] = edges[first]
            seen[reached] = True
            here = reached.astype(np.int64)
        return found

    def _edges_from_all(self, instances: NDArray[np.int64]) -> NDArray[np.int64]:
        counts = self._first_edges[instances + 1] - self._first_edges[instances]
        starts = np.repeat(self._first_edges[instances] - np.cumsum(counts) + counts, counts)
        return starts + np.arange(len(starts))

    def methods_called(self, method: int, site: int) -> list[int]:
        """What a method calls or starts at a bytecode index, in all contexts: places of methods,
        without the initializers that the call may run first."""
        called = self._called.get(method)
        if called is None:
            found: dict[int, list[int]] = {}
            graph = self.solution.call_graph
            calls = slice(*self._first_calls[method : method + 2])
            sites, callees = graph.sites[calls].tolist(), graph.callees[calls].tolist()
            for at, callee in zip(sites, callees, strict=True):
                # They are in order, so that what is called in two ways comes twice in a row.
                there = found.setdefault(at, [])
                if not there or there[-1] != callee:
                    there.append(callee)
            called = self._called[method] = {
                at: [it for it in there if it not in self._initializers] or there
                for at, there in found.items()
            }
        return called.get(site, [])

    def methods_given(self, method: int, site: int) -> list[int]:
        """What a method calls at a bytecode index with the operands there as its arguments; nothing
        if some of it is not: a lambda's body gets first what was captured, a thread's nothing."""
        if (method << 32 | site) in self._odd_sites:
            return []
        return self.methods_called(method, site)

    @cached_property
    def _odd_sites(self) -> frozenset[int]:
        """The calls at which something gets other arguments than the operands there: the method and
        the bytecode index of each."""
        graph = self.solution.call_graph
        odd = np.flatnonzero((graph.kinds != EdgeKind.CALL) & (graph.kinds != EdgeKind.CLASS_INIT))
        keys = graph.callers[odd].astype(np.int64) << 32 | graph.sites[odd]
        return frozenset(keys.tolist())

    @cached_property
    def _first_calls(self) -> list[int]:
        """Where the calls of each method begin in the call graph."""
        callers = self.solution.call_graph.callers
        places = np.arange(len(self.methods) + 1, dtype=callers.dtype)
        found: list[int] = np.searchsorted(callers, places).tolist()
        return found


def _is_private(method: Method) -> bool:
    return bool(method.flags & Access.PRIVATE) and method.name not in _SERIALIZATION
