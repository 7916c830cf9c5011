"""What speaks for a race, and what against it although nothing rules it out.

Sides surely meet at an object of which there is one, or that callers from outside call by
themselves. A side on which a caller's own argument is used meets another only if the caller has
given away what he gives. A side that is reached only where the JDK calls back one of many methods
(`toString`, `equals`) may never be reached with this object.
"""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from snarl.checkers.data_race.meanings import Meanings
from snarl.checkers.data_race.meant import Meant
from snarl.checkers.data_race.pairs import STATIC_OBJECT, starts_none
from snarl.checkers.data_race.reaches import Reaches
from snarl.facts.accesses import Kind
from snarl.facts.calls import NOBODY
from snarl.facts.containers import THROUGH_VIEWS
from snarl.facts.locks import REAL
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from snarl.checkers.data_race.pairs import Race, Side
    from snarl.facts import Facts
    from snarl.facts.locks import Lock

_FIELD, _STATIC, _ARRAY = int(Kind.FIELD), int(Kind.STATIC), int(Kind.ARRAY)
_LOOKED_AT = 16
_CROWD = 8
"""Places that hold an object; with more of them none of them says much."""
_HUNDREDS = 100
"""Places that hold an object, views of them too: so many are counted, and not looked at."""
_LENT = "One side uses what a caller gives as an argument: a race only if others have it already."
_YOUNG = "One side is a constructor at work, which may have let others know `this` before it ends."
_VAGUE = "One side is only reached by a call that may mean many methods: it may not call this one."
_CROWDED = "Others know it only by way of a place that may hold almost anything."
_BLURRED = "Objects that are made at one place could not be told apart here."
_GUESSED = "One side has it only if reflection, by a name that is computed, puts it into a field."
_LOCKED = "Each side holds a lock, and it could not be told whether it is the same one."
_CHOSEN = "Which class of a library it is, is chosen elsewhere: it may be one that locks by itself."
_DOUBTS = (_LOCKED, _BLURRED, _YOUNG, _VAGUE, _LENT, _CROWDED, _GUESSED, _CHOSEN)
"""By how often there is a race all the same, as docs/data-race-study.md has it."""


class Support:
    """Doubts about races."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._meanings = Meanings(facts)
        self._reaches = Reaches(facts, self._meanings)
        self._meant = Meant(facts, self._meanings)
        self._doubts: dict[tuple[int, int, int], str] = {}
        self._common: dict[int, bool] = {}

    @property
    def merged(self) -> set[int | None]:
        """Methods whose contexts were given up to stay within the budget."""
        return self._meanings.merged

    def means_many(self, side: Side) -> bool:
        """Whether a side may access so many objects that it says little of one."""
        return self._meant.is_many(side)

    def prepare(self) -> None:
        """Finds out what is the same for all races."""
        self._reaches.prepare()

    def doubt(self, races: Iterable[Race]) -> str:
        """Why all of some races may be none; nothing if one of them stands."""
        found = set()
        for race in races:
            doubt = self._doubt_of_race(race)
            if not doubt:
                return ""
            found.add(doubt)
        return min(found, key=_DOUBTS.index, default="")

    def is_guess(self, race: Race) -> bool:
        """Whether one of the sides can mean the objects of a race only for a guess."""
        is_used = self._facts.guessed.is_used_by_guess
        return any(
            all(is_used(side.access, race.objects) for side in sides[:_LOOKED_AT])
            for sides in (race.first, race.second)
        )

    def is_unlikely(self, race: Race) -> bool:
        """Whether a race of which there is a doubt is most often none. A thread that a constructor
        has started may know what it makes; all others have it when it is made."""
        doubt = self._doubt_of_race(race)
        if doubt in (_VAGUE, _LENT, _CROWDED, _GUESSED, _CHOSEN):
            return True
        if doubt not in (_BLURRED, _YOUNG):
            return False
        sides = (race.first, race.second)
        return starts_none(race) or any(
            self._are_vague(side) or self._mean_anything(side) for side in sides
        )

    def _mean_anything(self, sides: tuple[Side, ...]) -> bool:
        """Whether all of some sides may access any of a crowd of objects."""
        return all(
            self._facts.accesses.lists.kinds[side.access] != _STATIC
            and self._meant.is_anything(side)
            for side in islice(sides, _LOOKED_AT)
        )

    def _are_vague(self, sides: tuple[Side, ...]) -> bool:
        """Whether sides are only reached by calls that say little, whatever else there is."""
        return all(map(self._reaches.is_vague, islice(sides, _LOOKED_AT)))

    def _doubt_of_race(self, race: Race) -> str:
        doubt = self._doubt_of_all(race.first) or self._doubt_of_all(race.second)
        if doubt:
            return doubt
        if self.is_guess(race):
            return _GUESSED
        if not self._is_known(race):
            return _CROWDED
        if self._is_chosen_elsewhere(race):
            return _CHOSEN
        return _LOCKED if self._are_locked(race) else ""

    def _is_chosen_elsewhere(self, race: Race) -> bool:
        """Whether the program knows an object of a library by an interface alone, and nothing in
        the code makes it: reflection does, or a caller from outside."""
        return all(map(self._is_made_elsewhere, race.objects)) and all(
            map(self._calls_by_interface, race.sides[:_LOOKED_AT])
        )

    def _is_made_elsewhere(self, number: int) -> bool:
        """Whether an object is of a library's class, and no code of the program's names that class
        where it is made."""
        if number == STATIC_OBJECT:
            return False
        engine = self._facts.program.engine
        class_id = engine.type_class(int(self._types[number]))
        if class_id is None or engine.class_origin(class_id) != "library":
            return False
        if int(self._facts.once.makers[number]) == NOBODY:
            return True
        code, inst = self._facts.once.allocation(number) or (None, 0)
        return (
            code is not None
            and code.method.owner.origin == "library"
            and code.ops[inst] == Op.INVOKE
            and code.reference(inst).name == "newInstance"
        )

    @cached_property
    def _types(self) -> NDArray[np.uint32]:
        return self._facts.solution.engine.object_types()

    def _calls_by_interface(self, side: Side) -> bool:
        code = self._facts.calls.code_of(side.instance)
        inst = self._facts.accesses.lists.insts[side.access]
        if code is None or code.ops[inst] != Op.INVOKE:
            return False
        return code.reference(inst).interface

    def _are_locked(self, race: Race) -> bool:
        """Whether all sides hold a lock, and of one it is not known what the lock has to do with
        what is accessed: else they would be known to hold two."""
        sides = [*race.first[:_LOOKED_AT], *race.second[:_LOOKED_AT]]
        return not all(side.is_locked for side in sides) and all(
            side.is_locked or self._holds_some(side) for side in sides
        )

    def _holds_some(self, side: Side) -> bool:
        if self._facts.references.is_deferred(side.access, side.instance, side.thread):
            return False
        locks, accesses = self._facts.locks, self._facts.accesses
        inst = int(accesses.insts[side.access])
        held = locks.held(side.instance, inst)
        if any(it.mode in REAL and not self._is_own(side, inst, it) for it in held):
            return True
        return not self._reaches.is_unlocked(side)

    def holds_own_alone(self, side: Side) -> bool:
        """Whether a side holds a lock where it accesses something, but none that others know."""
        inst = int(self._facts.accesses.insts[side.access])
        held = [it for it in self._facts.locks.held(side.instance, inst) if it.mode in REAL]
        return bool(held) and all(self._is_own(side, inst, it) for it in held)

    def _is_own(self, side: Side, inst: int, lock: Lock) -> bool:
        """Whether nobody else knows a lock: it is made anew where it is taken, and keeps nobody
        out."""
        if lock.root.kind != "value" or lock.up or lock.down:
            return False
        return self._facts.publication.is_fresh(side.instance, inst, lock.root.key[0])

    def _is_known(self, race: Race) -> bool:
        """Whether others know an object of a race on a way that means something; or each side can
        mean no other one."""
        is_known = self._facts.known.is_known
        return any(
            number == STATIC_OBJECT or is_known(number) or self._is_all_that_is_meant(race, number)
            for number in race.objects
        )

    def _is_all_that_is_meant(self, race: Race, number: int) -> bool:
        """Whether all sides access one object, of which there is one."""
        return self._facts.once.is_single(number) and all(
            self._meant.objects(side).tolist() == [number] for side in race.sides[:_LOOKED_AT]
        )

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
        if int(self._facts.once.makers[number]) == NOBODY:
            return False
        if self._facts.solution.engine.holder_count(number) > _HUNDREDS:
            return False
        holders = self._facts.heap.holders(number)
        if len(holders) > _CROWD:
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
        if self._facts.references.is_deferred(side.access, side.instance, side.thread):
            return ""
        if self.is_lent(side):
            return _LENT
        if self._is_young(side):
            return _YOUNG
        if self._meant.is_blurred(side):
            return _BLURRED
        return _VAGUE if self._reaches.is_vague(side) else ""

    def is_lent(self, side: Side) -> bool:
        """Whether a side uses an argument of a caller from outside, which nobody has kept."""
        columns, access = self._facts.accesses.lists, side.access
        if columns.kinds[access] == _STATIC or side.thread.kind != "environment":
            return False
        inst, base = columns.insts[access], columns.bases[access]
        if columns.own_locks[access] in THROUGH_VIEWS:
            asked = self._meant.behind_views(side.instance, base)
            makers = self._facts.once.makers[self._meant.objects(side)]
            # A view that was made elsewhere may be new, but what is behind it need not be.
            if asked == base and (makers != NOBODY).any():
                return False
            base = asked
        return self._facts.lent.is_fresh(side.instance, inst, base)

    def _is_young(self, side: Side) -> bool:
        """Whether a side works for a constructor on what it is making, or on a part of that."""
        columns = self._facts.accesses.lists
        if columns.kinds[side.access] == _STATIC:
            return False
        value = columns.bases[side.access]
        if columns.kinds[side.access] != _FIELD:
            code = self._facts.calls.code_of(side.instance)
            made = -1 if code is None else code.definitions[code.source_of(value)]
            if code is None or made < 0 or code.ops[made] != Op.GET_FIELD:
                return False
            value = code.operands(made)[0]
        return self._facts.lent.is_under_construction(side.instance, value)
