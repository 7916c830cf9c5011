"""Which accesses cannot be part of a race, though threads share what they access.

A second reason to leave an access out, beside `maybeShared()`: of all accesses to a location, each
pair of which one writes is kept apart by what is proved here,

- one thread makes both, of which there is one;
- one is made before the thread of the other is started, or when it has surely ended (`joined`);
- both hold one lock, which their methods take themselves; of an array that belongs to one object
  (`owned`), a lock that is found from its owner;
- one is made by the constructor of the object, which tells nobody of it. Others come to know it
  through something that is proved to be free of races as well, or that the JDK hands over in
  order (`silent`, `handed`).

What checkers believe because programs mean it so (flags, latches, owners, promises) is no proof.
Where there is code that nobody can see, nothing is proved. A location stays as a whole: if one pair
may race, all of its accesses are looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from snarl.facts.accesses import STATIC_ROW, Kind
from snarl.facts.calls.reach import ENTRY, Kills
from snarl.facts.locks import Guard
from snarl.points_to import EdgeKind
from snarl.program import Op
from snarl.program.model import Access as Flag
from snarl.weave.handed import Handed
from snarl.weave.joined import Joined
from snarl.weave.owned import Owned
from snarl.weave.silent import Silent

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts import Facts
    from snarl.facts.calls.reach import Reach
    from snarl.facts.threads import Thread
    from snarl.weave.sharing import MethodKey, Sharing

_PLAIN = frozenset(
    int(op)
    for op in (
        Op.GET_FIELD,
        Op.PUT_FIELD,
        Op.GET_STATIC,
        Op.PUT_STATIC,
        Op.ARRAY_LOAD,
        Op.ARRAY_STORE,
    )
)
_STORES = frozenset(int(op) for op in (Op.PUT_FIELD, Op.PUT_STATIC, Op.ARRAY_STORE))
_STATICS = -1
"""In place of an object: the class whose static field it is."""
_MOST_CLASSES = 500
"""Of the accesses to one location; with more of them, it is not worth while to compare them."""
_UNORDERED = ("Plain", "Opaque", "lazySet")
"""In the names of methods that hand things over without telling what was done before."""


class _When(NamedTuple):
    """What decides whether an access may race with others."""

    thread: Thread | None
    """None if it is not known."""
    beside: frozenset[int]
    """The threads that it has started, and that may still run."""
    guards: frozenset[Guard]
    is_write: bool
    is_fresh: bool
    """Whether a constructor makes it, to what it constructs, or an initializer to its class."""


class Racing:
    """What is left out because it cannot race."""

    def __init__(self, sharing: Sharing) -> None:
        self._sharing = sharing
        self._facts: Facts = sharing.facts
        self._accesses = self._facts.accesses
        self._calls = self._facts.calls
        self._joined = Joined(self._calls, self._facts.threads)
        self._silent = Silent(self._calls, self._facts.leaking)
        self._owned = Owned(self._calls, self._accesses, self._is_all_in_sight)
        self._lives: dict[tuple[int, int], tuple[Reach, Kills]] = {}
        self._whens: dict[int, tuple[_When, ...]] = {}
        self._own_threads: dict[int, bool] = {}

    @cached_property
    def left_out(self) -> dict[MethodKey, frozenset[int]]:
        """The bytecode offsets of accesses that surely are part of no race, by method."""
        if not self._sharing.is_all_known or not self._is_closed:
            return {}
        accesses = self._accesses
        keys = accesses.methods << 16 | accesses.bcis
        kept = np.unique(keys[~self._is_plain | self._survives()])
        found: dict[int, list[int]] = {}
        for key in np.setdiff1d(keys, kept).tolist():
            found.setdefault(key >> 16, []).append(key & 0xFFFF)
        methods = self._calls.methods
        return {
            (methods[place].owner.id, methods[place].index): frozenset(offsets)
            for place, offsets in found.items()
        }

    @property
    def _is_closed(self) -> bool:
        """Whether one main method is all that is called from outside."""
        kinds = [it.kind for it in self._facts.threads.all]
        return kinds.count("main") == 1 and set(kinds) <= {"main", "spawn"}

    # Accesses

    @cached_property
    def _is_plain(self) -> NDArray[np.bool_]:
        """Whether each access is an instruction that may be left out. Who reads a static field
        learns of what its class's initializer did; that must not get lost."""
        accesses, columns = self._accesses, self._accesses.lists
        found = np.zeros(len(accesses), bool)
        for access in range(len(accesses)):
            code = self._calls.code(columns.methods[access])
            found[access] = code is not None and code.ops[columns.insts[access]] in _PLAIN
        found &= ~accesses.atomic & self._sharing.has_code[accesses.methods]
        is_static = accesses.kinds == Kind.STATIC
        initialized = np.array([self._has_initializer(it) for it in range(len(accesses.fields))])
        result: NDArray[np.bool_] = found & ~(is_static & initialized[accesses.groups])
        return result

    def _has_initializer(self, group: int) -> bool:
        owner = self._accesses.owner_class(group)
        return owner is not None and any(it.name == "<clinit>" for it in owner.methods)

    def _survives(self) -> NDArray[np.bool_]:
        """Whether each access may be part of a race. What comes to others through one that may is
        not safe in its constructor: until nothing new is found."""
        nothing = np.zeros(len(self._sharing.known), bool)
        unsafe, survives = nothing, self._pairs(nothing)
        while True:
            found = self._told_by(survives)
            if (found <= unsafe).all():
                return survives | self._orders(unsafe)
            unsafe = unsafe | found
            survives = self._pairs(unsafe)

    def _told_by(self, survives: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The objects that may come to others by some accesses."""
        if self._hands_over_unordered:
            return np.ones(len(self._sharing.known), bool)
        accesses = self._accesses
        roots = [self._handed]
        for occurrence in np.flatnonzero(survives[accesses.of]).tolist():
            access, instance = int(accesses.of[occurrence]), int(accesses.instances[occurrence])
            inst = accesses.lists.insts[access]
            code = self._calls.code(accesses.lists.methods[access])
            if code is not None and code.ops[inst] in _PLAIN:
                if code.ops[inst] in _STORES:
                    roots.append(self._calls.objects(instance, code.operands(inst)[-1]))
            elif code is not None:
                roots += [self._calls.objects(instance, it) for it in code.operands(inst)]
        return self._reachable(np.concatenate(roots))

    def _reachable(self, roots: NDArray[np.uint32]) -> NDArray[np.bool_]:
        nothing = np.zeros(0, np.uint32)
        return self._facts.solution.engine.reachable(np.unique(roots).astype(np.uint32), nothing)

    @cached_property
    def _handed(self) -> NDArray[np.uint32]:
        """What comes to others through the JDK, without any order."""
        return Handed(self._facts.solution, self._calls, self._sharing.known).over()

    @cached_property
    def _hands_over_unordered(self) -> bool:
        """Whether something is called that hands over without order."""
        calls = self._calls
        own = np.unique(calls.method_of[calls.callees[calls.is_own[calls.callers]]])
        return any(
            any(word in calls.methods[place].name for word in _UNORDERED)
            for place in own.tolist()
            if place < len(calls.methods)
        )

    def _orders(self, unsafe: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Final fields of objects that may come to others unsafely: who reads one learns what the
        constructor did, and that must not get lost."""
        accesses = self._accesses
        is_final = [it is not None and bool(it.flags & Flag.FINAL) for it in accesses.fields]
        kept = np.zeros(len(accesses), bool)
        chosen = np.array(is_final, bool)[accesses.groups[accesses.of]]
        for occurrence in np.flatnonzero(chosen & (accesses.rows != STATIC_ROW)).tolist():
            touched = accesses.sets[int(accesses.rows[occurrence])]
            kept[accesses.of[occurrence]] |= bool(unsafe[touched].any())
        return kept

    # Pairs

    def _pairs(self, unsafe: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Whether each access is of a location that two accesses may race on."""
        accesses = self._accesses
        found = np.zeros(len(accesses), bool)
        is_owned = self._is_of_safe_owner(unsafe)[accesses.of]
        groups = np.where(is_owned, -1, accesses.groups[accesses.of])
        for group in np.unique(groups[groups >= 0]).tolist():
            occurrences = np.flatnonzero(groups == group)
            if not self._is_all_in_sight(group):
                found[accesses.of[occurrences]] = True
                continue
            for chosen, numbers in self._by_object(occurrences):
                is_safe = not unsafe[[it for it in numbers if it != _STATICS]].any()
                if not numbers or self._may_race(chosen, numbers, is_safe):
                    found[accesses.of[list(chosen)]] = True
        return found

    def _is_of_safe_owner(self, unsafe: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Whether each access is of arrays that belong to one object each, and cannot race."""
        accesses = self._accesses
        safe = np.zeros(len(accesses), bool)
        rows: dict[int, list[int]] = {}
        for access in range(len(accesses)):
            owner = self._owned.owner(access)
            if owner is not None:
                rows.setdefault(owner[0], []).append(access)
        for chosen in rows.values():
            occurrences = np.flatnonzero(np.isin(accesses.of, chosen)).tolist()
            owners = self._owners(occurrences)
            is_safe = not unsafe[owners].any()
            safe[chosen] = bool(owners) and not self._may_race(occurrences, owners, is_safe)
        return safe

    def _owners(self, occurrences: list[int]) -> list[int]:
        """The objects that own the arrays of some accesses."""
        found: set[int] = set()
        for occurrence in occurrences:
            owner = self._owned.owner(int(self._accesses.of[occurrence]))
            if owner is not None:
                instance = int(self._accesses.instances[occurrence])
                found.update(self._calls.objects(instance, owner[1]).tolist())
        return sorted(found)

    def _is_all_in_sight(self, group: int) -> bool:
        """Whether all accesses to a field are known, or it is no field."""
        field = self._accesses.fields[group]
        return field is None or (field.owner.id, field.index) not in self._sharing.fields_elsewhere

    def _by_object(
        self, occurrences: NDArray[np.int64]
    ) -> Iterator[tuple[tuple[int, ...], list[int]]]:
        """Occurrences that may touch the same objects, with these; those of nothing that is known,
        with none."""
        accesses = self._accesses
        places_of: dict[int, list[int]] = {}
        of_nothing: list[int] = []
        for occurrence in occurrences.tolist():
            row = int(accesses.rows[occurrence])
            numbers = [_STATICS] if row == STATIC_ROW else accesses.sets[row].tolist()
            for number in numbers:
                places_of.setdefault(number, []).append(occurrence)
            if not numbers:
                of_nothing.append(occurrence)
        alike: dict[tuple[int, ...], list[int]] = {}
        for number, places in places_of.items():
            if number == _STATICS or self._sharing.known[number]:
                alike.setdefault(tuple(places), []).append(number)
        if of_nothing:
            yield tuple(of_nothing), []
        yield from alike.items()

    def _may_race(self, occurrences: Iterable[int], numbers: list[int], is_safe: bool) -> bool:
        """Whether two of some accesses to the same objects may race."""
        whens = {it for occurrence in occurrences for it in self._whens_of(occurrence)}
        if not any(it.is_write for it in whens):
            return False
        if not self._sharing.is_all_seen[numbers].all() or len(whens) > _MOST_CLASSES:
            return True
        return any(
            (one.is_write or two.is_write)
            and not (is_safe and (one.is_fresh or two.is_fresh))
            and self._may_run_beside(one, two)
            and not any(mine.excludes(other) for mine in one.guards for other in two.guards)
            for one, two in combinations_with_replacement(whens, 2)
        )

    def _whens_of(self, occurrence: int) -> tuple[_When, ...]:
        """By whom and when an access is made."""
        if occurrence not in self._whens:
            accesses, columns = self._accesses, self._accesses.lists
            access, instance = int(accesses.of[occurrence]), int(accesses.instances[occurrence])
            inst = columns.insts[access]
            threads: list[Thread | None] = [*self._facts.threads.of(instance)]
            if self._is_of_others[instance] or not threads:
                threads = [None]
            owner = self._owned.owner(access)
            base: int | None = columns.bases[access] if owner is None else owner[1]
            if columns.kinds[access] == Kind.STATIC:
                base = None
            guards = self._facts.locks.own_guards(columns.methods[access], inst, base)
            self._whens[occurrence] = tuple(
                _When(
                    thread,
                    frozenset() if thread is None else self._beside(thread, instance, inst),
                    guards,
                    columns.writes[access],
                    self._is_fresh(access),
                )
                for thread in threads
            )
        return self._whens[occurrence]

    def _is_fresh(self, access: int) -> bool:
        """Whether an access is to what a constructor makes, and tells nobody of; or to a static
        field by the initializer of its class, for which all others wait."""
        columns = self._accesses.lists
        place = columns.methods[access]
        code = self._calls.code(place)
        if code is not None and code.method.name == "<clinit>":
            owner = self._accesses.owner_class(int(self._accesses.groups[access]))
            return columns.kinds[access] == Kind.STATIC and owner == code.method.owner
        return (
            code is not None
            and code.method.name == "<init>"
            and self._owner_or_base(access) == code.parameters[0]
            and self._silent.is_kept(place, 0)
        )

    def _owner_or_base(self, access: int) -> int | None:
        """The value that an access is to, or to whose array it is."""
        owner = self._owned.owner(access)
        if owner is not None:
            return owner[1]
        columns = self._accesses.lists
        return columns.bases[access] if columns.kinds[access] == Kind.FIELD else None

    # Threads

    @cached_property
    def _is_of_others(self) -> NDArray[np.bool_]:
        """Whether threads may run each instance that are not among those of the program."""
        calls, threads = self._calls, self._facts.threads
        roots = {root for it in threads.all for root in it.roots}
        spawned = np.unique(calls.callees[calls.kinds == EdgeKind.SPAWN]).tolist()
        starts = {*spawned, *calls.outside.tolist()} - roots
        others = sorted(it for it in starts if threads.reaches_own[it])
        if not others:
            return np.zeros(len(calls), bool)
        return calls.in_thread.reachable(others)

    def _beside(self, thread: Thread, instance: int, inst: int) -> frozenset[int]:
        """The threads that a thread has started, and that may still run at an instruction."""
        return frozenset(
            child.number
            for child in self._facts.threads.all
            if child != thread
            and thread in self._facts.ordering.lifetimes.ancestors(child)
            and self._may_live(thread, child, instance, inst)
        )

    def _may_live(self, parent: Thread, child: Thread, instance: int, inst: int) -> bool:
        key = (parent.number, child.number)
        if key not in self._lives:
            self._lives[key] = self._life(parent, child)
        reach, ends = self._lives[key]
        code = self._calls.code_of(instance)
        block = -1 if code is None else code.block_of[inst]
        return reach.at(instance, inst) or (instance, block) in ends.blocks

    def _life(self, parent: Thread, child: Thread) -> tuple[Reach, Kills]:
        """What a thread may run while a child lives, and the joins that end that. If it may come to
        the start once more, it joins the last one alone."""
        after_start, is_caught = self._facts.ordering.lifetimes.after_start, self._joined.is_caught
        ends = self._joined.ends(parent, child)
        reach = after_start(parent, child, ends, is_caught)
        if any((instance, ENTRY) in reach.seen for instance, _ in ends.points | ends.blocks):
            ends = Kills()
            reach = after_start(parent, child, ends, is_caught)
        return reach, ends

    def _may_run_beside(self, one: _When, two: _When) -> bool:
        """Whether accesses may be made at the same time."""
        if one.thread is None or two.thread is None:
            return True
        if one.thread == two.thread:
            return not self._is_one(one.thread)
        ancestors = self._facts.ordering.lifetimes.ancestors
        if two.thread in ancestors(one.thread):
            return not self._is_one(two.thread) or one.thread.number in two.beside
        if one.thread in ancestors(two.thread):
            return not self._is_one(one.thread) or two.thread.number in one.beside
        return True

    def _is_one(self, thread: Thread) -> bool:
        if thread.number not in self._own_threads:
            self._own_threads[thread.number] = self._sharing.is_one(thread)
        return self._own_threads[thread.number]
