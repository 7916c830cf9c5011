"""Runs of streams: a parallel stream is done when its last method returns.

    cells.parallelStream().forEach(it -> it.value = 3);
    cells.parallelStream().forEach(it -> it.square = it.value * it.value);

The JDK's code is the same for both, and so are the threads that do their work. But what the first
is given runs only during the first call, and the same thread asks for the second after that.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls.streams import find_ends, functions, is_of_stream
from snarl.graph import Graph
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.threads import Threads

Run = tuple[int, int, int]
"""A call that runs a stream: the thread that asks, the place of the method, the instruction."""
NO_RUNS: frozenset[Run] = frozenset()

_LATER = {"iterator", "spliterator", "onClose", "concat"}
"""What runs functions at another time than the call that ends a stream."""


class StreamRuns:
    """During which calls of streams the program's functions run."""

    def __init__(self, calls: Calls, threads: Threads) -> None:
        self._calls = calls
        self._threads = threads

    def of(self, instance: int) -> frozenset[Run]:
        """The calls during which an instance runs, if it runs at no other time."""
        return self._runs.get(instance, NO_RUNS)

    def are_apart(self, first: frozenset[Run], second: frozenset[Run]) -> bool:
        """Whether one thread asks for some runs, and for others, one after the other."""
        return (
            bool(first and second)
            and first.isdisjoint(second)
            and len({asker for asker, _, _ in first | second}) == 1
        )

    @cached_property
    def any(self) -> bool:
        """Whether there are such runs at all."""
        return any(self._threads.is_of_stream(it) for it in self._threads.all) and bool(self._runs)

    @cached_property
    def _runs(self) -> dict[int, frozenset[Run]]:
        calls = self._calls
        given = self._given
        if not given:
            return {}
        is_given = np.zeros(len(calls), bool)
        is_given[list(given)] = True
        keep = calls.is_in_thread & ~(is_given[calls.callees] & ~calls.is_own[calls.callers])
        others = Graph.from_edges(len(calls), calls.callers[keep], calls.callees[keep])
        roots = [root for it in self._threads.all for root in it.roots]
        elsewhere = others.reachable(roots)
        found: dict[int, set[Run]] = {}
        for instance, runs in given.items():
            if elsewhere[instance]:
                continue
            for below in np.flatnonzero(others.reachable([instance]) & calls.is_own).tolist():
                if not elsewhere[below]:
                    found.setdefault(below, set()).update(runs)
        return {instance: frozenset(runs) for instance, runs in found.items()}

    @cached_property
    def _given(self) -> dict[int, set[Run]]:
        """The instances of functions that only streams are given, and the calls that run them."""
        found: dict[int, set[Run]] = {}
        unsure: set[int] = set()
        for code, made, body in functions(self._calls):
            runs = self._runs_of(code, made)
            if runs is None:
                unsure.add(body)
            else:
                found.setdefault(body, set()).update(runs)
        return {
            instance: runs
            for body, runs in found.items()
            if body not in unsure
            for instance in self._calls.instances_of(body)
        }

    def _runs_of(self, code: Code, made: int) -> set[Run] | None:
        askers = {it for at in self._calls.instances_of(code.place) for it in self._threads.of(at)}
        if len(askers) != 1:
            return None
        asker = askers.pop()
        if asker.many or asker.kind == "environment" or self._threads.is_of_stream(asker):
            return None
        ends: set[int] = set()
        for use in code.uses.get(code.results[made], ()):
            if code.ops[use] != Op.INVOKE or not is_of_stream(code, use):
                return None
            if code.operands(use)[0] == code.results[made]:
                return None
            if not find_ends(code, use, _LATER, ends):
                return None
        return {(asker.number, code.place, end) for end in ends} or None
