"""Two locks in an order: the locks of both of two objects, whichever comes first.

    Account first = from.id < to.id ? from : to;
    Account second = from.id < to.id ? to : from;
    synchronized (first) {
        synchronized (second) {        both from and to are locked

The two choices ask the same, and choose the other way round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.locks.words import REAL, Held, Lock
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.code import Code
    from snarl.facts.values import Values

_DEEPEST = 4


def both(code: Code, values: Values, held: Held, taken: Lock) -> Held:
    """The locks of two objects, where one that is taken and one that is held are one of them each;
    nothing if they are not."""
    choice = _choice(code, taken)
    if choice is None:
        return frozenset()
    for lock in held:
        if (lock.down, lock.is_monitor, lock.mode) != (taken.down, taken.is_monitor, taken.mode):
            continue
        other = _choice(code, lock) if lock.mode in REAL and lock.root != taken.root else None
        if other is None or _chosen(code, other) != _chosen(code, choice)[::-1]:
            continue
        if _asked(code, other) is not None and _asked(code, other) == _asked(code, choice):
            paths = [values.path(code, it) for it in _chosen(code, choice)]
            return frozenset(
                taken._replace(root=path.root, down=path.fields + taken.down) for path in paths
            )
    return frozenset()


def _choice(code: Code, lock: Lock) -> int | None:
    """The instruction that chooses between two objects, of which one is locked."""
    made = code.definitions[lock.root.key[0]] if lock.root.kind == "value" else -1
    if made < 0 or code.ops[made] != Op.PHI or len(code.operands(made)) != 2:
        return None
    return made


def _chosen(code: Code, choice: int) -> list[int]:
    return [code.source_of(it) for it in code.operands(choice)]


def _asked(code: Code, choice: int) -> object:
    """What the branch asks that a choice depends on, as its shape; None if it is not seen."""
    block = code.block_of[choice]
    before = [it for it in range(len(code.successors)) if block in code.successors[it]]
    asking = set()
    for it in before:
        above = [each for each in range(len(code.successors)) if it in code.successors[each]]
        asking |= set(above) if len(code.successors[it]) == 1 else {it}
    if len(asking) != 1:
        return None
    branch = code.block_offsets[asking.pop() + 1] - 1
    if code.ops[branch] != Op.IF:
        return None
    operands = tuple(_shape(code, it, _DEEPEST) for it in code.operands(branch))
    return (int(code.body.details[branch]), operands)


def _shape(code: Code, value: int, depth: int) -> object:
    """How a value is computed: the same shape, the same value, if nothing else has changed it."""
    value = code.source_of(value)
    made = code.definitions[value]
    if made < 0 or depth == 0 or code.ops[made] in (Op.PARAMETER, Op.PHI, Op.NEW):
        return value
    operands = tuple(_shape(code, it, depth - 1) for it in code.operands(made))
    return (code.ops[made], int(code.body.constants[made]), operands)
