"""The call graph, contexts left out: methods, and edges in arrays."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl import _engine
    from snarl.program.model import Method, Program


class EdgeKind(IntEnum):
    """How a method comes to run. The order is the engine's."""

    CALL = 0
    SPAWN = 1
    """In a new thread."""
    CLASS_INIT = 2
    """A static initializer, because of an instruction."""
    REFLECTIVE = 3
    """Through reflection, a method handle or a proxy."""
    LAMBDA = 4
    """Through a lambda or method reference: the hidden method between is left out."""


@dataclass(frozen=True, slots=True)
class CallEdge:
    """A call: who, at which bytecode index (-1 in a method that has a model), whom, how."""

    caller: Method
    bci: int
    callee: Method
    kind: EdgeKind


class CallGraph:
    """Methods that are reached and the calls between them.

    `callers`, `sites`, `callees` and `kinds` have a row for each edge, sorted; callers and callees
    are places in `methods`.
    """

    def __init__(self, program: Program, engine: _engine.Solution) -> None:
        self._program = program
        self._classes, self._indices = engine.methods()
        self.callers, self.sites, self.callees, self.kinds = engine.call_graph()

    def __len__(self) -> int:
        """The number of edges."""
        return len(self.callers)

    @cached_property
    def methods(self) -> list[Method]:
        """The methods that are reached, in the order of their ids."""
        rows = zip(self._classes.tolist(), self._indices.tolist(), strict=True)
        return [self._program.method(owner, index) for owner, index in rows]

    @cached_property
    def _places(self) -> dict[tuple[int, int], int]:
        rows = zip(self._classes.tolist(), self._indices.tolist(), strict=True)
        return {row: place for place, row in enumerate(rows)}

    def place(self, method: Method) -> int | None:
        """The place of a method; None if it is not reached."""
        return self._places.get((method.owner.id, method.index))

    def edges(self) -> list[CallEdge]:
        """All edges, in order."""
        return self._edges(np.arange(len(self)))

    def callees_of(self, method: Method, bci: int | None = None) -> list[CallEdge]:
        """The calls of a method, or of one of its instructions."""
        place = self.place(method)
        if place is None:
            return []
        start, end = np.searchsorted(self.callers, [place, place + 1])
        edges = self._edges(np.arange(start, end))
        return [edge for edge in edges if bci is None or edge.bci == bci]

    def callers_of(self, method: Method) -> list[CallEdge]:
        """The calls of a method by others."""
        place = self.place(method)
        return [] if place is None else self._edges(self._rows_to(place))

    def sites_calling(self, place: int) -> set[tuple[int, int]]:
        """Where a method is called, both by their places, and at which bytecode indices."""
        rows = self._rows_to(place)
        return set(zip(self.callers[rows].tolist(), self.sites[rows].tolist(), strict=True))

    def _rows_to(self, place: int) -> NDArray[np.intp]:
        """The calls of a method, in order."""
        order, offsets = self._by_callee
        return order[offsets[place] : offsets[place + 1]]

    @cached_property
    def _by_callee(self) -> tuple[NDArray[np.intp], list[int]]:
        """Calls in the order of whom they call, and where those of each method begin."""
        counts = np.bincount(self.callees, minlength=len(self._classes))
        offsets: list[int] = [0, *np.cumsum(counts).tolist()]
        return np.argsort(self.callees, kind="stable"), offsets

    def _edges(self, rows: NDArray[np.intp]) -> list[CallEdge]:
        methods = self.methods
        columns = (self.callers, self.sites, self.callees, self.kinds)
        picked = zip(*(column[rows].tolist() for column in columns), strict=True)
        return [
            CallEdge(methods[caller], site, methods[callee], EdgeKind(kind))
            for caller, site, callee, kind in picked
        ]
