"""Moments: when the threads that run an instruction do so.

Programs may have hundreds of threads that all run the same code, and of most of these nothing is
known: whoever runs beside one of them runs beside all. So the first stands for those of which the
same is known, and what is the same at all instructions is found out once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from snarl.facts.ordering import ANY_MOMENT

if TYPE_CHECKING:
    from snarl.facts.calls.reach import Point
    from snarl.facts.ordering import Moment, Ordering
    from snarl.facts.threads import Thread, Threads

    Told = list[tuple[Thread, Moment]]
    """Threads, and when they run something."""


class _Threads(NamedTuple):
    """The threads that run an instance."""

    still: Told
    """Those of which the same is known at all instructions, where they have seen no signal."""
    moving: list[Thread]
    told: dict[tuple[Moment, ...], Told]
    """All of them, by the moments of those that move."""


class Moments:
    """Threads and moments by instruction. What is the same for two of these is one list."""

    def __init__(self, threads: Threads, ordering: Ordering) -> None:
        self._threads = threads
        self._ordering = ordering
        self._known: dict[Point, Told] = {}
        self._split: dict[int, _Threads] = {}
        """By the list of threads, which is one object for all that the same threads run."""
        self._within: dict[tuple[Point, tuple[Point, ...]], Told] = {}

    def at(self, point: Point) -> Told:
        """The threads that run an instruction, and when."""
        found = self._known.get(point)
        if found is None:
            found = self._known[point] = self._find(point)
        return found

    def _find(self, point: Point) -> Told:
        threads = self._threads.of(point[0])
        if self._ordering.may_be_told(point):
            return self._told((it, self._moment(it, point)) for it in threads)
        split = self._split_of(threads)
        if not split.moving:
            return split.still
        moments = tuple(self._moment(it, point) for it in split.moving)
        if moments not in split.told:
            moved = zip(split.moving, moments, strict=True)
            both = sorted([*split.still, *self._told(moved)], key=lambda it: it[0].number)
            split.told[moments] = self._told(both)
        return split.told[moments]

    def is_one(self, point: Point) -> bool:
        """Whether it is always the same, whoever runs an instruction, and when."""
        found = self.at(point)
        return len(found) == 1 and found is self._split_of(self._threads.of(point[0])).still

    def within(self, point: Point, calls: tuple[Point, ...]) -> Told:
        """The same, as far as the instruction is run within some calls, which start nothing before
        they come to it."""
        key = (point, calls)
        if key not in self._within:
            self._within[key] = self._told(
                (thread, self._moment(thread, point).within(self._moment(thread, call)))
                for call in calls
                for thread in self._threads.of(call[0])
            )
        return self._within[key]

    def _moment(self, thread: Thread, point: Point) -> Moment:
        return self._ordering.moment(thread, point)

    def _split_of(self, threads: list[Thread]) -> _Threads:
        found = self._split.get(id(threads))
        if found is None:
            is_still = self._ordering.is_still
            still = self._told((it, ANY_MOMENT) for it in threads if is_still(it))
            moving = [it for it in threads if not is_still(it)]
            found = self._split[id(threads)] = _Threads(still, moving, {})
        return found

    def _told(self, all_: Iterable[tuple[Thread, Moment]]) -> Told:
        """Threads and moments; of those of which the same is known, the first."""
        found: dict[object, tuple[Thread, Moment]] = {}
        for thread, moment in all_:
            found.setdefault((moment, self._ordering.likeness(thread)), (thread, moment))
        return list(found.values())
