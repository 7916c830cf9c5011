"""Branches: ways through a method that cannot be taken, or not if it returns true, or not if it is
called with some constant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.code.constants import EQUAL, SOMETHING, comparison, constants, unconverted
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Mapping

    from snarl.facts.code import Code

_CONSTANT = frozenset((int(Op.CONSTANT), int(Op.PHI)))
_KNOWN = _CONSTANT | {int(Op.GET_STATIC)}
"""What may be one constant and no other."""
_UNCHECKED = "$assertionsDisabled"
"""The field by which compilers ask whether assertions are checked."""
_IF, _COMPARE = int(Op.IF), int(Op.COMPARE)


def is_open(code: Code, branch: int, position: int) -> bool:
    """Whether control may leave a block at one of its successors: not where what is asked is a
    constant, as `done` is behind `done = true`. What the program asserts is so, as if assertions
    were always checked."""
    asked = comparison(code, branch)
    made = -1 if asked is None else code.definitions[asked.value]
    if asked is None or made < 0:
        return True
    if code.ops[made] == Op.GET_STATIC and code.reference(made).name == _UNCHECKED:
        return asked.at(position).holds(0)
    if code.ops[made] not in _CONSTANT:
        return True
    known = constants(code, asked.value)
    if known is None or SOMETHING in known:
        return True
    return any(map(asked.at(position).holds, known))


def unreached(code: Code) -> frozenset[int]:
    """The blocks of a method that never run."""
    if code.unreached is None:
        code.unreached = _find_unreached(code)
    return code.unreached


def _find_unreached(code: Code) -> frozenset[int]:
    seen, waiting = {0}, [0]
    while waiting:
        block = waiting.pop()
        last = code.block_offsets[block + 1] - 1
        targets = code.flow[block]
        if code.ops[last] == _IF and _may_know(code, last):
            plain = enumerate(code.successors[block])
            targets = [target for position, target in plain if is_open(code, last, position)]
            targets += code.handlers[block]
        for target in targets:
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return frozenset(it for it in range(len(code.block_offsets) - 1) if it not in seen)


def ways_of_null(code: Code, value: int) -> frozenset[tuple[int, int]]:
    """The ways between blocks on which a value is null."""
    found: set[tuple[int, int]] = set()
    for branch, op in enumerate(code.ops):
        asked = comparison(code, branch) if op == Op.IF else None
        if asked is None or asked.with_ is not None or asked.value != code.source_of(value):
            continue
        block = code.block_of[branch]
        found.update(
            (block, target)
            for position, target in enumerate(code.successors[block])
            if asked.at(position).sign == EQUAL
        )
    return frozenset(found)


def _may_know(code: Code, branch: int) -> bool:
    """Whether a branch may ask for a constant: few do, and it takes long to find out what one
    asks."""
    operands = code.operands(branch)
    ops = [_made_by(code, it) for it in operands]
    if ops == [_COMPARE]:
        compared = code.definitions[unconverted(code, operands[0])]
        ops = [_made_by(code, it) for it in code.operands(compared)]
    if len(ops) == 1:
        return ops[0] in _CONSTANT
    one, two = ops
    return (one in _CONSTANT and two in _KNOWN) or (two in _CONSTANT and one in _KNOWN)


def _made_by(code: Code, value: int) -> int:
    """The operation that makes a value, before it was made wider or narrower."""
    made = code.definitions[unconverted(code, value)]
    return code.ops[made] if made >= 0 else -1


class Given:
    """The ways through a method that is given some constants."""

    def __init__(self, code: Code, given: Mapping[int, int]) -> None:
        """Constants by the position of the parameter."""
        self._code = code
        self._values = {
            code.parameters[position]: constant
            for position, constant in given.items()
            if position < len(code.parameters)
        }

    @property
    def matters(self) -> bool:
        """Whether a branch asks for one of the constants."""
        asked = (
            comparison(self._code, inst) for inst, op in enumerate(self._code.ops) if op == _IF
        )
        return any(it is not None and it.value in self._values for it in asked)

    def allows(self, block: int, position: int, target: int) -> bool:
        """Whether such a way may leave a block at one of its successors."""
        del target
        asked = comparison(self._code, self._code.block_offsets[block + 1] - 1)
        if asked is None or asked.value not in self._values:
            return True
        return asked.at(position).holds(self._values[asked.value])


class Assumed:
    """The ways through a method on which it returns true, or false, at one of its ends."""

    def __init__(self, code: Code, end: int, value: int, wanted: int) -> None:
        self._code = code
        self._value = value
        self._wanted = wanted
        self._closed: set[tuple[int, int]] = set()
        made = code.definitions[value]
        if made >= 0 and code.ops[made] == Op.PHI and code.block_of[made] == code.block_of[end]:
            block = code.block_of[end]
            offsets, items = (part.tolist() for part in code.body.predecessors)
            before = items[offsets[block] : offsets[block + 1]]
            for here, operand in zip(before, code.operands(made), strict=False):
                known = constants(code, operand)
                if known is not None and wanted not in known:
                    self._closed.add((here, block))

    def allows(self, block: int, position: int, target: int) -> bool:
        """Whether such a way may leave a block at one of its successors."""
        if (block, target) in self._closed:
            return False
        asked = comparison(self._code, self._code.block_offsets[block + 1] - 1)
        if asked is None or asked.value != self._value:
            return True
        return asked.at(position).holds(self._wanted)
