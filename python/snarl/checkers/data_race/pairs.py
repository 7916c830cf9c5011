"""The stages of paper 1: from all pairs of accesses to those that nothing keeps apart.

original → reachable → aliasing → escaping → unlocked. Pairs of classes of occurrences are compared,
not pairs of occurrences. Only what the application itself accesses counts: a race within a library
is not its user's to mend, and libraries are large.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, compress
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from snarl.checkers.data_race.classes import Class, Classes
from snarl.checkers.data_race.counting import DistinctPairs
from snarl.facts.accesses import STATIC_ROW, Kind
from snarl.facts.containers import THROUGH_VIEWS, OwnLock
from snarl.facts.locks import REAL, Guard
from snarl.graph import distinct

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts import Facts
    from snarl.facts.code import FieldKey
    from snarl.facts.locks.words import Lock
    from snarl.facts.threads import Thread

STATIC_OBJECT = -1


class Side(NamedTuple):
    """One access of a pair, as one thread makes it in one context."""

    access: int
    instance: int
    thread: Thread
    is_locked: bool
    """Whether a lock that has to do with the access is held."""


class _Sides(NamedTuple):
    """The sides of a class: all, and those whose thread has not made, or has made, what they
    use."""

    all: tuple[Side, ...]
    of_others: tuple[Side, ...]
    of_makers: tuple[Side, ...]


Likely = Literal["", "lock", "thread", "own"]


@dataclass(frozen=True, slots=True)
class Race:
    """Accesses of one location by two threads that nothing orders: each of the one side with each
    of the other."""

    group: int
    objects: tuple[int, ...]
    first: tuple[Side, ...]
    second: tuple[Side, ...]
    """All of them write."""
    likely_guarded: Likely
    """Both hold a lock of one kind, which may be one lock: paper 1 would not report it. Or both
    have asked whether they run in the thread that owns the object, and it may be one thread. Or
    each has what its own thread keeps, if callers from outside give no thread another's."""
    likely_apart: bool = False
    """They are of an array, and each thread computes its index from another number."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """All sides."""
        return self.first + self.second


def starts_none(race: Race) -> bool:
    """Whether no thread that the program has started races: only callers of an open program and of
    callbacks, and the main thread."""
    sides = (race.first[0], race.second[0])
    return all(side.thread.kind in ("environment", "main") for side in sides)


def is_from_outside(race: Race) -> bool:
    """Whether only callers of an open program race."""
    one, two = race.first[0].thread, race.second[0].thread
    return one.kind == "environment" and two.kind == "environment"


class Pairs:
    """Pairs of accesses, stage by stage."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.stages = dict.fromkeys(
            ("original", "reachable", "aliasing", "escaping", "unlocked"), 0
        )
        self._occurrences = facts.occurrences
        self._access_of, self._instance_of = facts.accesses.occurrence_lists
        self._classes = Classes(facts)

    def groups(self) -> list[NDArray[np.int64]]:
        """The occurrences that may race, of each location; counts the first two stages."""
        accesses = self.facts.accesses
        self.stages["original"] = self._pair_count(np.flatnonzero(self._concerns))
        reached = distinct(accesses.of[self._running])
        self.stages["reachable"] = self._pair_count(reached)
        is_written = np.zeros(len(accesses.fields), bool)
        is_written[accesses.groups[reached[accesses.writes[reached]]]] = True
        running = self._running[is_written[accesses.groups[accesses.of[self._running]]]]
        by_group = _by_group(accesses.groups[accesses.of[running]])
        return [self._meeting(running[rows]) for rows in by_group]

    def _meeting(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Those of some occurrences that may touch what the application touches, too."""
        accesses = self.facts.accesses
        is_own = accesses.is_own[accesses.of[rows]]
        if is_own.all():
            return rows
        of_rows = accesses.rows[rows]
        touched = np.zeros(len(self.facts.escape.shared), bool)
        for row in distinct(of_rows[is_own]).tolist():
            if row != STATIC_ROW:
                touched[accesses.sets[row]] = True
        meeting = [
            row
            for row in distinct(of_rows).tolist()
            if row == STATIC_ROW or touched[accesses.sets[row]].any()
        ]
        return rows[np.isin(of_rows, meeting)]

    @cached_property
    def _concerns(self) -> NDArray[np.bool_]:
        """Whether each access is of a field that the application accesses, too, or of arrays or
        containers."""
        accesses = self.facts.accesses
        is_own = np.zeros(len(accesses.fields), bool)
        is_own[accesses.groups[accesses.is_own]] = True
        return is_own[accesses.groups]

    @cached_property
    def _is_own_occurrence(self) -> list[bool]:
        """Whether each occurrence is in the application's own code."""
        found: list[bool] = self.facts.accesses.is_own[self.facts.accesses.of].tolist()
        return found

    def _pair_count(self, chosen: NDArray[np.int64]) -> int:
        """Pairs of accesses of one group, one of which writes; an access may pair with itself."""
        accesses = self.facts.accesses
        groups, writes = accesses.groups[chosen], accesses.writes[chosen]
        alls = np.bincount(groups, minlength=1)
        written = np.bincount(groups[writes], minlength=len(alls))
        return int(((alls - written) * written + written * (written + 1) // 2).sum())

    def among(self, chosen: Iterable[int]) -> Iterator[Race]:
        """The races that some accesses of one group have with each other: whether two race does
        not depend on others."""
        of = self.facts.accesses.of[self._running]
        rows = self._running[np.isin(of, list(chosen))]
        return self.races(rows) if rows.size else iter(())

    @cached_property
    def _running(self) -> NDArray[np.int64]:
        """Occurrences that a thread runs, without those on what a constructor is still making."""
        facts, accesses = self.facts, self.facts.accesses
        keep = facts.threads.runs[accesses.instances] & self._concerns[accesses.of]
        names = np.array([method.name == "<init>" for method in facts.calls.methods], bool)
        is_field = accesses.kinds[accesses.of] == Kind.FIELD
        for own in np.flatnonzero(keep & is_field & names[accesses.methods[accesses.of]]).tolist():
            keep[own] = not self._occurrences.is_fresh(own)
        views = np.isin(accesses.own_locks[accesses.of], THROUGH_VIEWS)
        for view in np.flatnonzero(keep & views).tolist():
            keep[view] = not self._may_be_locked(view)
        return np.flatnonzero(keep)

    def _may_be_locked(self, view: int) -> bool:
        """Whether a view is used under a lock, which may be that of what is behind it: if a wrapper
        has given its own lock back, it is one that may be this wrapper."""
        access, instance = self._access_of[view], self._instance_of[view]
        columns = self.facts.accesses.lists
        held = self.facts.locks.held(instance, columns.insts[access])
        if columns.own_locks[access] != OwnLock.GIVEN_BACK:
            return any(lock.mode in REAL for lock in held)
        accesses = self.facts.accesses
        wrappers = set(accesses.sets[int(accesses.rows[view])].tolist())
        return any(
            lock.mode in REAL and not self._is_none_of(wrappers, instance, lock) for lock in held
        )

    def _is_none_of(self, wrappers: set[int], instance: int, lock: Lock) -> bool:
        """Whether a lock is surely none of some synchronized wrappers of the JDK."""
        if lock.root.kind == "site":
            return True  # it is there by its path, too
        code = self.facts.calls.code_of(instance)
        if code is None or lock.up or lock.root.kind not in ("value", "parameter"):
            return False
        key, engine = lock.root.key[0], self.facts.solution.engine
        value = key if lock.root.kind == "value" else code.parameters[key]
        objects = set(self.facts.calls.objects(instance, value).tolist())
        for field in lock.down:
            if field[0] < 0:
                return False
            objects = {it for number in objects for it in engine.field(number, *field).tolist()}
        return bool(objects) and objects.isdisjoint(wrappers)

    def races(self, rows: NDArray[np.int64]) -> Iterator[Race]:
        """All pairs of a group that are left; counts the last three stages."""
        accesses = self.facts.accesses
        found = distinct(accesses.of[rows])
        writes = accesses.writes[found]
        if not writes.any() or self._is_promised(int(accesses.groups[found[0]])):
            return
        is_own = self._is_own_occurrence
        alike = {
            occurrences: numbers
            for occurrences, numbers in self._alike(rows).items()
            if any(map(is_own.__getitem__, occurrences))
        }
        self.stages["aliasing"] += self._count(alike, found)
        known = {
            occurrences: kept
            for occurrences, numbers in alike.items()
            if (kept := [it for it in numbers if self._may_be_shared(it)])
        }
        self.stages["escaping"] += self._count(known, found)
        group = int(accesses.groups[found[0]])
        pairs = DistinctPairs(found, writes)
        for occurrences, numbers in sorted(known.items(), key=lambda it: it[1][0]):
            for race in self._races_on(group, tuple(numbers), occurrences):
                pairs.add([it.access for it in race.first], [it.access for it in race.second])
                yield race
        self.stages["unlocked"] += len(pairs)

    def _may_be_shared(self, number: int) -> bool:
        """Whether several threads may know an object, and it has something that they can access."""
        if number == STATIC_OBJECT:
            return True
        if not self.facts.escape.shared[number] or self.facts.once.is_never_made(number):
            return False
        return not self.facts.heap.is_empty_array(number)

    def _is_promised(self, group: int) -> bool:
        """Whether somebody promised that there are no races on a field."""
        field = self.facts.accesses.fields[group]
        promises = self.facts.promises
        return field is not None and (
            promises.is_immutable(field.owner) or promises.is_thread_local(field)
        )

    def _alike(self, occurrences: NDArray[np.int64]) -> dict[tuple[int, ...], list[int]]:
        """The objects that the same occurrences may touch, by these. Occurrences whose points-to
        sets are one set go together."""
        accesses = self.facts.accesses
        by_row: dict[int, list[int]] = {}
        rows = accesses.rows[occurrences].tolist()
        for occurrence, row in zip(occurrences.tolist(), rows, strict=True):
            by_row.setdefault(row, []).append(occurrence)
        rows_of: dict[int, list[int]] = {}
        for row in sorted(by_row):
            found = [STATIC_OBJECT] if row == STATIC_ROW else accesses.sets[row].tolist()
            for number in found:
                rows_of.setdefault(number, []).append(row)
        by_rows: dict[tuple[int, ...], list[int]] = {}
        for number in sorted(rows_of):
            by_rows.setdefault(tuple(rows_of[number]), []).append(number)
        return {
            tuple(sorted(chain.from_iterable(by_row[row] for row in rows))): numbers
            for rows, numbers in by_rows.items()
        }

    def _count(self, lists: Iterable[tuple[int, ...]], chosen: NDArray[np.int64]) -> int:
        """How many pairs of accesses are in one of the lists together."""
        of = self._access_of
        pairs = DistinctPairs(chosen, self.facts.accesses.writes[chosen])
        for found in {frozenset(map(of.__getitem__, occurrences)) for occurrences in lists}:
            pairs.add(found, found)
        return len(pairs)

    # What nothing keeps apart

    def _races_on(
        self, group: int, numbers: tuple[int, ...], occurrences: tuple[int, ...]
    ) -> Iterator[Race]:
        # Occurrences of the same classes have one object for these, which is kept.
        alike: dict[int, list[int]] = {}
        for occurrence in occurrences:
            alike.setdefault(id(self._classes.of(occurrence)), []).append(occurrence)
        members = list(alike.values())
        classes: dict[int, list[int]] = {}
        for place, same in enumerate(members):
            for number in self._classes.of(same[0]):
                classes.setdefault(number, []).append(place)
        if not any(self._classes[number].write for number in classes):
            return
        sides: dict[int, _Sides] = {}
        told: dict[int, object] = {}
        seen = set()
        for pair in self._classes.candidates(classes):
            one, two = (self._classes[number] for number in pair)
            if one.is_apart_from(two):
                continue
            guarded = self._are_guarded(one.guards, two.guards, numbers)
            if guarded is True:
                continue
            first, second = pair if two.write else (pair[1], pair[0])
            for it in (first, second):
                if it not in sides:
                    of_class = sorted(chain.from_iterable(members[at] for at in classes[it]))
                    sides[it] = self._sides(it, of_class)
                    told[it] = _what_is_told(self._classes[it], sides[it].all)
            # Of threads that do the same, the first ones stand for all.
            apart = one.is_likely_apart_from(two)
            key = (told[first], told[second], guarded, apart)
            if sides[first].all and sides[second].all and key not in seen:
                seen.add(key)
                for these, those in _by_others(sides[first], sides[second]):
                    for mine, others, own in self._by_keepers(these, those):
                        yield Race(group, numbers, mine, others, guarded or own, apart)

    def _by_keepers(
        self, these: tuple[Side, ...], those: tuple[Side, ...]
    ) -> Iterator[tuple[tuple[Side, ...], tuple[Side, ...], Likely]]:
        """Pairs, and apart from the others those of which both sides have what their own thread
        keeps, as far as callers from outside do not give it another's."""
        kept, others = self._kept(these), self._kept(those)
        if not kept or not others:
            yield these, those, ""
            return
        yield tuple(kept), tuple(others), "own"
        rest = tuple(side for side in these if side not in kept)
        if rest:
            yield rest, those, ""
        open_ = tuple(side for side in those if side not in others)
        if open_:
            yield tuple(kept), open_, ""

    def _kept(self, sides: tuple[Side, ...]) -> dict[Side, None]:
        """Sides that have what their own thread keeps."""
        made = self.facts.likely_made
        if not made.says_more:
            return {}
        asks = self._occurrences.asks
        return {side: None for side in sides if asks(made, side.access, side.instance)}

    def _sides(self, number: int, occurrences: list[int]) -> _Sides:
        """The occurrences of a class that touch what others may know, each access once."""
        chosen: dict[int, int] = {}
        for occurrence in occurrences:
            access = self._access_of[occurrence]
            if access in chosen or self._occurrences.is_fresh(occurrence):
                continue
            if not self._occurrences.never_runs(access):
                chosen[access] = occurrence
        thread, is_locked = self._classes[number].thread, self._classes.is_locked(number)
        instance_of = self._instance_of
        sides = tuple(
            Side(access, instance_of[occurrence], thread, is_locked)
            for access, occurrence in chosen.items()
        )
        made = list(map(self._occurrences.is_made, chosen.values()))
        if not any(made):
            return _Sides(sides, sides, ())
        of_others = (side for side, is_made in zip(sides, made, strict=True) if not is_made)
        return _Sides(sides, tuple(of_others), tuple(compress(sides, made)))

    def _are_guarded(
        self, one: frozenset[Guard], two: frozenset[Guard], numbers: tuple[int, ...]
    ) -> Likely | bool:
        """Whether two accesses surely hold a common lock; or what it may be if they only may."""
        may: Likely = ""
        for mine in one:
            for other in two:
                if not mine.excludes(other):
                    continue
                if mine.kind == "site":
                    # What there is one of is not guarded by locks of which there are several.
                    may = may or ("" if self._is_one(numbers) else "lock")
                    continue
                if mine.kind not in ("owner", "likely"):
                    return True
                through = mine.through | other.through
                owned = self._are_owned(numbers, through) if through else True
                if mine.kind == "likely":
                    may = may or ("" if owned is False else "thread")
                    continue
                if owned:
                    return True
                is_likely = owned is None and not self._is_one(numbers)
                may = may or ("lock" if mine.mode in REAL and is_likely else "")
        return may or False

    def _is_one(self, numbers: tuple[int, ...]) -> bool:
        """Whether there is one of each of some objects."""
        is_single = self.facts.once.is_single
        return all(number == STATIC_OBJECT or is_single(number) for number in numbers)

    def _are_owned(self, numbers: tuple[int, ...], through: frozenset[FieldKey]) -> bool | None:
        """Whether all of some objects have one owner each; None if they may."""
        are_owned: bool | None = True
        for number in numbers:
            is_owned = self.facts.heap.is_owned(number, through)
            if is_owned is False:
                return False
            are_owned = are_owned and is_owned
        return are_owned


def _by_others(
    first: _Sides, second: _Sides
) -> Iterator[tuple[tuple[Side, ...], tuple[Side, ...]]]:
    """Pairs without those of which both sides use what their own thread has made: it is one
    thread."""
    if first.of_others:
        yield first.of_others, second.all
    if first.of_makers and second.of_others:
        yield first.of_makers, second.of_others


def _what_is_told(of: Class, sides: tuple[Side, ...]) -> object:
    """What is told of a side of a race, but for the name of the thread."""
    return (tuple(side.access for side in sides), of.guards, of.thread.kind)


def _by_group(groups: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """The rows of each group, in order."""
    order = np.argsort(groups, kind="stable")
    bounds = np.flatnonzero(np.diff(groups[order])) + 1
    return (rows for rows in np.split(order, bounds) if rows.size)
