"""Classes of occurrences: those that agree in all that decides whether they race with others.

Who makes them, when, under which locks, at which element. Of threads that do the same at the same
time, the first stands for all.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from snarl.facts.accesses import Kind
from snarl.facts.containers import OwnLock
from snarl.facts.locks import REAL, Guard
from snarl.facts.ordering import ANY_MOMENT

if TYPE_CHECKING:
    from snarl.facts import Facts
    from snarl.facts.elements.parts import Part
    from snarl.facts.ordering import Moment
    from snarl.facts.swapped import Seat
    from snarl.facts.threads import Thread

_STATIC, _ARRAY = int(Kind.STATIC), int(Kind.ARRAY)
_UNSURE = ("site", "likely")
"""Kinds of guards that are perhaps none."""
_OWN_LOCKS: dict[int, frozenset[Guard]] = {
    OwnLock.NONE: frozenset(),
    OwnLock.ITSELF: frozenset({Guard("self", ((), True), "exclusive")}),
    OwnLock.WRAPPER: frozenset({Guard("self", ("wrapper",), "exclusive")}),
    OwnLock.UNSEEN: frozenset(),
    OwnLock.GIVEN_BACK: frozenset(),
}


@dataclass(frozen=True, slots=True)
class Class:
    """Occurrences that agree in all that decides."""

    write: bool
    atomic: bool
    thread: Thread
    moment: Moment
    guards: frozenset[Guard]
    index: int | None
    """Of an array the element, if it is always the same."""
    part: Part | None
    """Of an array what its index is computed from, if that is known."""
    seat: Seat | None = None
    """Which of two fields that exchange what they hold has what is accessed."""

    def is_apart_from(self, other: Class) -> bool:
        """Whether accesses of two classes are surely of different objects, or of different elements
        of an array."""
        if self.seat is not None and other.seat is not None and self.seat.is_other(other.seat):
            return True
        if self.part is None or other.part is None:
            return False
        return self.part.is_surely_apart(self.thread, other.part, other.thread)

    def is_likely_apart_from(self, other: Class) -> bool:
        """Whether accesses of two classes are likely of different elements of an array."""
        if self.part is None or other.part is None:
            return False
        return self.part.is_likely_apart(self.thread, other.part, other.thread)


class _When(NamedTuple):
    """What decides whether accesses may be made at the same time."""

    write: bool
    atomic: bool
    thread: Thread
    moment: Moment


@dataclass(slots=True)
class _Family:
    """Places of classes of which the same is told, by the thread if it matters."""

    by_maker: dict[int | None, list[int]]
    last: int = -1

    def add(self, place: int, maker: int | None) -> None:
        self.by_maker.setdefault(maker, []).append(place)
        self.last = place

    def first(self, place: int, maker: int | None, *, is_by_one: bool) -> int | None:
        """The first from a place on that is made by the same thread; or, of one other thread, by
        another one, or where that does not matter."""
        if is_by_one:
            chosen = [] if maker is None else self.by_maker.get(maker, [])
            return chosen[bisect_left(chosen, place)] if chosen and chosen[-1] >= place else None
        for other, places in self.by_maker.items():
            if (other is None or other != maker) and places[-1] >= place:
                return places[bisect_left(places, place)]
        return None


class Classes:
    """All classes, by number."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._access_of, self._instance_of = facts.accesses.occurrence_lists
        self._all: list[Class] = []
        self._class_numbers: dict[Class, int] = {}
        self._whens: list[int] = []
        """Of each class, by whom and when its accesses are made."""
        self._all_whens: list[_When] = []
        self._when_numbers: dict[_When, int] = {}
        self._known_classes: dict[int, tuple[int, ...]] = {}
        self._classes_by: dict[
            tuple[
                bool,
                bool,
                int,
                tuple[frozenset[Guard], ...],
                int | None,
                tuple[int, int] | None,
            ],
            tuple[int, ...],
        ] = {}
        """The same by what decides; for the moments, their list, which is kept."""
        self._kept: list[list[tuple[Thread, Moment]]] = []
        """Lists that are known by their addresses."""
        self._locked: dict[int, bool] = {}
        self._conflicts: dict[int, tuple[int, int]] = {}
        """By whom and when: with whom it conflicts, of those for whom that was asked; as bits."""

    def __getitem__(self, number: int) -> Class:
        return self._all[number]

    def candidates(self, classes: dict[int, list[int]]) -> Iterator[tuple[int, int]]:
        """The pairs of some classes, in order, that are at the same time and of one element: few of
        all, where a table is filled element by element. Of those of which the same is told, the
        first. Classes are of the same occurrences if the same numbers stand for these."""
        present = sum({1 << self._whens[number] for number in classes})
        numbers, kin = self._without_copies(classes, present)
        alike: dict[int, dict[int | None, list[int]]] = {}
        for place, number in enumerate(numbers):
            index = self._all[number].index
            alike.setdefault(self._whens[number], {}).setdefault(index, []).append(place)
        conflicts = {when: self._conflicts_of(when, present) for when in alike}
        partners: dict[tuple[int, int | None], dict[int, _Family]] = {}
        """By whom they conflict with, and the element: many threads conflict with the same."""
        done: set[tuple[int, int, bool]] = set()
        makers = [self._maker(number) for number in numbers]
        for place, number in enumerate(numbers):
            beside, index = conflicts[self._whens[number]], self._all[number].index
            if (beside, index) not in partners:
                conflicting = (places for when, places in alike.items() if beside >> when & 1)
                found = (_of_element(places, index) for places in conflicting)
                by_kin = partners[beside, index] = {}
                for other in sorted(chain.from_iterable(found)):
                    by_kin.setdefault(kin[other], _Family({})).add(other, makers[other])
            firsts = []
            for family, others in partners[beside, index].items():
                for is_by_one in (False, True):
                    if others.last < place or (kin[place], family, is_by_one) in done:
                        continue
                    first = others.first(place, makers[place], is_by_one=is_by_one)
                    if first is not None:
                        done.add((kin[place], family, is_by_one))
                        firsts.append(first)
            yield from ((number, numbers[other]) for other in sorted(firsts))

    def _maker(self, number: int) -> int | None:
        """The thread that makes the accesses of a class, if it matters whether those of another one
        are made by it, too: with what indices are made of, it decides whether elements of an array
        are apart."""
        of = self._all[number]
        return None if of.part is None else of.thread.number

    def _without_copies(
        self, classes: dict[int, list[int]], present: int
    ) -> tuple[list[int], list[int]]:
        """Some classes without those that are as another one in all but the thread, where that
        does not matter and both threads may run beside the same others: with the kin of each."""
        numbers, kin = [], []
        seen: set[tuple[int, int, bool, int | None]] = set()
        for number, family in zip(classes, self._kin(classes), strict=True):
            beside = self._conflicts_of(self._whens[number], present)
            key = (beside, family, self._all[number].atomic, self._maker(number))
            if key not in seen:
                seen.add(key)
                numbers.append(number)
                kin.append(family)
        return numbers, kin

    def _kin(self, classes: dict[int, list[int]]) -> list[int]:
        """A number for each of some classes, the same for those of which the same is told: all but
        the thread is the same."""
        families: dict[object, int] = {}
        found = []
        for number, members in classes.items():
            of = self._all[number]
            key = (tuple(members), of.write, of.index, of.guards, of.thread.kind, of.part)
            found.append(families.setdefault(key, len(families)))
        return found

    def of(self, occurrence: int) -> tuple[int, ...]:
        """The classes of an occurrence, one for each thread that makes it."""
        if occurrence not in self._known_classes:
            accesses, columns = self._facts.accesses, self._facts.accesses.lists
            access, instance = self._access_of[occurrence], self._instance_of[occurrence]
            write, atomic = columns.writes[access], columns.atomic[access]
            moments = self._moments_of(access, instance)
            guards = self._guards_in(moments, access, instance)
            is_reference = access in accesses.references
            others = self._facts.references.others(access, instance) if is_reference else ()
            if others:
                moments = [*moments, *((thread, ANY_MOMENT) for thread in others)]
                own = _OWN_LOCKS[columns.own_locks[access]]
                guards += tuple(
                    own | self._guards_of_runs(access, instance, thread) for thread in others
                )
                self._kept.append(moments)
            is_array = columns.kinds[access] == _ARRAY
            index = accesses.index(access) if is_array else None
            has_part = is_array and index is None
            has_seat = self._facts.swapped.concern(access)
            kept = (access, instance if has_seat else -1) if has_part or has_seat else None
            key = (write, atomic, id(moments), guards, index, kept)
            if key not in self._classes_by:
                part, seat = self._facts.elements.part, self._facts.swapped.seat
                self._classes_by[key] = tuple(
                    self._class_number(
                        Class(
                            write,
                            atomic,
                            thread,
                            moment,
                            held,
                            index,
                            part(access, thread) if has_part else None,
                            seat(access, instance, thread) if has_seat else None,
                        )
                    )
                    for (thread, moment), held in zip(moments, guards, strict=True)
                )
            self._known_classes[occurrence] = self._classes_by[key]
        return self._known_classes[occurrence]

    def _class_number(self, of: Class) -> int:
        number = self._class_numbers.setdefault(of, len(self._all))
        if number == len(self._all):
            self._all.append(of)
            when = _When(of.write, of.atomic, of.thread, of.moment)
            self._whens.append(self._when_numbers.setdefault(when, len(self._all_whens)))
            if self._whens[-1] == len(self._all_whens):
                self._all_whens.append(when)
        return number

    def _conflicts_of(self, when: int, present: int) -> int:
        """Those of some that make accesses which may do so at the same time as one of them, if one
        writes; both as bits."""
        known, asked = self._conflicts.get(when, (0, 0))
        rest = present & ~asked
        if rest:
            while rest:
                other = rest.bit_length() - 1
                known |= self._may_conflict(self._all_whens[when], self._all_whens[other]) << other
                rest ^= 1 << other
            self._conflicts[when] = (known, asked | present)
        return known & present

    def _may_conflict(self, one: _When, two: _When) -> bool:
        """Whether what makes accesses may do so at the same time, and one of them writes."""
        return (
            (one.write or two.write)
            and not (one.atomic and two.atomic)
            and self._facts.ordering.parallel(one.thread, one.moment, two.thread, two.moment)
        )

    def _moments_of(self, access: int, instance: int) -> list[tuple[Thread, Moment]]:
        """The threads that make an access to what others may know, and when."""
        point = (instance, self._facts.accesses.lists.insts[access])
        moments = self._facts.moments
        if moments.is_one(point):
            return moments.at(point)  # whoever calls, it is the same
        calls = self._facts.handed.points(access, instance)
        return moments.within(point, calls) if calls else moments.at(point)

    def is_locked(self, number: int) -> bool:
        """Whether accesses of a class hold a lock that has to do with them."""
        if number not in self._locked:
            guards = self._all[number].guards
            self._locked[number] = any(it.mode in REAL and it.kind not in _UNSURE for it in guards)
        return self._locked[number]

    def _guards_in(
        self, moments: list[tuple[Thread, Moment]], access: int, instance: int
    ) -> tuple[frozenset[Guard], ...]:
        """The guards of an access for each thread that makes it."""
        facts = self._facts
        if facts.locks.tells_threads_apart:
            held = tuple(self._guards_of(access, instance, thread) for thread, _ in moments)
        else:
            held = (self._guards_of(access, instance, None),) * len(moments)
        if not facts.leaders.may_be:
            return held
        inst = facts.accesses.lists.insts[access]
        led = (facts.leaders.guards(instance, inst, thread) for thread, _ in moments)
        return tuple(own | more if more else own for own, more in zip(held, led, strict=True))

    def _guards_of(self, access: int, instance: int, thread: Thread | None) -> frozenset[Guard]:
        columns = self._facts.accesses.lists
        base = None if columns.kinds[access] == _STATIC else columns.bases[access]
        guards = self._facts.locks.guards(instance, columns.insts[access], base, thread)
        if access in self._facts.accesses.references:
            guards |= self._guards_of_runs(access, instance, thread)
        own = _OWN_LOCKS[columns.own_locks[access]]
        return guards | own if own else guards

    def _guards_of_runs(
        self, access: int, instance: int, thread: Thread | None
    ) -> frozenset[Guard]:
        """What guards a reference to a method of a container wherever a thread runs it."""
        runs = self._facts.references.runs(access, instance, thread)
        if not runs or not self._facts.calls.is_in_thread[runs].all():
            return frozenset()
        guards = self._facts.locks.guards_at_call
        return frozenset.intersection(*(guards(edge, thread) for edge in runs))


def _of_element(places: dict[int | None, list[int]], index: int | None) -> Iterable[int]:
    """What may be of one element, out of what is by its element; None may be any."""
    if index is None:
        return chain.from_iterable(places.values())
    return chain(places.get(index, ()), places.get(None, ()))
