"""What speaks for a race, and what against it although nothing rules it out.

Sides surely meet at an object of which there is one, or that callers from outside call by
themselves. A side on which a caller's own argument is used meets another only if the caller has
given away what he gives. A side that is reached only where the JDK calls back one of many methods
(`toString`, `equals`) may never be reached with this object.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from snarl.checkers.data_race.pairs import STATIC_OBJECT
from snarl.facts.accesses import Kind
from snarl.facts.calls import NOBODY
from snarl.graph import Graph
from snarl.points_to import EdgeKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from snarl.checkers.data_race.pairs import Race, Side
    from snarl.facts import Facts
    from snarl.facts.threads import Thread

_FIELD, _STATIC, _ARRAY = int(Kind.FIELD), int(Kind.STATIC), int(Kind.ARRAY)
_MANY = 4
"""Own methods that one call of the JDK's may mean; with more of them it says little."""
_LOOKED_AT = 16
_CROWD = 8
"""The same of all methods, the JDK's too; and of places that hold an object."""
_MANY_OBJECTS = 4
"""Objects that one access may mean; with more of them it says little of one."""
_LENT = "One side uses what a caller gives as an argument: a race only if others have it already."
_YOUNG = "One side is a constructor at work, which may have let others know `this` before it ends."
_VAGUE = "One side is only reached by a call that may mean many methods: it may not call this one."
_CROWDED = "Others know it only by way of a place that may hold almost anything."
_BLURRED = "Objects that are made at one place could not be told apart here."


@dataclass(frozen=True, slots=True)
class _Reached:
    """What a thread reaches on some of its ways."""

    surely: NDArray[np.bool_]
    """Without calls that say little."""
    surely_unlocked: NDArray[np.bool_]
    """Without these, and without calls that hold a lock or are reflective."""
    unlocked: NDArray[np.bool_]


class Support:
    """Doubts about races."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._reached: dict[int, _Reached] = {}
        self._doubts: dict[tuple[int, int, int], str] = {}
        self._common: dict[int, bool] = {}

    def doubt(self, races: Iterable[Race]) -> str:
        """Why all of some races may be none; nothing if one of them stands."""
        found = ""
        for race in races:
            found = self._doubt_of_all(race.first) or self._doubt_of_all(race.second)
            if not found and not self._is_known(race):
                found = _CROWDED
            if not found:
                return ""
        return found

    def _is_known(self, race: Race) -> bool:
        """Whether others know an object of a race on a way that means something."""
        is_known = self._facts.known.is_known
        return any(number == STATIC_OBJECT or is_known(number) for number in race.objects)

    def is_sure(self, races: Iterable[Race]) -> bool:
        """Whether the sides of one of some races surely meet at one object."""
        return any(
            not race.likely_guarded
            and any(map(self._is_common, race.objects))
            and not self.doubt([race])
            for race in races
        )

    def _is_common(self, number: int) -> bool:
        """Whether threads surely have an object in common, or one that holds it as its part."""
        if number not in self._common:
            self._common[number] = self._is_one(number) or self._is_common_part(number)
        return self._common[number]

    def _is_common_part(self, number: int) -> bool:
        holders = self._facts.heap.holders(number)
        if int(self._facts.once.makers[number]) == NOBODY or len(holders) > _CROWD:
            return False
        is_crowd = self._facts.known.is_crowd
        return any(self._is_one(it) and not is_crowd(it, field) for it, field in holders)

    def _is_one(self, number: int) -> bool:
        """Whether there is one such object, or it is one that callers from outside call."""
        return (
            number == STATIC_OBJECT
            or number in self._facts.escape.called
            or self._facts.once.is_single(number)
        )

    def is_known_by_place(self, races: Iterable[Race]) -> bool:
        """Whether nothing tells arrays apart but the place where they are made, which many calls
        pass: they have no methods that tell more."""
        kinds = self._facts.accesses.lists.kinds
        return all(kinds[race.first[0].access] == _ARRAY for race in races)

    def is_among_callers(self, race: Race) -> bool:
        """Whether all sides use what a caller gives as an argument: who gives the same object to
        two calls has shared it himself."""
        return all(map(self.is_lent, race.sides[:_LOOKED_AT]))

    def _doubt_of_all(self, sides: tuple[Side, ...]) -> str:
        found = ""
        for side in islice(sides, _LOOKED_AT):
            found = self._doubt_of(side)
            if not found:
                return ""
        return found

    def _doubt_of(self, side: Side) -> str:
        key = (side.access, side.instance, side.thread.number)
        if key not in self._doubts:
            self._doubts[key] = self._find_doubt(side)
        return self._doubts[key]

    def _find_doubt(self, side: Side) -> str:
        if self.is_lent(side):
            return _LENT
        if self._is_young(side):
            return _YOUNG
        if self._is_blurred(side):
            return _BLURRED
        return _VAGUE if self._is_vague(side) else ""

    def is_lent(self, side: Side) -> bool:
        """Whether a side uses an argument of a caller from outside, which nobody has kept."""
        columns, access = self._facts.accesses.lists, side.access
        if columns.kinds[access] == _STATIC or side.thread.kind != "environment":
            return False
        inst, base = columns.insts[access], columns.bases[access]
        return self._facts.lent.is_fresh(side.instance, inst, base)

    def _is_young(self, side: Side) -> bool:
        """Whether a side works for a constructor on what it is making."""
        columns = self._facts.accesses.lists
        if columns.kinds[side.access] != _FIELD:
            return False
        return self._facts.lent.is_under_construction(side.instance, columns.bases[side.access])

    def _is_blurred(self, side: Side) -> bool:
        """Whether a side may access so many objects of the program's that it says little of one:
        all that a method without contexts is called for, or a crowd."""
        columns = self._facts.accesses.lists
        if columns.kinds[side.access] == _STATIC:
            return False
        objects = self._facts.calls.objects(side.instance, columns.bases[side.access])
        most = 1 if columns.methods[side.access] in self.merged else _MANY_OBJECTS
        if len(objects) <= most:
            return False
        return int(np.count_nonzero(self._facts.once.makers[objects] != NOBODY)) > most

    @cached_property
    def merged(self) -> set[int | None]:
        """Methods whose contexts were given up to stay within the budget."""
        graph = self._facts.solution.call_graph
        return {graph.place(method) for method in self._facts.solution.degraded}

    def _is_vague(self, side: Side) -> bool:
        reached = self._reached_by(side.thread)
        if not reached.surely[side.instance]:
            return True
        return (
            not side.is_locked
            and not reached.surely_unlocked[side.instance]
            and bool(reached.unlocked[side.instance])
        )

    def _reached_by(self, thread: Thread) -> _Reached:
        if thread.number not in self._reached:
            roots = list(thread.roots)
            self._reached[thread.number] = _Reached(*(it.reachable(roots) for it in self._graphs))
        return self._reached[thread.number]

    @cached_property
    def _graphs(self) -> tuple[Graph, Graph, Graph]:
        """The calls that count for each part of what a thread reaches."""
        facts = self._facts
        reflective = facts.calls.kinds == EdgeKind.REFLECTIVE
        unlocked = ~(facts.locks.is_call_locked | reflective)
        surely = ~self._says_little
        return self._through(surely), self._through(surely & unlocked), self._through(unlocked)

    def _through(self, some: NDArray[np.bool_]) -> Graph:
        calls = self._facts.calls
        keep = calls.is_in_thread & some
        return Graph.from_edges(len(calls), calls.callers[keep], calls.callees[keep])

    @cached_property
    def _says_little(self) -> NDArray[np.bool_]:
        """Whether each call may mean many methods: one of the JDK's, or one of a method whose
        contexts were given up."""
        calls = self._facts.calls
        to_own = calls.is_in_thread & calls.is_own[calls.callees]
        back = np.flatnonzero(to_own & ~calls.is_own[calls.callers])
        mask = np.zeros(len(calls.callers), bool)
        mask[back] = self._meanings(back, calls.method_of[calls.callees[back]]) > _MANY
        inside = np.flatnonzero(calls.is_in_thread & ~calls.is_own[calls.callers])
        mask[inside] |= self._meanings(inside, calls.method_of[calls.callees[inside]]) > _CROWD
        callers = calls.method_of[calls.callers]
        merged = np.flatnonzero(to_own & np.isin(callers, sorted(filter(None, self.merged))))
        mask[merged] = self._meanings(merged, calls.callees[merged]) > 1
        return mask

    def _meanings(self, edges: NDArray[np.int64], targets: NDArray[np.uint32]) -> NDArray[np.int64]:
        """How many targets the site of each of some calls has."""
        calls = self._facts.calls
        # As one number each: to sort rows of a table takes ten times as long.
        places = calls.callers[edges].astype(np.int64) << 32 | calls.sites[edges].astype(np.uint32)
        site = np.unique(places, return_inverse=True)[1]
        pairs = np.unique(site << 32 | targets.astype(np.uint32))
        counts = np.bincount(pairs >> 32, minlength=int(site.max(initial=-1)) + 1)
        found: NDArray[np.int64] = counts[site]
        return found
