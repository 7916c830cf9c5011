"""Buffers: arrays out of which a method takes something, under a lock, that nobody takes again.

    Item item = items[head];
    items[head] = null;                  nothing is left there
    …
    return items[--size];                or it lies behind the end
    …
    head = (head + 1) % items.length;
    count--;                             or the next one is another one, and there is one less

Who only goes on to the next one takes nothing: all come round to it again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.code.branches import ways_of_null
from snarl.facts.code.constants import number
from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.code.values import Values

_GET, _PUT = (Op.GET_FIELD, Op.GET_STATIC), (Op.PUT_FIELD, Op.PUT_STATIC)
_RELEASES = ("unlock", "unlockWrite", "release", "await", "wait")


class Buffers:
    """Finds what methods take out of arrays."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._known: dict[tuple[int, int], bool] = {}

    def takes(self, code: Code, load: int) -> bool:
        """Whether what a method reads out of an array is not there any more when it gives back the
        lock that it holds."""
        key = (code.place, load)
        if key not in self._known:
            self._known[key] = self._empties(code, load)
        return self._known[key]

    def _empties(self, code: Code, load: int) -> bool:
        array, index = code.operands(load)[:2]
        if _read(code, array) is None:
            return False
        return (
            self._is_cleared(code, load, array, index)
            or self._is_cut_off(code, load, index)
            or self._is_passed(code, load, index)
        )

    def _is_cleared(self, code: Code, load: int, array: int, index: int) -> bool:
        """Whether null is stored in its place."""
        return any(
            code.ops[store] == Op.ARRAY_STORE
            and self._is_same(code, code.operands(store)[0], array)
            and self._is_same(code, code.operands(store)[1], index)
            and _is_null(code, code.operands(store)[2])
            and _always_follows(code, load, store, ways_of_null(code, code.results[load]))
            for store in range(len(code))
        )

    def _is_cut_off(self, code: Code, load: int, index: int) -> bool:
        """Whether its index is one less than the size was, and is the size now."""
        counted = _counted_off(code, index)
        return counted is not None and any(
            code.ops[put] in _PUT
            and code.field(put) == counted
            and code.source_of(code.operands(put)[-1]) == code.source_of(index)
            and (_always_follows(code, load, put) or _stays_locked(code, put, load))
            for put in range(len(code))
        )

    def _is_passed(self, code: Code, load: int, index: int) -> bool:
        """Whether its index is that of another one now, and there is one less."""
        at = _read(code, index)
        puts = [it for it in range(len(code)) if code.ops[it] in _PUT]
        is_next = at is not None and any(
            code.field(put) == at and _always_follows(code, load, put) for put in puts
        )
        return is_next and any(
            code.field(put) != at
            and _counted_off(code, code.operands(put)[-1]) == code.field(put)
            and (_always_follows(code, load, put) or _stays_locked(code, put, load))
            for put in puts
        )

    def _is_same(self, code: Code, one: int, two: int) -> bool:
        """Whether two values are one, or were read from one field of one object."""
        if code.source_of(one) == code.source_of(two):
            return True
        field = _read(code, one)
        if field is None or field != _read(code, two):
            return False
        bases = [code.operands(code.definitions[code.source_of(it)]) for it in (one, two)]
        if not bases[0] or not bases[1]:
            return True
        return self._values.path(code, bases[0][0]) == self._values.path(code, bases[1][0])


def _read(code: Code, value: int) -> FieldKey | None:
    """The field that a value was read from."""
    made = code.definitions[code.source_of(value)]
    return code.field(made) if made >= 0 and code.ops[made] in _GET else None


def _counted_off(code: Code, value: int) -> FieldKey | None:
    """The field whose value, less one, this is."""
    made = code.definitions[code.source_of(value)]
    if made < 0 or code.ops[made] != Op.BINARY:
        return None
    first, second = code.operands(made)
    step = (Instruction(code.body, made).operator, number(code, second))
    return _read(code, first) if step in (("-", 1), ("+", -1)) else None


def _is_null(code: Code, value: int) -> bool:
    made = code.definitions[code.source_of(value)]
    return (
        made >= 0 and code.ops[made] == Op.CONSTANT and Instruction(code.body, made).literal is None
    )


def _always_follows(
    code: Code, first: int, second: int, closed: frozenset[tuple[int, int]] = frozenset()
) -> bool:
    """Whether an instruction runs after another one whenever the method returns, before a lock is
    given back, if control does not go on some ways."""
    ends = [inst for inst, op in enumerate(code.ops) if op == Op.RETURN]
    return not any(
        code.may_follow_without(first, it, second, closed) for it in ends
    ) and _stays_locked(code, first, second)


def _stays_locked(code: Code, first: int, second: int) -> bool:
    """Whether an instruction can follow another one, and no lock is given back between them."""
    return code.may_follow(first, second) and not any(
        code.may_follow_without(first, inst, second)
        and code.may_follow_without(inst, second, first)
        for inst, op in enumerate(code.ops)
        if op == Op.MONITOR_EXIT or (op == Op.INVOKE and code.reference(inst).name in _RELEASES)
    )
