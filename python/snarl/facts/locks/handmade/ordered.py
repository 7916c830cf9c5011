"""Two locks in an order: the locks of both of two objects, whichever comes first.

    Account first = from.id < to.id ? from : to;
    Account second = from.id < to.id ? to : from;
    synchronized (first) {
        synchronized (second) {        both from and to are locked

The two choices ask the same, and choose the other way round; or the second one asks what the first
one was (`first == from ? to : from`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.code.constants import DIFFERENT, EQUAL
from snarl.facts.locks.words import REAL, Held, Lock
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.code import Code
    from snarl.facts.code.values import Values

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
        if other is None:
            continue
        if _are_opposite(code, other, choice) or _is_rest(code, other, choice):
            paths = [values.path(code, it) for it in _chosen(code, choice)]
            return frozenset(
                taken._replace(root=path.root, down=path.fields + taken.down) for path in paths
            )
    return frozenset()


def _are_opposite(code: Code, one: int, two: int) -> bool:
    """Whether two choices depend on the same, and choose the other way round."""
    if _chosen(code, one) != _chosen(code, two)[::-1]:
        return False
    asked = _asked(code, one)
    return asked is not None and asked == _asked(code, two)


def _is_rest(code: Code, one: int, two: int) -> bool:
    """Whether one of two choices asks what the other one has chosen, and chooses the rest:
    `second = first == from ? to : from`."""
    if set(_chosen(code, one)) != set(_chosen(code, two)):
        return False
    return _asks_for(code, one, two) or _asks_for(code, two, one)


def _asks_for(code: Code, first: int, second: int) -> bool:
    branch = _branch(code, second)
    operands = [] if branch is None else [code.source_of(it) for it in code.operands(branch)]
    chosen = code.source_of(code.results[first])
    if branch is None or len(operands) != 2 or chosen not in operands:
        return False
    named = operands[1 - operands.index(chosen)]
    sign = int(code.body.details[branch])
    if named not in _chosen(code, first) or sign not in (EQUAL, DIFFERENT):
        return False
    here = code.block_of[branch]
    same, different = code.successors[here][:: 1 if sign == EQUAL else -1]
    target = code.block_of[second]
    if_same = code.chosen(second, here if same == target else same)
    if_different = code.chosen(second, here if different == target else different)
    if if_same is None or if_different is None:
        return False
    return code.source_of(if_same) != named == code.source_of(if_different)


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
    branch = _branch(code, choice)
    if branch is None:
        return None
    operands = tuple(_shape(code, it, _DEEPEST) for it in code.operands(branch))
    return (int(code.body.details[branch]), operands)


def _branch(code: Code, choice: int) -> int | None:
    """The branch that a choice depends on; None if it is not seen."""
    block = code.block_of[choice]
    before = [it for it in range(len(code.successors)) if block in code.successors[it]]
    asking = set()
    for it in before:
        above = [each for each in range(len(code.successors)) if it in code.successors[each]]
        asking |= set(above) if len(code.successors[it]) == 1 else {it}
    if len(asking) != 1:
        return None
    branch = code.block_offsets[asking.pop() + 1] - 1
    return branch if code.ops[branch] == Op.IF else None


def _shape(code: Code, value: int, depth: int) -> object:
    """How a value is computed: the same shape, the same value, if nothing else has changed it."""
    value = code.source_of(value)
    made = code.definitions[value]
    if made < 0 or depth == 0 or code.ops[made] in (Op.PARAMETER, Op.PHI, Op.NEW):
        return value
    operands = tuple(_shape(code, it, depth - 1) for it in code.operands(made))
    return (code.ops[made], int(code.body.constants[made]), operands)
