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

from snarl.checkers.data_race.pairs import STATIC_OBJECT, starts_none
from snarl.facts.accesses import Kind
from snarl.facts.calls import NOBODY
from snarl.facts.calls.streams import given_to_streams
from snarl.facts.containers import THROUGH_VIEWS
from snarl.facts.locks import REAL
from snarl.graph import distinct
from snarl.points_to import EdgeKind
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from snarl.checkers.data_race.pairs import Race, Side
    from snarl.facts import Facts
    from snarl.facts.code import Code
    from snarl.facts.locks import Lock
    from snarl.facts.threads import Thread
    from snarl.graph import Graph

_FIELD, _STATIC, _ARRAY = int(Kind.FIELD), int(Kind.STATIC), int(Kind.ARRAY)
_PUBLIC = int(Flag.PUBLIC)
_MANY = 4
"""Own methods that one call of the JDK's may mean; with more of them it says little."""
_LOOKED_AT = 16
_WAY = 3
"""Calls from a method that is called from outside to an access."""
_CROWD = 8
"""The same of all methods, the JDK's too; and of places that hold an object."""
_HUNDREDS = 100
"""Places that hold an object, views of them too: so many are counted, and not looked at."""
_MANY_OBJECTS = 4
"""Objects that one access may mean; with more of them it says little of one."""
_ANYTHING = 16
"""The same; with more of them it may as well be any."""
_GENERAL = frozenset(
    (
        *("java.lang.Object", "java.lang.Iterable", "java.lang.Comparable"),
        *(f"java.util.{name}" for name in ("Iterator", "ListIterator", "Enumeration")),
        *(f"java.util.{name}" for name in ("Collection", "List", "Set", "Queue", "Deque")),
        *(f"java.util.{name}" for name in ("Map", "Map$Entry", "SortedMap", "Comparator")),
    )
)
"""Types by which any collection or object may be called."""
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
        self._receivers: dict[tuple[int, int, int], bool] = {}

    def prepare(self) -> None:
        """Finds out what is the same for all races."""
        _ = (self._says_little, self._unlocked_calls)

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
            and len(self._objects(side)) > _ANYTHING
            for side in islice(sides, _LOOKED_AT)
        )

    def _are_vague(self, sides: tuple[Side, ...]) -> bool:
        """Whether sides are only reached by calls that say little, whatever else there is."""
        return all(self._is_vague(side) for side in islice(sides, _LOOKED_AT))

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
        return not self._reached_by(side.thread).unlocked[side.instance]

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
            self._objects(side).tolist() == [number] for side in race.sides[:_LOOKED_AT]
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
        if self._is_blurred(side):
            return _BLURRED
        return _VAGUE if self._is_vague(side) else ""

    def is_lent(self, side: Side) -> bool:
        """Whether a side uses an argument of a caller from outside, which nobody has kept."""
        columns, access = self._facts.accesses.lists, side.access
        if columns.kinds[access] == _STATIC or side.thread.kind != "environment":
            return False
        inst, base = columns.insts[access], columns.bases[access]
        if columns.own_locks[access] in THROUGH_VIEWS:
            asked = self._behind_views(side.instance, base)
            # A view that was made elsewhere may be new, but what is behind it need not be.
            if asked == base and (self._facts.once.makers[self._objects(side)] != NOBODY).any():
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

    def _is_blurred(self, side: Side) -> bool:
        """Whether a side may access so many objects of the program's that it says little of one:
        all that a method without contexts is called for, or a crowd."""
        columns = self._facts.accesses.lists
        if columns.kinds[side.access] == _STATIC:
            return False
        base = self._behind_views(side.instance, columns.bases[side.access])
        objects = self._objects(side)
        most = 1 if columns.methods[side.access] in self.merged else _MANY_OBJECTS
        if len(objects) <= most:
            return False
        if int(np.count_nonzero(self._facts.once.makers[objects] != NOBODY)) <= most:
            return False
        return side.thread.kind != "environment" or not self._is_of_receiver(
            side.instance, base, _WAY
        )

    def means_many(self, side: Side) -> bool:
        """Whether a side may access so many objects that it says little of one."""
        return len(self._objects(side)) > _MANY_OBJECTS

    def _objects(self, side: Side) -> NDArray[np.uint32]:
        """What a side may access: what is behind it, if it is a view."""
        accesses = self._facts.accesses
        if accesses.lists.own_locks[side.access] in THROUGH_VIEWS:
            return accesses.sets[self._rows_of_views[side.access, side.instance]]
        return self._facts.calls.objects(side.instance, accesses.lists.bases[side.access])

    @cached_property
    def _rows_of_views(self) -> dict[tuple[int, int], int]:
        """The sets of objects that are behind views, by accesses and instances."""
        accesses = self._facts.accesses
        through = np.isin(accesses.own_locks[accesses.of], THROUGH_VIEWS)
        columns = (accesses.of, accesses.instances, accesses.rows)
        of, instances, rows = (column[through].tolist() for column in columns)
        return dict(zip(zip(of, instances, strict=True), rows, strict=True))

    def _behind_views(self, instance: int, value: int) -> int:
        """What a view was asked for from: `names` of `names.keySet().iterator()`."""
        code = self._facts.calls.code_of(instance)
        made = -1 if code is None else code.definitions[code.source_of(value)]
        while (
            code is not None
            and made >= 0
            and code.ops[made] == Op.INVOKE
            and code.operands(made)
            and code.reference(made).owner.startswith("java.util.")
        ):
            value = code.operands(made)[0]
            made = code.definitions[code.source_of(value)]
        return value

    def _is_of_receiver(self, instance: int, value: int, way: int) -> bool:
        """Whether a value is what somebody calls from outside, or a part of it that stays: he says
        himself which of many objects it is."""
        code = self._facts.calls.code_of(instance)
        root = None if code is None else self._facts.values.path(code, value).root
        if code is None or root is None or root.kind != "parameter":
            return False
        key = (instance, root.key[0], way)
        if key not in self._receivers:
            self._receivers[key] = self._find_receiver(code, *key)
        return self._receivers[key]

    def _find_receiver(self, code: Code, instance: int, position: int, way: int) -> bool:
        calls = self._facts.calls
        is_called = instance in self._facts.threads.called_from_outside
        if is_called and position == 0 and not code.method.is_static:
            # Who calls an iterator says nothing of what that goes through.
            return not self._facts.for_one.is_class(code.method.owner)
        if not way:
            return False
        for caller, site, _ in islice(calls.callers_of(instance), _LOOKED_AT):
            there = calls.code_of(caller)
            call = None if there is None else there.call_at(site)
            if there is None or call is None or position >= len(there.operands(call)):
                continue
            if self._is_of_receiver(caller, there.operands(call)[position], way - 1):
                return True
        return False

    @cached_property
    def merged(self) -> set[int | None]:
        """Methods whose contexts were given up to stay within the budget."""
        graph = self._facts.solution.call_graph
        return {graph.place(method) for method in self._facts.solution.degraded}

    def _is_vague(self, side: Side) -> bool:
        reached = self._reached_by(side.thread)
        if not reached.surely[side.instance]:
            return True
        if (
            not side.is_locked
            and not reached.surely_unlocked[side.instance]
            and reached.unlocked[side.instance]
        ):
            return True
        handed = self._facts.handed.edges(side.access, side.instance)
        return bool(handed) and not any(self._is_surely_called(reached, it) for it in handed)

    def _is_surely_called(self, reached: _Reached, edge: int) -> bool:
        """Whether a thread surely makes a call that says what it means."""
        caller = int(self._facts.calls.callers[edge])
        return bool(reached.surely[caller]) and not self._says_little[edge]

    def _reached_by(self, thread: Thread) -> _Reached:
        if thread.number not in self._reached:
            roots, sure = [*thread.roots, *self._functions(thread)], ~self._says_little
            sure[self._calls_of_arguments(thread)] = False
            self._reached[thread.number] = _Reached(
                self._through(sure).reachable(roots),
                self._through(sure & self._unlocked).reachable(roots),
                self._unlocked_calls.reachable(roots),
            )
        return self._reached[thread.number]

    def _functions(self, thread: Thread) -> list[int]:
        """The functions that the program has given to the streams which a thread works for."""
        if not self._facts.threads.is_of_stream(thread):
            return []
        runs, calls = self._facts.threads.runs_in(thread), self._facts.calls
        return np.flatnonzero(runs & np.isin(calls.method_of, self._given_to_streams)).tolist()

    @cached_property
    def _given_to_streams(self) -> list[int]:
        return sorted(given_to_streams(self._facts.calls))

    @cached_property
    def _unlocked(self) -> NDArray[np.bool_]:
        """The calls that hold no lock and are not reflective."""
        mask: NDArray[np.bool_] = self._facts.calls.kinds != EdgeKind.REFLECTIVE
        return mask & ~self._facts.locks.is_call_locked

    @cached_property
    def _unlocked_calls(self) -> Graph:
        return self._through(self._unlocked)

    def _through(self, some: NDArray[np.bool_]) -> Graph:
        calls = self._facts.calls
        return calls.through(np.flatnonzero(calls.is_in_thread & some))

    @cached_property
    def _says_little(self) -> NDArray[np.bool_]:
        """Whether each call may mean many methods: one of the JDK's, or one of a method whose
        contexts were given up. Or it makes an error of the JDK's own."""
        calls = self._facts.calls
        to_own = calls.is_in_thread & calls.is_own[calls.callees]
        back = np.flatnonzero(to_own & ~calls.is_own[calls.callers])
        mask = np.zeros(len(calls.callers), bool)
        mask[back] = self._meanings(back, calls.method_of[calls.callees[back]]) > _MANY
        inside = np.flatnonzero(calls.is_in_thread & ~calls.is_own[calls.callers])
        mask[inside] |= self._meanings(inside, calls.method_of[calls.callees[inside]]) > _CROWD
        mask[inside] |= self._makes_errors[calls.method_of[calls.callees[inside]]]
        mask[self._general_calls(np.flatnonzero(to_own & calls.is_own[calls.callers]))] = True
        callers = calls.method_of[calls.callers]
        merged = np.flatnonzero(to_own & np.isin(callers, sorted(filter(None, self.merged))))
        mask[merged] = self._meanings(merged, self._together[calls.callees[merged]]) > 1
        return mask

    @cached_property
    def _together(self) -> NDArray[np.int64]:
        """Each instance by the first one of its method that has no context, if its own context is
        only that of a class: where contexts were given up, these do not tell what is meant."""
        calls, elements = self._facts.calls, self._facts.solution.engine.context
        used, of = np.unique(calls.context_of, return_inverse=True)
        is_class = [
            all(kind == "type" for kind, _, _ in elements(number)) for number in used.tolist()
        ]
        found = np.arange(len(calls), dtype=np.int64)
        left = np.flatnonzero(np.array(is_class, bool)[of])
        _, first, method = np.unique(calls.method_of[left], return_index=True, return_inverse=True)
        own = calls.method_of[left] != NOBODY
        found[left[own]] = left[first[method]][own]
        return found

    @cached_property
    def _makes_errors(self) -> NDArray[np.bool_]:
        """Whether each method is the constructor of an error of the JDK's. It may show what it is
        given; where the JDK gives it that, it is hardly ever anything of the program's."""
        program = self._facts.program
        above = program.find_class("java.lang.Throwable")
        return np.array(
            [
                it.name == "<init>"
                and it.owner.origin == "jdk"
                and above is not None
                and program.hierarchy.is_subtype(it.owner, above)
                for it in self._facts.calls.methods
            ],
            bool,
        )

    def _general_calls(self, edges: NDArray[np.int64]) -> NDArray[np.int64]:
        """Those of some calls that the program makes by a name that all collections, iterators or
        objects have, where that may mean many methods."""
        calls = self._facts.calls
        many = edges[self._meanings(edges, calls.method_of[calls.callees[edges]]) > _MANY]
        places = calls.method_of[calls.callers[many]].tolist()
        sites = list(zip(places, calls.sites[many].tolist(), strict=True))
        are_general = {site: self._is_general(*site) for site in set(sites)}
        return many[[are_general[site] for site in sites]]

    def _is_general(self, place: int, bci: int) -> bool:
        code = self._facts.calls.code(place)
        call = None if code is None else code.call_at(bci)
        if code is None or call is None or code.ops[call] != Op.INVOKE:
            return False
        return code.reference(call).owner in _GENERAL

    def _calls_of_arguments(self, thread: Thread) -> NDArray[np.int64]:
        """Calls by which a method that is called from outside runs what it was given, and what runs
        is nothing that callers from outside can have: a class that is not public, a lambda. It is
        the program that calls the method so."""
        calls = self._facts.calls
        is_root = np.zeros(len(calls), bool)
        is_root[list(thread.roots) if thread.kind == "environment" else []] = True
        edges = is_root[calls.callers] & calls.is_in_thread & calls.is_own[calls.callees]
        found = np.flatnonzero(edges)
        # A method is called in many contexts, and an instance by many: each is looked at once.
        found = found[self._are_of_arguments(found)]
        callees = calls.callees[found]
        hidden = [it for it in distinct(callees).tolist() if self._is_hidden(it)]
        return found[np.isin(callees, hidden)]

    def _are_of_arguments(self, edges: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether each of some calls is one that a method makes of one of its own arguments."""
        calls = self._facts.calls
        places = calls.method_of[calls.callers[edges]].tolist()
        sites = list(zip(places, calls.sites[edges].tolist(), strict=True))
        known = {site: self._is_of_argument(*site) for site in set(sites)}
        return np.array([known[site] for site in sites], bool)

    def _is_of_argument(self, place: int, site: int) -> bool:
        """Whether a method calls one of its own arguments."""
        code = self._facts.calls.code(place)
        call = None if code is None else code.call_at(site)
        if code is None or call is None or not code.operands(call):
            return False
        path = self._facts.values.path(code, code.operands(call)[0])
        if path.root.kind != "parameter" or path.fields:
            return False
        return code.method.is_static or path.root.key[0] > 0

    def _is_hidden(self, callee: int) -> bool:
        """Whether callers from outside have no object with such a method, nor make one."""
        calls = self._facts.calls
        code = calls.code_of(callee)
        if code is None:
            return False
        access = calls.solution.program.engine.class_access(code.method.owner.id)
        if code.method.flags & access & _PUBLIC:
            return False
        if code.method.is_static or not code.method.flags & _PUBLIC:
            return True
        objects = calls.objects(callee, code.parameters[0])
        return bool((self._facts.once.makers[objects] != NOBODY).all())

    def _meanings(self, edges: NDArray[np.int64], targets: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many targets the site of each of some calls has."""
        calls = self._facts.calls
        # As one number each.
        places = self._together[calls.callers[edges]] << 32 | calls.sites[edges].astype(np.uint32)
        _, site = np.unique(places, return_inverse=True)
        pairs = distinct(site.astype(np.int64) << 32 | targets.astype(np.uint32))
        counts = np.bincount(pairs >> 32, minlength=int(site.max(initial=-1)) + 1)
        found: NDArray[np.int64] = counts[site]
        return found
