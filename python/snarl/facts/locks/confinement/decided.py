"""Decided fields: written only until a flag is set for good, under the lock that guards the flag.

    synchronized (this) { if (done) return; value = it; done = true; }
    …
    synchronized (this) { if (!done) return null; }
    return value;

Whoever has seen the flag under the lock comes after all writes: there are no more to come. What he
reads then is as good as locked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snarl.facts.code import makes_its_receiver
from snarl.facts.code.constants import comparison, constants
from snarl.facts.code.values import Root
from snarl.facts.locks.words import NOTHING, Held, Lock, is_real
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.locks.within import Within

_GET_FIELD, _PUT_FIELD, _IF = int(Op.GET_FIELD), int(Op.PUT_FIELD), int(Op.IF)
_MONITOR_ENTER = int(Op.MONITOR_ENTER)
_OF_OBJECTS = (_GET_FIELD, _PUT_FIELD)
_WAITS = frozenset(("wait", "await", "awaitNanos", "awaitUntil", "awaitUninterruptibly"))
_LEAVES = (int(Op.MONITOR_EXIT), int(Op.RETURN), int(Op.THROW))
_UNSET = (0, None)

Edges = frozenset[tuple[int, int]]


class Decided:
    """What is read by whoever has seen that it does not change any more."""

    def __init__(self, calls: Calls, accesses: Accesses, within: Within) -> None:
        self._calls = calls
        self._accesses = accesses
        self._within = within
        self._known_looks: dict[int, list[tuple[FieldKey, Lock, Edges]]] = {}
        self._known: dict[tuple[FieldKey, FieldKey, Lock], bool] = {}

    def locks(self, code: Code, load: int) -> Held:
        """The locks that are as good as held where a method reads a field of its object."""
        if code.ops[load] != _GET_FIELD or not self._looks(code) or not _is_this(code, load):
            return NOTHING
        field = code.field(load)
        if field is None:
            return NOTHING
        return frozenset(
            lock
            for flag, lock, seen in self._looks(code)
            if flag != field
            and not code.may_begin_without(load, -1, seen)
            and self._is_decided(field, flag, lock)
        )

    def _looks(self, code: Code) -> list[tuple[FieldKey, Lock, Edges]]:
        """Where a method finds under a lock that a flag of its object is set."""
        if code.place not in self._known_looks:
            self._known_looks[code.place] = self._find_looks(code)
        return self._known_looks[code.place]

    def _find_looks(self, code: Code) -> list[tuple[FieldKey, Lock, Edges]]:
        found: dict[tuple[FieldKey, Lock], Edges] = {}
        if not self._within.holds_any(code.place):
            return []
        for flag, look, edges in _asks(code, is_set=True):
            for lock in self._held(code, look):
                key = (flag, lock)
                found[key] = found.get(key, frozenset()) | edges
        return [(flag, lock, edges) for (flag, lock), edges in found.items()]

    def _held(self, code: Code, inst: int) -> Held:
        """The locks of its object that a method holds."""
        return frozenset(
            it._replace(depth=0)
            for it in self._within.at(code.place, inst)
            if is_real(it)
            and it.mode == "exclusive"
            and it.root == Root("parameter", (0,))
            and not it.up
        )

    def _is_decided(self, field: FieldKey, flag: FieldKey, lock: Lock) -> bool:
        key = (field, flag, lock)
        if key not in self._known:
            self._known[key] = all(
                self._is_before(place, store, flag, lock) for place, store in self._writes(field)
            ) and all(self._sets(place, store, lock) for place, store in self._writes(flag))
        return self._known[key]

    def _writes(self, field: FieldKey) -> Iterator[tuple[int, int]]:
        """The writes of a field but for those to what is being made."""
        for place, store in self._accesses.written_fields.get(field, ()):
            code = self._calls.code(place)
            is_made = code is not None and makes_its_receiver(code.method) and _is_this(code, store)
            if not is_made:
                yield place, store

    def _sets(self, place: int, store: int, lock: Lock) -> bool:
        """Whether a write sets a flag for good, under a lock."""
        code = self._calls.code(place)
        if code is None or not _is_this(code, store) or lock not in self._held(code, store):
            return False
        stored = constants(code, code.operands(store)[-1])
        return stored is not None and stored.isdisjoint(_UNSET)

    def _is_before(self, place: int, store: int, flag: FieldKey, lock: Lock) -> bool:
        """Whether a write comes only where a flag is not set, which it is once the lock is given
        back."""
        code = self._calls.code(place)
        if code is None or not _is_this(code, store) or lock not in self._held(code, store):
            return False
        unset = frozenset[tuple[int, int]]().union(
            *(
                edges
                for asked, look, edges in _asks(code, is_set=False)
                if asked == flag and lock in self._held(code, look)
            )
        )
        if code.may_begin_without(store, -1, unset) or not self._is_one_section(code, store):
            return False
        return any(self._comes_with(code, store, at, lock) for at in _stores(code, flag))

    def _comes_with(self, code: Code, store: int, sets: int, lock: Lock) -> bool:
        """Whether a write never leaves the lock without a flag being set."""
        if lock not in self._held(code, sets) or not self._is_one_section(code, sets):
            return False
        if not code.may_begin_without(store, sets):
            return True
        ends = (it for op in _LEAVES for it in code.having(op))
        return not any(code.may_follow_without(store, it, sets) for it in ends)

    def _is_one_section(self, code: Code, inst: int) -> bool:
        """Whether a lock that is held at an instruction was taken once, and never given back
        before, nor by whom the method calls."""
        enters = code.having(_MONITOR_ENTER)
        if len(enters) > 1 or any(map(code.is_in_loop, enters)):
            return False
        return not any(
            code.may_follow(it, inst)
            for it, op in enumerate(code.ops)
            if op == Op.MONITOR_EXIT or (op == Op.INVOKE and self._may_give_back(code, it))
        )

    def _may_give_back(self, code: Code, call: int) -> bool:
        if _gives_back(code, call):
            return True
        for place in self._calls.methods_called(code.place, code.bcis[call]):
            is_own = place < len(self._calls.methods) and self._calls.is_own_method[place]
            there = self._calls.code(place) if is_own else None
            if there is not None and any(_gives_back(there, it) for it in range(len(there))):
                return True
        return False


def _asks(code: Code, *, is_set: bool) -> Iterator[tuple[FieldKey, int, Edges]]:
    """Where a method asks for a flag of its object: the field, the instruction that reads it, and
    the ways that it goes if it is set, or if it is not."""
    for branch in code.having(_IF):
        asked = comparison(code, branch)
        look = -1 if asked is None else code.definitions[asked.value]
        if asked is None or look < 0 or code.ops[look] != _GET_FIELD or not _is_this(code, look):
            continue
        field, block = code.field(look), code.block_of[branch]
        if field is None or asked.with_ not in _UNSET or asked.sign > 1:
            continue
        edges = frozenset(
            (block, it)
            for position, it in enumerate(code.successors[block])
            if asked.at(position).holds(asked.with_) != is_set
        )
        yield field, look, edges


def _stores(code: Code, field: FieldKey) -> list[int]:
    return [it for it in code.having(_PUT_FIELD) if code.field(it) == field]


def _gives_back(code: Code, inst: int) -> bool:
    """Whether a call gives a lock back, at least for a while."""
    if code.ops[inst] != Op.INVOKE:
        return False
    name = code.reference(inst).name
    return name in _WAITS or name.startswith("unlock")


def _is_this(code: Code, inst: int) -> bool:
    if code.ops[inst] not in _OF_OBJECTS or code.method.is_static:
        return False
    return code.source_of(code.operands(inst)[0]) == code.parameters[0]
