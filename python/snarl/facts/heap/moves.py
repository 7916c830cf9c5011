"""What is put into a collection or an array out of another one, which may belong to somebody else:
`to.pages[0] = this.pages[0]`. From then on two have it, and the lock of neither guards it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.accesses import Kind
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.points_to import Solution

PUTS = (
    *("add", "addFirst", "addLast", "addElement", "insertElementAt", "push"),
    *("offer", "offerFirst", "offerLast", "put", "putIfAbsent", "set", "setElementAt"),
)
"""Methods of collections that put something into them."""


class Moves:
    """Objects that the program's own code puts from one structure into another."""

    def __init__(self, solution: Solution, calls: Calls, accesses: Accesses) -> None:
        self._solution = solution
        self._calls = calls
        self._accesses = accesses

    def is_moved(self, number: int, field: FieldKey) -> bool:
        """Whether an object may come into what a field holds out of something else."""
        return number in self._moved.get(field, ())

    @cached_property
    def _moved(self) -> dict[FieldKey, set[int]]:
        found: dict[FieldKey, set[int]] = {}
        for code, structure, value in self._puts():
            field = _field_above(code, structure)
            if field is None or not _is_taken(code, value, set()):
                continue
            if _tops(code, value, set()) <= _tops(code, structure, set()):
                continue
            objects = self._solution.numbers(code.method, value)
            found.setdefault(field, set()).update(objects.tolist())
        return found

    def _puts(self) -> Iterator[tuple[Code, int, int]]:
        """What is put where: the code, the structure and the value."""
        columns = self._accesses.lists
        stores = (np.asarray(self._accesses.kinds) == Kind.ARRAY) & self._accesses.writes
        for access in np.flatnonzero(stores).tolist():
            code, inst = self._calls.code(columns.methods[access]), columns.insts[access]
            if code is not None and code.ops[inst] == Op.ARRAY_STORE:
                yield code, code.operands(inst)[0], code.operands(inst)[2]
        for place, inst, _ in self._accesses.calls_of(PUTS):
            code = self._calls.code(place) if self._calls.is_own_method[place] else None
            if code is None or not code.reference(inst).owner.startswith("java.util."):
                continue
            structure, *values = code.operands(inst)
            yield from ((code, structure, value) for value in values[-1:])


def _origin(code: Code, value: int) -> tuple[int, int]:
    """The instruction that makes a value, and its kind; -1 if there is none."""
    made = code.definitions[code.source_of(value)]
    return made, code.ops[made] if made >= 0 else -1


def _is_step(code: Code, made: int, op: int) -> bool:
    """Whether an instruction takes a value out of its first operand."""
    if op in (Op.GET_FIELD, Op.ARRAY_LOAD):
        return True
    is_call = op == Op.INVOKE and bool(code.operands(made))
    return is_call and code.reference(made).owner.startswith("java.util.")


def _field_above(code: Code, structure: int) -> FieldKey | None:
    """The field that holds a structure, or what that is in."""
    made, op = _origin(code, structure)
    while _is_step(code, made, op):
        if op == Op.GET_FIELD:
            return code.field(made)
        made, op = _origin(code, code.operands(made)[0])
    return None


def _is_taken(code: Code, value: int, seen: set[int]) -> bool:
    """Whether a value is taken out of something, as far as is seen within the method."""
    if value in seen:
        return False
    seen.add(value)
    made, op = _origin(code, value)
    if op == Op.PHI:
        return any(_is_taken(code, it, seen) for it in code.operands(made))
    return _is_step(code, made, op)


def _tops(code: Code, value: int, seen: set[int]) -> set[int]:
    """What a value is found from, by fields, elements and contents."""
    value = code.source_of(value)
    if value in seen:
        return set()
    seen.add(value)
    made, op = _origin(code, value)
    if _is_step(code, made, op):
        return _tops(code, code.operands(made)[0], seen)
    if op == Op.PHI:
        return {top for it in code.operands(made) for top in _tops(code, it, seen)}
    return set() if op == Op.CONSTANT else {value}
