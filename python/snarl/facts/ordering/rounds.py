"""Rounds: threads that wait for each other at a barrier, again and again.

    while (more) {
        mine[me] = compute(all);   all are here
        barrier.await();
        all = sum(mine);           or all are here
        barrier.await();
    }

Between two waits a thread is in one *part* of its code, which the wait that it has passed last
tells. All threads pass the barrier together, so that those pairs of parts are found in which two of
them can be at one time. What the barrier itself runs, it runs when all wait.

    asked.await();  answer(question);  answered.await();       the one barrier alone tells nothing

Threads that wait at the same barriers, in turn, pass each of them together: their parts are then
those between two waits at whichever of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from snarl.facts.calls.reach import ENTRY, Kills, Point, Reach, Reaching
from snarl.facts.code.amounts import made_with, number_of
from snarl.facts.ordering.registrations import REGISTER, REGISTER_MANY, Registrations

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from snarl.facts.calls import Calls
    from snarl.facts.ordering.named_calls import NamedCalls
    from snarl.facts.threads import Thread, Threads
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

_WAITS = {
    "java.util.concurrent.CyclicBarrier": "await",
    "java.util.concurrent.Phaser": "arriveAndAwaitAdvance",
}
_LEAVES = "arriveAndDeregister"
"""Others no longer wait for who has called it: what he does then is in no part."""
_SPOILS = {"reset", "arrive", "forceTermination"}
"""Methods that let some go on without the others."""
_REGISTER = {REGISTER, REGISTER_MANY}
"""So do these, unless they come first (`registrations`)."""
_START, _ACTION = -1, -2

Part = tuple[int, int]
"""A barrier, or several by a number below 0, and the wait that was passed last (by its place among
those of the barrier)."""
NO_PARTS: frozenset[Part] = frozenset()


@dataclass(slots=True)
class _Barrier:
    waits: list[Point]
    leaves: set[Point]
    threads: list[Thread]
    of: list[int]
    """The barrier of each wait, if there are several."""


class Rounds:
    """In which parts of their rounds threads are."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        once: Once,
        threads: Threads,
        named: NamedCalls,
        reaching: Reaching,
    ) -> None:
        self._solution = solution
        self._calls = calls
        self._once = once
        self._threads = threads
        self._named = named
        self._reaching = reaching
        self._reaches: dict[tuple[int, int], dict[int, Reach]] = {}
        self._pairs: dict[tuple[int, int, int], set[tuple[int, int]]] = {}

    def parts(self, thread: Thread, at: Point) -> frozenset[Part]:
        """The parts of its rounds in which a thread runs an instruction."""
        found = set()
        for number, barrier in self.all.items():
            if thread not in barrier.threads:
                continue
            if self._is_action[number][at[0]]:
                found.add((number, _ACTION))
            reaches = self._parts_of(number, thread)
            found |= {(number, wait) for wait, reach in reaches.items() if reach.at(*at)}
        return frozenset(found)

    def concern(self, thread: Thread) -> bool:
        """Whether a thread is anywhere in a part."""
        return any(thread in barrier.threads for barrier in self.all.values())

    def are_apart(
        self, first: Thread, one: frozenset[Part], second: Thread, two: frozenset[Part]
    ) -> bool:
        """Whether two threads, each in one of some parts, are never there at one time."""
        for number in {it for it, _ in one} & {it for it, _ in two}:
            together = self._together(number, first, second)
            mine = [wait for it, wait in one if it == number]
            others = [wait for it, wait in two if it == number]
            if not any((wait, other) in together for wait in mine for other in others):
                return True
        return False

    @cached_property
    def all(self) -> dict[int, _Barrier]:
        """The barriers of which there is one, and at which all wait who may; and those together at
        which the same threads wait."""
        found = self._single
        together: dict[tuple[int, ...], list[Thread]] = {}
        for thread in self._threads.all:
            numbers = tuple(it for it, barrier in found.items() if thread in barrier.threads)
            if len(numbers) > 1:
                together.setdefault(numbers, []).append(thread)
        joined = enumerate(together.items(), 1)
        return found | {-place: self._joined(numbers, them) for place, (numbers, them) in joined}

    def _joined(self, numbers: tuple[int, ...], threads: list[Thread]) -> _Barrier:
        """Several barriers as one, for the threads that wait at all of them."""
        waits = sorted((wait, it) for it in numbers for wait in self._single[it].waits)
        leaves = {leave for it in numbers for leave in self._single[it].leaves}
        return _Barrier([wait for wait, _ in waits], leaves, threads, [it for _, it in waits])

    @cached_property
    def _single(self) -> dict[int, _Barrier]:
        found: dict[int, _Barrier] = {}
        for barrier, waits in self._waits.items():
            threads = [
                thread
                for thread in self._threads.all
                if any(self._threads.runs_in(thread)[instance] for instance, _ in waits)
            ]
            is_known = all(it.kind in ("main", "spawn") for it in threads)
            if is_known and self._is_for_all(barrier, threads):
                leaves = self._leaves.get(barrier, set())
                found[barrier] = _Barrier(sorted(waits), leaves, threads, [barrier] * len(waits))
        return found

    def _is_for_all(self, barrier: int, threads: list[Thread]) -> bool:
        """Whether a barrier lets nobody pass before all have come who may."""
        registers = self._registers.get(barrier)
        if registers is None:
            parties = made_with(self._once, barrier)
            return not (parties and number_of(self._calls, threads).exceeds(parties))
        first = self._once.constant_argument(barrier, 0)
        arrivals = self._waits[barrier] | self._leaves.get(barrier, set())
        registrations = Registrations(self._calls, self._threads, self._reaching)
        return registrations.come_first(registers, arrivals, first)

    @property
    def _waits(self) -> dict[int, set[Point]]:
        return self._points[0]

    @property
    def _leaves(self) -> dict[int, set[Point]]:
        return self._points[1]

    @property
    def _registers(self) -> dict[int, set[Point]]:
        return self._points[2]

    @cached_property
    def _points(
        self,
    ) -> tuple[dict[int, set[Point]], dict[int, set[Point]], dict[int, set[Point]]]:
        """Where threads wait at each barrier that there is one of, where they leave it, and where
        more are registered that wait."""
        engine = self._solution.program.engine
        known = {engine.find_class(name): wait for name, wait in _WAITS.items()}
        found: dict[int, set[Point]] = {}
        leaves: dict[int, set[Point]] = {}
        registers: dict[int, set[Point]] = {}
        spoilt: set[int] = set()
        names = {*_WAITS.values(), _LEAVES, *_REGISTER, *_SPOILS}
        for method, inst, called in self._named.of(names):
            code, wait = self._calls.code(method), known.get(called[0])
            if code is None or wait is None:
                continue
            name = engine.method(*called)[0]
            points = {wait: found, _LEAVES: leaves, **dict.fromkeys(_REGISTER, registers)}.get(name)
            for instance in self._calls.instances_of(method):
                objects = self._calls.objects(instance, code.operands(inst)[0]).tolist()
                is_one = len(objects) == 1 and self._once.is_single(objects[0])
                if points is not None and is_one:
                    points.setdefault(objects[0], set()).add((instance, inst))
                else:
                    spoilt.update(objects)
        return {it: waits for it, waits in found.items() if it not in spoilt}, leaves, registers

    @cached_property
    def _is_action(self) -> dict[int, NDArray[np.bool_]]:
        """The instances that each barrier itself runs."""
        found = {}
        for number, barrier in self.all.items():
            callees = []
            for instance, inst in barrier.waits:
                code = self._calls.code_of(instance)
                assert code is not None
                callees += self._calls.callees_at(instance, code.bcis[inst])
            found[number] = self._calls.in_thread.reachable(callees)
        return found

    def _parts_of(self, number: int, thread: Thread) -> dict[int, Reach]:
        """What a thread may run between two waits, by the first; and before the first of all."""
        key = (number, thread.number)
        if key not in self._reaches:
            waits = self.all[number].waits
            kills = Kills(points={*waits, *self.all[number].leaves})
            starts = [(root, ENTRY) for root in thread.roots]
            reach = self._reaching.reach
            found = {_START: reach(thread, starts, kills, blocking=False)}
            runs = self._threads.runs_in(thread)
            for place, wait in enumerate(waits):
                if runs[wait[0]]:
                    found[place] = reach(thread, (), kills, blocking=False, after=[wait])
            self._reaches[key] = found
        return self._reaches[key]

    def _next(self, number: int, thread: Thread) -> dict[int, list[int]]:
        """Which wait may come after which."""
        waits = self.all[number].waits
        return {
            last: [place for place, wait in enumerate(waits) if reach.at(*wait)]
            for last, reach in self._parts_of(number, thread).items()
        }

    def _together(self, number: int, first: Thread, second: Thread) -> set[tuple[int, int]]:
        """The pairs of parts in which two threads may be at one time."""
        key = (number, first.number, second.number)
        if key not in self._pairs:
            mine, others = self._next(number, first), self._next(number, second)
            of = self.all[number].of
            if not (_is_in_turn(mine, of) and _is_in_turn(others, of)):
                self._pairs[key] = set(product((*mine, _ACTION), (*others, _ACTION)))
                return self._pairs[key]
            found = {(_START, _START)}
            waiting = [(_START, _START)]
            while waiting:
                one, two = waiting.pop()
                new = {
                    (it, that)
                    for it in mine.get(one, ())
                    for that in others.get(two, ())
                    if of[it] == of[that]
                }
                waiting += new - found
                found |= new
            self._pairs[key] = found
        return self._pairs[key]


def _is_in_turn(following: dict[int, list[int]], of: list[int]) -> bool:
    """Whether it is always known at which of several barriers a thread waits next. Where it has a
    choice, each may be for some threads only."""
    return all(len({of[it] for it in waits}) <= 1 for waits in following.values())
