"""Countdowns: atomics that each of several threads counts down, or up to a number, once.

    parts[me] = compute(me);
    if (left.decrementAndGet() == 0) {
        result = sum(parts);         the last one: all have counted, and nobody else comes here
        done.countDown();
    }

What a thread does before it counts happens before all that the last one does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from snarl.facts.code.amounts import Amount, made_with
from snarl.facts.code.constants import EQUAL
from snarl.facts.ordering.announcements import blocks_behind

if TYPE_CHECKING:
    from snarl.facts.atomics import Atomics, Change, Word
    from snarl.facts.calls import Calls
    from snarl.facts.calls.reach import Point
    from snarl.facts.threads.instances import Once


class AllCounted(NamedTuple):
    """That all have counted, by the atomic: a signal for the last one."""

    atomic: int


class Countdown(NamedTuple):
    """An atomic that is only counted, in one direction."""

    atomic: int
    counts: set[Point]
    last: set[tuple[int, int]]
    """The blocks of instances where only the last one comes."""
    enough: Amount | None
    """How often it is counted before that; None if it is not known."""
    may_be_repeated: bool
    """Whether a thread may count more than once, so that it may be done without another one."""

    def is_last(self, calls: Calls, point: Point) -> bool:
        """Whether only the last one comes to an instruction."""
        instance, inst = point
        code = calls.code_of(instance)
        if code is None:
            return False
        ways = frozenset(
            (before, block)
            for it, block in self.last
            if it == instance
            for before in code.predecessors(block)
        )
        return bool(ways) and not code.may_begin_without(inst, -1, ways)


class Countdowns:
    """Finds them."""

    def __init__(self, calls: Calls, atomics: Atomics, once: Once) -> None:
        self._calls = calls
        self._atomics = atomics
        self._once = once

    def all(self) -> Iterator[Countdown]:
        """All of which there is one, and somebody asks whether he is the last."""
        changes: dict[Word, dict[tuple[int, int], Change]] = {}
        for at, change in self._atomics.of_objects.items():
            for word in change.words if change.kind != "get" else ():
                changes.setdefault(word, {})[at] = change
        if self._atomics.is_vague:
            return
        for word, counting in sorted(changes.items(), key=lambda it: it[0]):
            is_counted = {it.delta for it in counting.values()} in ({-1}, {1}) and all(
                it.is_ordered and len(it.words) == 1 for it in counting.values()
            )
            if is_counted and self._once.is_single(word[1]):
                yield from self._counted(word, counting)

    def _counted(self, word: Word, changes: dict[tuple[int, int], Change]) -> Iterator[Countdown]:
        instances_of = self._calls.instances_of
        counts = {(it, inst) for place, inst in changes for it in instances_of(place)}
        last: dict[int, set[tuple[int, int]]] = {}
        for (place, inst), change in changes.items():
            for block, count in self._last(place, inst, change):
                last.setdefault(count, set()).update((it, block) for it in instances_of(place))
        if len(last) != 1:
            return
        codes = ((self._calls.code(place), inst) for place, inst in changes)
        is_repeated = any(code is None or code.is_in_loop(inst) for code, inst in codes)
        ((count, blocks),) = last.items()
        if count:
            if self._atomics.first(word) == frozenset({0}):
                yield Countdown(word[1], counts, blocks, Amount(count), is_repeated)
        else:
            enough = made_with(self._once, word[1])
            yield Countdown(word[1], counts, blocks, enough, is_repeated)

    def _last(self, place: int, inst: int, change: Change) -> Iterator[tuple[int, int]]:
        """The blocks where it was found that nothing is left, or how many have been counted up."""
        code = self._calls.code(place)
        for block, known in () if code is None else blocks_behind(code, inst):
            if known.sign != EQUAL or not isinstance(known.with_, int) or change.delta is None:
                continue
            count = known.with_ + (change.delta if change.gives == "old" else 0)
            if (count == 0) == (change.delta < 0) and count >= 0:
                yield block, count
