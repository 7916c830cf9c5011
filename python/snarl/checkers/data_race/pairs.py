"""The stages of paper 1: from all pairs of accesses to those that nothing keeps apart.

original → reachable → aliasing → escaping → unlocked. Occurrences that agree in all that decides
(thread, moment, guards) are one class, so that pairs of classes are compared and not pairs of
occurrences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.accesses import STATIC_ROW, Kind, OwnLock
from snarl.facts.locks import Guard

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts import Facts
    from snarl.facts.ordering import Moment
    from snarl.facts.threads import Thread

STATIC_OBJECT = -1
_MOST_PAIRS = 30_000_000
_OWN_LOCKS = {
    OwnLock.NONE: frozenset[Guard](),
    OwnLock.ITSELF: frozenset({Guard("self", ((), True), "exclusive")}),
    OwnLock.WRAPPER: frozenset({Guard("self", ("wrapper",), "exclusive")}),
}


@dataclass(frozen=True, slots=True)
class Side:
    """One access of a pair, as one thread makes it in one context."""

    access: int
    instance: int
    thread: Thread
    guards: frozenset[Guard]

    @property
    def is_locked(self) -> bool:
        """Whether a lock that has to do with the access is held."""
        return any(guard.mode != "own" and guard.kind != "site" for guard in self.guards)


@dataclass(frozen=True, slots=True)
class Race:
    """Two accesses of one location by two threads that nothing orders."""

    group: int
    objects: tuple[int, ...]
    first: Side
    second: Side
    """Writes, or both do."""
    likely_guarded: bool
    """Both hold a lock of one kind, which may be one lock: paper 1 would not report it."""


@dataclass(frozen=True, slots=True)
class _Class:
    """Occurrences that agree in all that decides."""

    write: bool
    atomic: bool
    thread: Thread
    moment: Moment
    guards: frozenset[Guard]


class Pairs:
    """Pairs of accesses, stage by stage."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.stages = dict.fromkeys(
            ("original", "reachable", "aliasing", "escaping", "unlocked"), 0
        )
        self._guards: dict[tuple[int, int], frozenset[Guard]] = {}

    def races(self) -> Iterator[Race]:
        """All pairs that are left, group by group; `stages` counts on the way."""
        accesses = self.facts.accesses
        self.stages["original"] = sum(
            _pair_count(accesses.writes[rows]) for rows in _by_group(accesses.groups)
        )
        running = self._running()
        of = accesses.of[running]
        for rows in _by_group(accesses.groups[of]):
            yield from self._group(running[rows])

    def _running(self) -> NDArray[np.int64]:
        """Occurrences that a thread runs, without those on what a constructor is still making."""
        facts, accesses = self.facts, self.facts.accesses
        runs = np.flatnonzero(facts.threads.runs[accesses.instances])
        names = np.array([method.name == "<init>" for method in facts.calls.methods], bool)
        own = names[accesses.methods[accesses.of]] & (accesses.kinds[accesses.of] == Kind.FIELD)
        keep = [
            occurrence
            for occurrence in runs.tolist()
            if not own[occurrence] or not self._is_fresh(occurrence)
        ]
        return np.array(keep, np.int64)

    def _is_fresh(self, occurrence: int) -> bool:
        accesses = self.facts.accesses
        access = int(accesses.of[occurrence])
        if accesses.kinds[access] == Kind.STATIC:
            return False
        return self.facts.publication.is_fresh(
            int(accesses.instances[occurrence]),
            int(accesses.insts[access]),
            int(accesses.bases[access]),
        )

    def _group(self, rows: NDArray[np.int64]) -> Iterator[Race]:
        accesses = self.facts.accesses
        distinct = np.unique(accesses.of[rows])
        writes = accesses.writes[distinct]
        self.stages["reachable"] += _pair_count(writes)
        if not writes.any() or self._is_promised(int(accesses.groups[distinct[0]])):
            return
        by_object = self._by_object(rows)
        self.stages["aliasing"] += self._count(by_object.values())
        shared = self.facts.escape.shared
        known = {
            number: found
            for number, found in by_object.items()
            if number == STATIC_OBJECT or shared[number]
        }
        self.stages["escaping"] += self._count(known.values())
        alike: dict[tuple[int, ...], list[int]] = {}
        for number, found in known.items():
            alike.setdefault(tuple(found), []).append(number)
        group = int(accesses.groups[distinct[0]])
        pairs: set[tuple[int, int]] = set()
        for found, numbers in alike.items():
            for race in self._races_on(group, tuple(numbers), found):
                pairs.add(_ordered(race.first.access, race.second.access))
                yield race
        self.stages["unlocked"] += len(pairs)

    def _is_promised(self, group: int) -> bool:
        """Whether somebody promised that there are no races on a field."""
        field = self.facts.accesses.fields[group]
        promises = self.facts.promises
        return field is not None and (
            promises.is_immutable(field.owner) or promises.is_thread_local(field)
        )

    def _by_object(self, rows: NDArray[np.int64]) -> dict[int, list[int]]:
        """The occurrences that may touch each object."""
        accesses = self.facts.accesses
        found: dict[int, list[int]] = {}
        for occurrence in rows.tolist():
            row = int(accesses.rows[occurrence])
            if row == STATIC_ROW:
                found.setdefault(STATIC_OBJECT, []).append(occurrence)
            else:
                for number in accesses.sets[row].tolist():
                    found.setdefault(number, []).append(occurrence)
        return found

    def _count(self, lists: Iterable[list[int]]) -> int:
        """How many pairs of accesses are in one of the lists together."""
        accesses = self.facts.accesses
        total = len(accesses)
        codes: list[NDArray[np.int64]] = []
        size = 0
        seen = set()
        for occurrences in lists:
            found = np.unique(accesses.of[occurrences])
            key = found.tobytes()
            if key in seen:
                continue
            seen.add(key)
            writes = found[accesses.writes[found]]
            pairs = np.stack(np.meshgrid(found, writes), -1).reshape(-1, 2)
            codes.append(pairs.min(1) * total + pairs.max(1))
            size += len(pairs)
            if size > _MOST_PAIRS:
                codes = [np.unique(np.concatenate(codes))]
                size = len(codes[0])
        return len(np.unique(np.concatenate(codes))) if codes else 0

    # What nothing keeps apart

    def _races_on(
        self, group: int, numbers: tuple[int, ...], occurrences: tuple[int, ...]
    ) -> Iterator[Race]:
        accesses, threads = self.facts.accesses, self.facts.threads
        if not accesses.writes[accesses.of[list(occurrences)]].any():
            return
        classes: dict[_Class, list[int]] = {}
        for occurrence in occurrences:
            access = int(accesses.of[occurrence])
            instance = int(accesses.instances[occurrence])
            point = (instance, int(accesses.insts[access]))
            write, atomic = bool(accesses.writes[access]), bool(accesses.atomic[access])
            for thread in threads.of(instance):
                moment = self.facts.ordering.moment(thread, point)
                guards = self._guards_of(occurrence)
                found = _Class(write, atomic, thread, moment, guards)
                classes.setdefault(found, []).append(occurrence)
        for one, two in combinations_with_replacement(classes, 2):
            if not (one.write or two.write) or (one.atomic and two.atomic):
                continue
            if not self.facts.ordering.parallel(one.thread, one.moment, two.thread, two.moment):
                continue
            guarded = self._are_guarded(one.guards, two.guards, numbers)
            if guarded is True:
                continue
            first, second = (one, two) if two.write else (two, one)
            yield from self._sides(
                group, numbers, (first, classes[first]), (second, classes[second]), guarded is None
            )

    def _sides(
        self,
        group: int,
        numbers: tuple[int, ...],
        first: tuple[_Class, list[int]],
        second: tuple[_Class, list[int]],
        likely_guarded: bool,
    ) -> Iterator[Race]:
        mine = [it for it in first[1] if not self._is_fresh(it)]
        others = [it for it in second[1] if not self._is_fresh(it)]
        seen = set()
        for one in mine:
            for two in others:
                left, right = self._side(first[0], one), self._side(second[0], two)
                key = (left.access, right.access)
                if key not in seen:
                    seen.add(key)
                    yield Race(group, numbers, left, right, likely_guarded)

    def _side(self, of: _Class, occurrence: int) -> Side:
        accesses = self.facts.accesses
        return Side(
            int(accesses.of[occurrence]), int(accesses.instances[occurrence]), of.thread, of.guards
        )

    def _guards_of(self, occurrence: int) -> frozenset[Guard]:
        accesses = self.facts.accesses
        access, instance = int(accesses.of[occurrence]), int(accesses.instances[occurrence])
        if (access, instance) not in self._guards:
            is_static = accesses.kinds[access] == Kind.STATIC
            base = None if is_static else int(accesses.bases[access])
            guards = self.facts.locks.guards(instance, int(accesses.insts[access]), base)
            guards |= _OWN_LOCKS[int(accesses.own_locks[access])]
            self._guards[access, instance] = guards
        return self._guards[access, instance]

    def _are_guarded(
        self, one: frozenset[Guard], two: frozenset[Guard], numbers: tuple[int, ...]
    ) -> bool | None:
        """Whether two accesses surely hold a common lock; None if they only may."""
        may = False
        for mine in one:
            for other in two:
                if not mine.excludes(other):
                    continue
                if mine.kind == "site":
                    may = True
                    continue
                if mine.kind != "owner":
                    return True
                through = mine.through | other.through
                owned = [self.facts.heap.is_owned(number, through) for number in numbers]
                if all(owned):
                    return True
                may = may or (mine.mode != "own" and all(it is not False for it in owned))
        return None if may else False


def _by_group(groups: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """The rows of each group, in order."""
    order = np.argsort(groups, kind="stable")
    bounds = np.flatnonzero(np.diff(groups[order])) + 1
    return (rows for rows in np.split(order, bounds) if rows.size)


def _pair_count(writes: NDArray[np.bool_]) -> int:
    """Pairs of accesses, one of which writes; an access may pair with itself."""
    count = int(writes.sum())
    return (len(writes) - count) * count + count * (count + 1) // 2


def _ordered(one: int, two: int) -> tuple[int, int]:
    return (one, two) if one <= two else (two, one)
