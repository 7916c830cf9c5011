"""Neighbours: elements beyond the range that a loop goes through.

    for (int i = from; i < to; i++) {
        if (a[i] > a[i + 1]) { int old = a[i]; a[i] = a[i + 1]; a[i + 1] = old; }
    }

Who works on a part of an array in place reaches into the next part where the index is the neighbour
of the counter, and the loop does not end one before. Where what is read is another array than the
one that is written, others' elements are read only: that is how it should be, from step to step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.code.constants import number
from snarl.facts.code.loops import step_of
from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snarl.facts.code import Code
    from snarl.facts.code.values import Values

_BOUNDS = frozenset((Op.PARAMETER, Op.GET_FIELD, Op.GET_STATIC, Op.BINARY))
"""What may be the end of a part: not a constant, nor the end of an array, nor what is chosen."""


def reaches_beyond(values: Values, code: Code, inst: int) -> bool:
    """Whether an access to an element reaches beyond the range of its loop, in an array that is
    changed in place."""
    array, index = code.operands(inst)[:2]
    found = _offset(code, index)
    if found is None:
        return False
    variable, offset = found
    first = _begin(code, variable)
    if first is None or _asks_for_neighbour(code, variable):
        return False
    ends = list(_ends(code, variable))
    if len(ends) != 1 or not _is_bound(code, ends[0]):
        return False
    if offset < 0 and not _is_bound(code, first):
        return False
    return _is_changed(values, code, array)


def _offset(code: Code, index: int) -> tuple[int, int] | None:
    """The variable to which an index adds a number, and that number; None if it does not."""
    made = code.definitions[code.source_of(index)]
    if made < 0 or code.ops[made] != Op.BINARY:
        return None
    one, other = code.operands(made)
    added, operator = number(code, other), Instruction(code.body, made).operator
    if not added or operator not in ("+", "-"):
        return None
    return code.source_of(one), added if operator == "+" else -added


def _begin(code: Code, variable: int) -> int | None:
    """Where a variable that counts one by one begins."""
    phi = code.definitions[variable]
    if phi < 0 or code.ops[phi] != Op.PHI or len(code.operands(phi)) != 2:
        return None
    first, last = code.operands(phi)
    for begin, next_ in ((first, last), (last, first)):
        if step_of(code, next_, code.results[phi]) == 1:
            return begin
    return None


def _asks_for_neighbour(code: Code, variable: int) -> bool:
    """Whether a branch asks for the neighbour of a variable: `i + 1 < to`."""
    return any(
        code.ops[use] == Op.BINARY
        and any(code.ops[it] == Op.IF for it in code.uses.get(code.results[use], ()))
        for use in code.uses.get(variable, ())
    )


def _ends(code: Code, variable: int) -> Iterator[int]:
    """What a variable is compared with, but for constants."""
    for use in code.uses.get(variable, ()):
        if code.ops[use] != Op.IF:
            continue
        for other in code.operands(use):
            if code.source_of(other) != variable and number(code, other) is None:
                yield other


def _is_bound(code: Code, value: int) -> bool:
    """Whether a value may be where a part begins or ends, and the next one begins."""
    made = code.definitions[code.source_of(value)]
    if made < 0 or code.ops[made] not in _BOUNDS:
        return False
    return _offset(code, value) is None


def _is_changed(values: Values, code: Code, array: int) -> bool:
    """Whether a method stores into an array, or into one of its rows."""
    path = values.path(code, array)
    for inst, op in enumerate(code.ops):
        if op != Op.ARRAY_STORE:
            continue
        changed = code.operands(inst)[0]
        if values.path(code, changed) == path:
            return True
        made = code.definitions[code.source_of(changed)]
        if made >= 0 and code.ops[made] == Op.ARRAY_LOAD:
            rows = code.operands(made)[0]
            if values.path(code, rows) == path:
                return True
    return False
