"""Constants: what a value surely is, seen from inside its method."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snarl.program import Op
from snarl.program.body import Block, Instruction
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl.facts.code import Code

Constants = frozenset[object]
"""Constants that a value is one of: numbers, None for null, constants of an enumeration by their
field, and `SOMETHING`."""

SOMETHING = "something"
"""In place of an object of which only this is known: it is there."""

# As plain numbers: to look a member of an enumeration up takes longer than all else in a loop.
_MADE = frozenset(map(int, (Op.NEW, Op.NEW_ARRAY, Op.NEW_MULTI_ARRAY, Op.INVOKE_DYNAMIC)))
_CONSTANT, _PHI, _PARAMETER = int(Op.CONSTANT), int(Op.PHI), int(Op.PARAMETER)
_INVOKE, _GET_STATIC = int(Op.INVOKE), int(Op.GET_STATIC)
_IF, _SWITCH = int(Op.IF), int(Op.SWITCH)
_MOST = 4
_CONVERSIONS = frozenset((int(Op.CONVERT), int(Op.CHECK_CAST)))
NUMBERS = {"boolean", "byte", "char", "short", "int", "long", "float", "double"}
EQUAL, DIFFERENT = 0, 1
_ORDERS = {2: operator.lt, 3: operator.ge, 4: operator.gt, 5: operator.le}
_TURNED = (0, 1, 4, 5, 2, 3)
"""The signs with their sides exchanged: `<` is `>` then."""


def unconverted(code: Code, value: int) -> int:
    """A value before it was made wider or narrower, or was cast."""
    while (made := code.definitions[value]) >= 0 and code.ops[made] in _CONVERSIONS:
        value = code.operands(made)[0]
    return value


def number(code: Code, value: int) -> int | None:
    """The number that a value is, if it is one number."""
    found = constants(code, value)
    only = next(iter(found)) if found is not None and len(found) == 1 else None
    return only if isinstance(only, int) else None


def constants(code: Code, value: int, seen: frozenset[int] = frozenset()) -> Constants | None:
    """What a value is one of; None if it may be anything."""
    value = unconverted(code, value)
    made = code.definitions[value]
    if made < 0 or value in seen:
        return None
    op = code.ops[made]
    if op == _CONSTANT:
        literal = Instruction(code.body, made).literal
        return frozenset({literal if literal is None or isinstance(literal, int) else SOMETHING})
    if op == _PHI and len(code.operands(made)) <= _MOST:
        parts = [constants(code, it, seen | {value}) for it in code.operands(made)]
        known = [it for it in parts if it is not None]
        return frozenset().union(*known) if len(known) == len(parts) else None
    if op in _MADE:
        return frozenset({SOMETHING})
    if op == _INVOKE and code.reference(made).name == "currentThread":
        return frozenset({SOMETHING})
    if op == _PARAMETER and code.constants[made] == 0 and not code.method.is_static:
        return frozenset({SOMETHING})
    if op == _GET_STATIC:
        field = code.field(made)
        program = code.method.owner.program
        if field is not None and program.field(*field).flags & Flag.FINAL:
            return frozenset({field})
    return None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a branch asks of a value: how it compares with a constant."""

    value: int
    sign: int
    """0 to 5 for `==`, `!=`, `<`, `>=`, `>`, `<=`, as the IR has them."""
    with_: object

    def at(self, position: int) -> Comparison:
        """What holds at a successor: the first is where it is so, the second where not."""
        return self if position == 0 else Comparison(self.value, self.sign ^ 1, self.with_)

    def holds(self, constant: object) -> bool:
        """Whether it may be so for a constant."""
        if self.sign in (EQUAL, DIFFERENT):
            return (constant == self.with_) == (self.sign == EQUAL)
        if not isinstance(constant, int) or not isinstance(self.with_, int):
            return True
        return bool(_ORDERS[self.sign](constant, self.with_))


def comparison(code: Code, branch: int) -> Comparison | None:
    """What a branch asks, if it compares with a constant."""
    if code.ops[branch] != _IF:
        return None
    if branch not in code.comparisons:
        code.comparisons[branch] = _find_comparison(code, branch)
    return code.comparisons[branch]


def told_at(code: Code, branch: int, position: int) -> Comparison | None:
    """What is known at a successor of a branch, or of a switch, of the value that it asks for."""
    if code.ops[branch] == _SWITCH:
        keys = Block(code.body, code.block_of[branch]).switch_keys
        if not 0 < position <= len(keys):
            return None
        return Comparison(unconverted(code, code.operands(branch)[0]), EQUAL, keys[position - 1])
    asked = comparison(code, branch)
    return None if asked is None else asked.at(position)


def _find_comparison(code: Code, branch: int) -> Comparison | None:
    operands, sign = code.operands(branch), code.details[branch]
    if len(operands) == 1:
        value = unconverted(code, operands[0])
        made = code.definitions[value]
        if made < 0 or code.ops[made] != Op.COMPARE:
            is_object = code.body.type_name(operands[0]) not in NUMBERS
            return Comparison(value, sign, None if is_object else 0)
        operands = code.operands(made)
    for one, other, way in ((0, 1, sign), (1, 0, _TURNED[sign])):
        found = constants(code, operands[other])
        if found is not None and len(found) == 1 and SOMETHING not in found:
            return Comparison(unconverted(code, operands[one]), way, next(iter(found)))
    return None
