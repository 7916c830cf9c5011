"""Passages: ways through the JDK's code, from the program's own code back into it.

What the JDK does between a call of a stream and the lambda that it runs is of no interest here,
only that the way exists. So the JDK's code is put together into the components of its call graph,
and a way through it is a few steps.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.graph import Graph

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts.calls import Calls


class Passages:
    """The JDK's part of a call graph, by components."""

    def __init__(self, calls: Calls, reaches_own: NDArray[np.bool_]) -> None:
        self._calls = calls
        self._reaches_own = reaches_own

    @cached_property
    def component(self) -> NDArray[np.int64]:
        """The component of each instance that is the JDK's; own ones are alone in theirs."""
        calls = self._calls
        inside = self._edges(is_caller_own=False, is_callee_own=False)
        graph = Graph.from_edges(len(calls), calls.callers[inside], calls.callees[inside])
        return graph.components().of.astype(np.int64)

    def _edges(self, *, is_caller_own: bool, is_callee_own: bool) -> NDArray[np.int64]:
        calls = self._calls
        keep = calls.is_in_thread & (calls.is_own[calls.callers] == is_caller_own)
        return np.flatnonzero(keep & (calls.is_own[calls.callees] == is_callee_own))

    @cached_property
    def below(self) -> dict[int, list[int]]:
        """The components that each component calls, where they lead to own code."""
        calls = self._calls
        edges = self._edges(is_caller_own=False, is_callee_own=False)
        edges = edges[self._reaches_own[calls.callees[edges]]]
        return _lists(self.component[calls.callers[edges]], self.component[calls.callees[edges]])

    @cached_property
    def above(self) -> dict[int, list[int]]:
        """The components that call each component."""
        calls = self._calls
        edges = self._edges(is_caller_own=False, is_callee_own=False)
        return _lists(self.component[calls.callees[edges]], self.component[calls.callers[edges]])

    @cached_property
    def called_back(self) -> dict[int, list[int]]:
        """The own instances that each component calls."""
        calls = self._calls
        edges = self._edges(is_caller_own=False, is_callee_own=True)
        return _lists(self.component[calls.callers[edges]], calls.callees[edges].astype(np.int64))

    @cached_property
    def called_from(self) -> dict[int, list[tuple[int, int]]]:
        """The own calls of each component: instances and bytecode indices."""
        calls = self._calls
        edges = self._edges(is_caller_own=True, is_callee_own=False)
        found: dict[int, list[tuple[int, int]]] = {}
        columns = (
            self.component[calls.callees[edges]],
            calls.callers[edges],
            calls.sites[edges],
        )
        for component, caller, site in zip(*(it.tolist() for it in columns), strict=True):
            found.setdefault(component, []).append((caller, site))
        return found


def _lists(keys: NDArray[np.int64], items: NDArray[np.int64]) -> dict[int, list[int]]:
    """The items of each key, each once."""
    pairs = np.unique(np.stack([keys, items], 1)[keys != items], axis=0)
    found: dict[int, list[int]] = {}
    for key, item in pairs.tolist():
        found.setdefault(key, []).append(item)
    return found
