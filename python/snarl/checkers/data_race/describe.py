"""From races to findings: one for each subject, with all that a person needs to judge it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.advice import one_lock
from snarl.checkers.data_race.counting import DistinctPairs
from snarl.checkers.data_race.idioms import Idioms
from snarl.checkers.data_race.pairs import STATIC_OBJECT, Race, Side, is_from_outside
from snarl.checkers.data_race.ranking import Ranking
from snarl.checkers.data_race.sites import SHARED, Sites, frame
from snarl.checkers.data_race.subjects import Subjects
from snarl.checkers.data_race.support import Support
from snarl.facts.containers.table import remedy
from snarl.findings import Finding, Frame, Site, Subject
from snarl.naming import named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snarl.facts import Facts

_SHOWN_SITES = 8
_LOOKED_AT = 64


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair of a race."""

    race: Race
    first: Side
    second: Side


class Describer:
    """Puts races into words."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.idioms = Idioms(facts)
        self._support = Support(facts)
        self.subjects = Subjects(facts, self._support)
        self._sites = Sites(facts)
        self._odds: dict[int, int] = {}
        """How little an access tells: first whether it is not the application's own, then whether
        it is no update."""
        self._for_one: dict[int, bool] = {}
        """Whether a thread may begin in what is used by one thread at a time."""
        self._ranking = Ranking(facts, self.idioms, self.subjects, self._sites, self._support)

    def prepare(self) -> None:
        """Finds out what is the same for all races, lest each of several processes do so."""
        self.facts.ordering.prepare()
        self.facts.known.prepare()
        self._support.prepare()

    def concerns_application(self, race: Race) -> bool:
        """Whether one of the sides is in the application's own code."""
        if not any(self._is_own(side.access) for side in race.sides):
            return False
        return not self._is_left_to_callers(race)

    def _is_left_to_callers(self, race: Race) -> bool:
        """Whether only callers from outside race, on what says that they must take care."""
        if not is_from_outside(race):
            return False
        field, for_one = self.facts.accesses.fields[race.group], self.facts.for_one
        if field is not None and for_one.is_class(field.owner):
            return True
        if all(it != STATIC_OBJECT and for_one.is_object(it) for it in race.objects):
            return True
        if self._support.is_among_callers(race):
            return True
        return all(map(self._begins_for_one, race.sides))

    def _begins_for_one(self, side: Side) -> bool:
        """Whether a path begins in what is used by one thread at a time. Few threads begin so, and
        of the others the paths need not be found."""
        thread, is_class = side.thread, self.facts.for_one.is_class
        if thread.number not in self._for_one:
            roots = map(self.facts.calls.method, (*thread.roots,))
            self._for_one[thread.number] = any(it and is_class(it.owner) for it in roots)
        if not self._for_one[thread.number]:
            # A path that was not found is the method itself.
            method = self.facts.calls.method(side.instance)
            if method is None or not is_class(method.owner):
                return False
        return is_class(self._sites.path_root(side).owner)

    def is_in_question(self, races: list[Race]) -> bool:
        """Whether nobody promised that the objects of some races are used by one thread."""
        if not self.facts.settings.thread_local:
            return True
        numbers = {number for race in races for number in race.objects}
        return STATIC_OBJECT in numbers or not self.facts.promises.is_of_thread_local(
            {self.facts.solution.object(number).type for number in numbers}
        )

    def finding(self, races: list[Race]) -> Finding:
        """One finding for all races of a subject: the clearest pair stands for them."""
        # What is only a guess adds nothing to what is none.
        races = [race for race in races if not self._support.is_guess(race)] or races
        best = self._best(races)
        involved = {it.access for race in races for it in race.sides}
        severity, confidence, note = self._ranking.judge(races, best.race, involved)
        subject = self.subjects.of(best.race)
        sites = self._told_sites(races, best)
        in_order = np.array(sorted(involved), np.int64)
        pairs = DistinctPairs(in_order, self.facts.accesses.writes[in_order])
        for race in races:
            pairs.add([it.access for it in race.first], [it.access for it in race.second])
        return Finding(
            rule="data-race",
            severity=severity,
            message=self._message(subject, sites, best),
            subject=subject,
            sites=sites,
            confidence=confidence,
            why=self._why(best),
            note=note,
            hint=self._hint(subject, races, best),
            objects=self._objects(best.race),
            details={"pairs": str(len(pairs))},
        )

    def _best(self, races: list[Race]) -> Pair:
        """The pair that stands for some races: one on what is meant for several threads."""
        best = self._first(list(map(self._clearest, races)))
        if self._ranking.is_meant_for_threads(best.race):
            return best
        meant = [self._clearest(it) for it in races if self._ranking.is_meant_for_threads(it)]
        return self._first(meant) if meant else best

    def _first(self, pairs: list[Pair]) -> Pair:
        """The clearest of some pairs. Paths are found only where nothing else decides."""
        if len(pairs) == 1:
            return pairs[0]
        merits = list(map(self._merits, pairs))
        best = min(merits)
        equal = [pair for pair, it in zip(pairs, merits, strict=True) if it == best]
        return equal[0] if len(equal) == 1 else min(equal, key=self._length)

    def _clearest(self, race: Race) -> Pair:
        """The pair that tells a race best."""
        second = min(race.second, key=self._simplicity)
        others = [it for it in race.first if it.access != second.access] or list(race.first)
        return Pair(race, min(others, key=self._simplicity), second)

    def _simplicity(self, side: Side) -> tuple[int, int, int]:
        access = side.access
        if access not in self._odds:
            self._odds[access] = 2 * (not self._own[access]) + (not self.idioms.is_update(access))
        return (self._odds[access], access, side.instance)

    def _merits(self, pair: Pair) -> tuple[bool, int, bool, bool]:
        """Sorts pairs: first those that are surely unguarded, and lose updates."""
        one, two = pair.first, pair.second
        return (
            bool(pair.race.likely_guarded or pair.race.likely_apart),
            -(self._own[one.access] + self._own[two.access]),
            not self.idioms.is_update(two.access),
            not (one.is_locked or two.is_locked),
        )

    def _length(self, pair: Pair) -> tuple[object, ...]:
        """Sorts pairs that are equal otherwise: first those that are short to tell."""
        sides = (pair.first, pair.second)
        return (
            sum(self._sites.is_through_reflection(it) for it in sides),
            pair.first.access == pair.second.access,
            sum(len(self._sites.path(it)) for it in sides),
            *((it.access, it.instance, it.thread.number) for it in sides),
        )

    def _is_own(self, access: int) -> bool:
        return self._own[access]

    @cached_property
    def _own(self) -> list[bool]:
        """Whether each access is in the application's own code."""
        found: list[bool] = self.facts.accesses.is_own.tolist()
        return found

    def _told_sites(self, races: list[Race], best: Pair) -> tuple[Site, ...]:
        """The two sides of the clearest pair, then others."""
        sites = [self._sites.of(best.first), self._sites.of(best.second)]
        lines = {self._sites.line(best.first), self._sites.line(best.second)}
        seen = {best.first.access, best.second.access}
        for race in races:
            for side in race.sides:
                if len(sites) >= _SHOWN_SITES:
                    return tuple(sites)
                if side.access in seen:
                    continue
                seen.add(side.access)
                line = self._sites.line(side)
                if line not in lines:
                    lines.add(line)
                    sites.append(self._sites.of(side))
        return tuple(sites)

    # Words

    def _message(self, subject: Subject, sites: tuple[Site, ...], pair: Pair) -> str:
        one, two = sites[0], sites[1]
        name = f"{subject.class_name.rpartition('.')[2]}.{subject.member}"
        if self.subjects.outermost(pair.race) is not None:
            name = f"what {name} holds"
        what = {"field": "", "array": "the elements of ", "container": "the contents of "}
        verbs = {"read": "read", "write": "written"}
        first = f"{verbs[two.access]} by {_who(two)}"
        start = f"{what[subject.kind]}{name} {_be(subject)} {first}"
        if pair.first.access == pair.second.access and two.thread.name == one.thread.name:
            return f"{start}, and by another such thread at the same time"
        pronoun = "it" if _be(subject) == "is" else "they"
        return f"{start} while {pronoun} may be {verbs[one.access]} by {_who(one)}"

    def _why(self, race: Pair) -> str:
        names = [self._sites.locks(side) for side in (race.first, race.second)]
        held = [bool(it) for it in names]
        if self._is_held_for_reading(race):
            common = min(it for it in names[0] if it in names[1] and it.endswith(SHARED))
            locks = f"Both sides hold {common}, which readers hold together."
        elif any(map(self._support.holds_own_alone, (race.first, race.second))):
            locks = "A lock that is made where it is taken keeps nobody out."
        elif all(held):
            locks = "Each side holds locks, but none that is surely the same."
        elif any(held):
            locks = "Only one side holds a lock."
        else:
            locks = "No lock is held."
        threads = (race.first.thread, race.second.thread)
        if threads[0] == threads[1]:
            kind = threads[0].kind
            order = (
                "Callers may be in different threads."
                if kind == "environment"
                else "Several such threads may run at the same time."
            )
        elif any(thread.kind == "environment" for thread in threads):
            order = "Callers may be in other threads."
        else:
            order = "No join, latch or other wait was found that orders the two threads here."
        return f"{locks} {order}"

    def _is_held_for_reading(self, race: Pair) -> bool:
        """Whether both sides hold a lock, and for reading only, though one of them writes."""
        one, two = (set(self._sites.locks(side)) for side in (race.first, race.second))
        return any(it.endswith(SHARED) for it in one & two)

    def _hint(self, subject: Subject, races: list[Race], best: Pair) -> str:
        accesses = self.facts.accesses
        sides = [side for race in races for side in race.sides if side.is_locked]
        if self._is_held_for_reading(best):
            name = min(it for it in self._sites.locks(best.second) if it.endswith(SHARED))
            return f"Take {name.removesuffix(SHARED)} for writing at each write."
        held = one_lock(self._sites.locks(side) for side in sides[:_LOOKED_AT])
        if held:
            return held
        field = accesses.fields[best.race.group]
        sides_of_best = (best.first.access, best.second.access)
        if field is not None and any(self.idioms.is_update(it) for it in sides_of_best):
            atomic = {"I": "AtomicInteger", "J": "AtomicLong"}.get(field.descriptor)
            if atomic:
                return f"Make it an {atomic}, or guard all accesses with one lock."
            return "Guard all accesses with one lock."
        if field is not None:
            return "Make it volatile if each access stands alone, else guard all with one lock."
        if subject.kind == "container":
            return remedy(self._classes(best.race))
        return "Guard all accesses with one lock."

    def _classes(self, race: Race) -> Iterator[str]:
        """The names of the classes of a race's objects, and of what these extend."""
        program = self.facts.program
        for number in race.objects[:_LOOKED_AT]:
            cls = program.find_class(self.facts.solution.object(number).type)
            if cls is not None:
                yield cls.name
                yield from (it.name for it in program.hierarchy.super_types(cls))

    def _objects(self, race: Race) -> tuple[Frame, ...]:
        found = []
        for number in race.objects[:3]:
            if number == STATIC_OBJECT:
                continue
            made = self.facts.solution.object(number)
            if made.place is not None:
                found.append(frame(made.place))
        return tuple(dict.fromkeys(found))


def _be(subject: Subject) -> str:
    return "is" if subject.kind == "field" else "are"


def _who(site: Site) -> str:
    where = named(site.class_name, site.method)
    return (
        site.thread.name if site.thread.name.endswith(where) else f"{site.thread.name} in {where}"
    )
