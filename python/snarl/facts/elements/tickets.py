"""Tickets: atomics that give each who asks another number.

    int mine = next.getAndIncrement();
    results[mine] = work();

Nobody else works on this element.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.code.values import Values

_ATOMICS = ("java.util.concurrent.atomic.AtomicInteger", "java.util.concurrent.atomic.AtomicLong")
_TICKETS = frozenset(("getAndIncrement", "incrementAndGet", "getAndDecrement", "decrementAndGet"))
_RESETS = frozenset(
    (
        *("set", "lazySet", "setPlain", "setOpaque", "setRelease", "setVolatile", "getAndSet"),
        *("compareAndSet", "weakCompareAndSet", "weakCompareAndSetPlain", "getAndAdd", "addAndGet"),
        *("getAndUpdate", "updateAndGet", "getAndAccumulate", "accumulateAndGet"),
    )
)
"""Methods of atomics after which a number may be given once more."""


class Tickets:
    """Which calls give numbers that nobody else has."""

    def __init__(self, calls: Calls, accesses: Accesses, values: Values) -> None:
        self._calls = calls
        self._accesses = accesses
        self._values = values
        self._known: dict[FieldKey, bool] = {}

    def field(self, code: Code, call: int, array: FieldKey | None) -> FieldKey | None:
        """The field of the atomic that a call asks for the index of an array; None if another call
        may be given the same number."""
        named = code.reference(call)
        if named.owner not in _ATOMICS or named.name not in _TICKETS:
            return None
        field = field_read(code, code.operands(call)[0])
        return field if field is not None and self._is_counting(field, array) else None

    def _is_counting(self, field: FieldKey, array: FieldKey | None) -> bool:
        """Whether a field always has one atomic, which counts and is never set: a static field, or
        one of the object that has made an array, which another field of it always has."""
        if field not in self._known:
            self._known[field] = self._values.is_stable(field) and self._is_never_reset(field)
        if not self._known[field] or self._accesses.program.field(*field).is_static:
            return self._known[field]
        return array is not None and array[0] == field[0] and self._is_made_there(array)

    def _is_made_there(self, array: FieldKey) -> bool:
        """Whether a field always has one array, which was made for it."""
        writes = self._accesses.written_fields.get(array, ())
        return self._values.is_stable(array) and all(
            (code := self._calls.code(place)) is not None
            and code.ops[code.definitions[code.source_of(code.operands(store)[-1])]]
            in (Op.NEW_ARRAY, Op.NEW_MULTI_ARRAY)
            for place, store in writes
        )

    def _is_never_reset(self, field: FieldKey) -> bool:
        calls = self._accesses.calls_of(_RESETS | _TICKETS)
        ways = set()
        for place, inst, _ in calls:
            code = self._calls.code(place)
            if code is None or code.reference(inst).owner not in _ATOMICS:
                continue
            if field_read(code, code.operands(inst)[0]) == field:
                ways.add(code.reference(inst).name)
        return len(ways) == 1 and ways <= _TICKETS


def field_read(code: Code, value: int) -> FieldKey | None:
    """The field that a value was read from."""
    made = code.definitions[code.source_of(value)]
    if made < 0 or code.ops[made] not in (Op.GET_FIELD, Op.GET_STATIC):
        return None
    return code.field(made)
