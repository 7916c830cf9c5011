"""Passing: which of some marks a thread has surely passed when it comes to an instruction, and
which it may have passed.

Marks are places in the code, such as those where a signal is given or has been waited for. For all
marks at once: within a method it is a dataflow over bits, over calls it is what holds on all ways,
or on some, from the start of the thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.questions import Questions
from snarl.graph import BitSets, Graph
from snarl.program import Op

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts.calls import Calls
    from snarl.facts.calls.reach import Kills, Point
    from snarl.facts.code import Code
    from snarl.facts.threads import Thread, Threads

_STORES = (Op.PUT_FIELD, Op.PUT_STATIC, Op.ARRAY_STORE)


class Passed:
    """Marks that were surely passed. A mark is a number; a set of them is the bits of a number."""

    def __init__(self, calls: Calls, threads: Threads, marks: Sequence[Kills]) -> None:
        self._calls = calls
        self._threads = threads
        self._count = len(marks)
        self._all = (1 << self._count) - 1
        self._points: dict[tuple[int, int], int] = {}
        self._blocks: dict[tuple[int, int], int] = {}
        for number, mark in enumerate(marks):
            for point in mark.points:
                self._points[point] = self._points.get(point, 0) | 1 << number
            for block in mark.blocks:
                self._blocks[block] = self._blocks.get(block, 0) | 1 << number
        self._through = Questions(first=self._all, last=0)
        """One that calls itself passes what its other ways pass."""
        self._before: dict[int, list[int]] = {}
        self._entries: dict[int, dict[int, int]] = {}

    @cached_property
    def _near(self) -> set[int]:
        """The instances that may come to a mark."""
        at = {instance for instance, _ in (*self._points, *self._blocks)}
        if not at:
            return set()
        mask = self._calls.in_thread.reversed().reachable(sorted(at))
        return set(np.flatnonzero(mask & self._calls.is_own).tolist())

    def at(self, thread: Thread, instance: int, inst: int) -> int:
        """The marks that a thread has surely passed before an instruction of an instance."""
        if not self._count:
            return 0
        return self._entries_of(thread).get(instance, 0) | self._within(instance, inst)

    def may_be_passed(self, instance: int, inst: int) -> bool:
        """Whether a thread may surely have passed a mark before an instruction of an instance."""
        return bool(self._within(instance, inst)) or instance in self._entered

    @cached_property
    def _entered(self) -> set[int]:
        """The instances that some thread enters when it has surely passed a mark."""
        return set().union(*map(self._entries_of, self._threads.all))

    # Over calls

    def _entries_of(self, thread: Thread) -> dict[int, int]:
        """What a thread has surely passed whenever an instance is entered."""
        if thread.number not in self._entries:
            self._entries[thread.number] = self._find_entries(thread)
        return self._entries[thread.number]

    @cached_property
    def _plain(self) -> Graph:
        """The calls before which callers have passed nothing themselves."""
        graph = self._calls.in_thread
        edges = np.flatnonzero(self._adds.sizes() == 0)
        return Graph.from_edges(len(graph), graph.sources[edges], graph.targets[edges])

    @cached_property
    def _adds(self) -> BitSets:
        """What callers have passed themselves at each call."""
        calls, near = self._calls, self._near
        keep = np.flatnonzero(calls.is_in_thread)
        is_near = np.zeros(len(calls), bool)
        is_near[list(near)] = True
        edges, items = [], []
        for edge in np.flatnonzero(is_near[calls.callers[keep]]).tolist():
            caller, site = int(calls.callers[keep[edge]]), int(calls.sites[keep[edge]])
            code = calls.code_of(caller)
            call = None if code is None else code.call_at(site)
            if call is not None:
                # What a barrier runs when all have come is behind the barrier.
                passed = self._within(caller, call) | self._points.get((caller, call), 0)
                found = _items(passed)
                items += found
                edges += [edge] * len(found)
        return BitSets.from_pairs(len(keep), self._count, edges, items)

    def _find_entries(self, thread: Thread) -> dict[int, int]:
        """What has surely been passed whenever an instance is entered, where that is something.

        That is so at most where all ways lead over a mark: few instances, and of these alone the
        rest is asked.
        """
        graph = self._calls.in_thread
        plain = self._plain.reachable(thread.roots)
        behind = np.flatnonzero(graph.reachable(thread.roots) & ~plain)
        if not behind.size:
            return {}
        place = np.full(len(graph), -1)
        place[behind] = np.arange(behind.size)
        sources, targets = place[graph.sources], place[graph.targets]
        from_plain = np.flatnonzero(plain[graph.sources] & (targets >= 0))
        inside = np.flatnonzero((sources >= 0) & (targets >= 0))
        found = Graph.from_edges(behind.size, sources[inside], targets[inside]).intersection(
            targets[from_plain], self._adds.of(from_plain), self._adds.of(inside)
        )
        return {
            int(behind[node]): _bits(found.values[node].tolist())
            for node in np.flatnonzero(found.values.sizes()).tolist()
        }

    # Within methods

    def _within(self, instance: int, inst: int) -> int:
        """What has surely been passed since an instance was entered."""
        if instance not in self._near:
            return 0
        if instance not in self._before:
            code = self._calls.code_of(instance)
            self._before[instance] = [] if code is None else self._solve(instance, code)[0]
        before = self._before[instance]
        return before[inst] if inst < len(before) else 0

    def _solve(
        self, instance: int, code: Code, *, with_handlers: bool = True
    ) -> tuple[list[int], int]:
        """What has been passed before each instruction, and at all ends."""
        count = len(code.block_offsets) - 1
        entry = [self._all] * count
        entry[0] = 0
        before = [self._all] * len(code)
        ends, waiting = self._all, [0]
        seen = {0}
        flow = code.flow if with_handlers else code.successors
        while waiting:
            block = waiting.pop()
            passed = entry[block] | self._blocks.get((instance, block), 0)
            for inst in range(code.block_offsets[block], code.block_offsets[block + 1]):
                before[inst] = passed
                passed |= self._points.get((instance, inst), 0)
                if code.ops[inst] == Op.INVOKE:
                    passed |= self._passed_by_call(instance, code, inst)
            if code.ops[code.block_offsets[block + 1] - 1] == Op.RETURN:
                ends &= passed
            for target in flow[block]:
                new = entry[target] & passed
                if target not in seen or new != entry[target]:
                    seen.add(target)
                    entry[target] = new
                    waiting.append(target)
        return before, ends

    def _passed_by_call(self, instance: int, code: Code, inst: int) -> int:
        callees = self._calls.callees_at(instance, code.bcis[inst])
        if not callees or not any(callee in self._near for callee in callees):
            return 0
        passed = self._all
        for callee in callees:
            passed &= self._passed_through(callee)
        return passed

    def _passed_through(self, instance: int) -> int:
        """What every way through an instance passes."""
        if instance not in self._near:
            return 0
        return self._through.ask(instance, self._find_through, instance)

    def _find_through(self, instance: int) -> int:
        code = self._calls.code_of(instance)
        return 0 if code is None else self._solve(instance, code, with_handlers=False)[1]


class MayHavePassed:
    """Marks that may have been passed: somewhere in the thread, before an instruction."""

    def __init__(self, calls: Calls, threads: Threads, marks: Sequence[set[Point]]) -> None:
        self._calls = calls
        self._threads = threads
        self._count = len(marks)
        self._points: dict[Point, int] = {}
        for number, mark in enumerate(marks):
            for point in mark:
                self._points[point] = self._points.get(point, 0) | 1 << number
        self._before: dict[int, list[int]] = {}
        self._entries: dict[int, BitSets] = {}
        self._known: dict[int, int] = {}

    def at(self, thread: Thread, instance: int, inst: int) -> int:
        """The marks that a thread may have passed before an instruction of an instance."""
        if thread.number not in self._entries:
            self._entries[thread.number] = self._find_entries(thread)
        entry = _bits(self._entries[thread.number][instance].tolist())
        return entry | self._within(instance, inst)

    @cached_property
    def _inside(self) -> BitSets:
        """The marks in each instance, and in what it calls."""
        nodes, items = [], []
        for (instance, _), bits in self._points.items():
            found = _items(bits)
            items += found
            nodes += [instance] * len(found)
        own = BitSets.from_pairs(len(self._calls), self._count, nodes, items)
        return self._calls.in_thread.reversed().union(own)

    @cached_property
    def _is_near(self) -> NDArray[np.bool_]:
        return self._inside.sizes() > 0

    def _marks_inside(self, instance: int) -> int:
        if not self._is_near[instance]:
            return 0
        row = int(self._inside.rows[instance])
        if row not in self._known:
            self._known[row] = _bits(self._inside[instance].tolist())
        return self._known[row]

    def _find_entries(self, thread: Thread) -> BitSets:
        """What may have been passed whenever an instance is entered."""
        calls = self._calls
        runs = self._threads.runs_in(thread)
        edges = np.flatnonzero(calls.is_in_thread & runs[calls.callers])
        nodes, items = [], []
        for edge in edges[(self._is_near & calls.is_own)[calls.callers[edges]]].tolist():
            caller, callee = int(calls.callers[edge]), int(calls.callees[edge])
            code = calls.code_of(caller)
            call = None if code is None else code.call_at(int(calls.sites[edge]))
            found = [] if call is None else _items(self._within(caller, call))
            items += found
            nodes += [callee] * len(found)
        own = BitSets.from_pairs(len(calls), self._count, nodes, items)
        graph = Graph.from_edges(len(calls), calls.callers[edges], calls.callees[edges])
        return graph.union(own)

    def _within(self, instance: int, inst: int) -> int:
        """What may have been passed since an instance was entered."""
        if not self._is_near[instance]:
            return 0
        if instance not in self._before:
            code = self._calls.code_of(instance) if self._calls.is_own[instance] else None
            self._before[instance] = [] if code is None else self._solve(instance, code)
        before = self._before[instance]
        return before[inst] if inst < len(before) else 0

    def _solve(self, instance: int, code: Code) -> list[int]:
        callees = self._calls.callees_of(instance)
        passes: dict[int, int] = {}
        for inst, op in enumerate(code.ops):
            bits = self._points.get((instance, inst), 0)
            if op in (Op.INVOKE, Op.INVOKE_DYNAMIC):
                for callee in callees.get(code.bcis[inst], ()):
                    bits |= self._marks_inside(callee)
            if bits:
                passes[inst] = bits
        before = [0] * len(code)
        entry = [0] * (len(code.block_offsets) - 1)
        waiting = [code.block_of[inst] for inst in passes]
        throws = code.body.throws.tolist()
        while waiting:
            block = waiting.pop()
            passed = thrown = entry[block]
            for inst in range(code.block_offsets[block], code.block_offsets[block + 1]):
                before[inst] = passed
                passed |= passes.get(inst, 0)
                if throws[inst]:
                    # What cannot be stored was not; what is called may have passed something.
                    thrown |= before[inst] if code.ops[inst] in _STORES else passed
            for state, targets in (
                (passed, code.successors[block]),
                (thrown, code.handlers[block]),
            ):
                for target in targets:
                    if state & ~entry[target]:
                        entry[target] |= state
                        waiting.append(target)
        return before


def _bits(numbers: list[int]) -> int:
    return sum(1 << number for number in numbers)


def _items(bits: int) -> list[int]:
    return [number for number in range(bits.bit_length()) if bits >> number & 1]
