"""Settled fields: filled once, under a lock, by whoever finds them empty there.

    synchronized (Factory.class) {
        if (impl == null) {
            impl = make();
        }
    }
    return impl;

Who reads the field behind the lock comes after the one write, as if the lock were still held: there
is no other write, and nothing empties the field again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from snarl.facts.code import makes_its_receiver
from snarl.facts.code.constants import comparison
from snarl.facts.code.values import stores_null
from snarl.facts.locks.words import NOTHING, Held, is_real
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.locks.within import Within

_LOADS = (int(Op.GET_FIELD), int(Op.GET_STATIC))
_MONITOR_ENTER = int(Op.MONITOR_ENTER)
_DEEPEST = 3
"""Methods that may make a value, one for the other."""


class _Fill(NamedTuple):
    """How a method fills a field under a lock."""

    store: int
    base: int | None
    locks: Held
    filled: frozenset[tuple[int, int]]
    """The way between blocks on which it was found filled."""


class Settled:
    """What is read behind the lock under which it was filled for good."""

    def __init__(self, calls: Calls, accesses: Accesses, within: Within) -> None:
        self._calls = calls
        self._accesses = accesses
        self._within = within
        self._fills: dict[tuple[int, FieldKey], _Fill | None] = {}

    def locks(self, code: Code, load: int) -> Held:
        """The locks that are as good as held where a method reads a field."""
        if code.ops[load] not in _LOADS or not code.having(_MONITOR_ENTER):
            return NOTHING
        field = code.field(load)
        if field is None:
            return NOTHING
        key = (code.place, field)
        if key not in self._fills:
            self._fills[key] = self._find(code, field)
        fill = self._fills[key]
        if fill is None or fill.base != _base(code, load):
            return NOTHING
        is_passed_by = code.may_begin_without(load, fill.store, fill.filled)
        return NOTHING if is_passed_by else fill.locks

    def _find(self, code: Code, field: FieldKey) -> _Fill | None:
        """How a method fills a field, if nobody else writes it."""
        enters = code.having(_MONITOR_ENTER)
        writes = [it for it in self._accesses.written_fields[field] if not self._empties(*it)]
        if len(writes) != 1 or writes[0][0] != code.place or len(enters) != 1:
            return None
        store = writes[0][1]
        value = code.operands(store)[-1]
        if code.is_in_loop(enters[0]) or not self._is_something(code, value, _DEEPEST):
            return None
        found = [it for it in self._checks(code, field, store) if it.locks]
        return found[0] if len(found) == 1 else None

    def _empties(self, place: int, inst: int) -> bool:
        """Whether an instruction says that a field of something new is empty."""
        code = self._calls.code(place)
        if code is None or not stores_null(code, inst):
            return False
        return code.method.name == "<clinit>" or (
            makes_its_receiver(code.method) and code.operands(inst)[0] == code.parameters[0]
        )

    def _checks(self, code: Code, field: FieldKey, store: int) -> Iterator[_Fill]:
        """Where a method asks, under a lock, whether a field is empty, and fills it only then."""
        for branch, op in enumerate(code.ops):
            asked = comparison(code, branch) if op == Op.IF else None
            made = -1 if asked is None else code.definitions[asked.value]
            if asked is None or made < 0 or code.ops[made] not in _LOADS:
                continue
            if code.field(made) != field or _base(code, made) != _base(code, store):
                continue
            block = code.block_of[branch]
            ways = [(it, asked.at(position)) for position, it in enumerate(code.successors[block])]
            empty = frozenset((block, it) for it, told in ways if told.holds(None))
            filled = frozenset((block, it) for it, told in ways if not told.holds(None))
            if len(empty) == len(filled) == 1 and not code.may_begin_without(store, -1, empty):
                yield _Fill(store, _base(code, store), self._held(code, made, store), filled)

    def _held(self, code: Code, *insts: int) -> Held:
        """The monitors that are held at all of some instructions."""
        held = frozenset.intersection(*(self._within.at(code.place, it) for it in insts))
        return frozenset(it for it in held if is_real(it) and it.is_monitor)

    def _is_something(self, code: Code, value: int, depth: int) -> bool:
        """Whether a value is not null, as far as methods of the program say."""
        made = code.definitions[code.source_of(value)]
        op = code.ops[made] if made >= 0 else -1
        if op in (Op.CONSTANT, Op.PHI) or not depth:
            return False
        if op != Op.INVOKE:
            return op == Op.NEW
        callees = self._calls.methods_called(code.place, code.bcis[made])
        return bool(callees) and all(self._gives_something(it, depth - 1) for it in callees)

    def _gives_something(self, place: int, depth: int) -> bool:
        if place >= len(self._calls.methods) or not self._calls.is_own_method[place]:
            return True
        code = self._calls.code(place)
        if code is None:
            return False
        ends = [code.operands(inst) for inst, op in enumerate(code.ops) if op == Op.RETURN]
        return all(it and self._is_something(code, it[0], depth) for it in ends)


def _base(code: Code, inst: int) -> int | None:
    """The object whose field is accessed; None for a static one."""
    is_static = code.ops[inst] in (Op.GET_STATIC, Op.PUT_STATIC)
    return None if is_static else code.source_of(code.operands(inst)[0])
