"""Loops that say by constants how often they go round: `for (int i = 0; i < 3; i++)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.code.constants import Comparison, comparison, number
from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from snarl.facts.code import Code

_MOST = 1 << 16
"""Rounds that are counted."""


def loop_around(code: Code, inst: int) -> set[int]:
    """The blocks of the loops around an instruction."""
    block = code.block_of[inst]
    return {it for it in code.blocks_after(block) if block in code.blocks_after(it)}


def rounds_around(code: Code, inst: int) -> int | None:
    """How often the loop around an instruction goes round, at most; nothing if it does not say so,
    or there is more than one."""
    loop = loop_around(code, inst)
    found = [
        rounds
        for block in loop
        for position, target in enumerate(code.successors[block])
        if target in loop and (rounds := _rounds(code, block, position, loop)) is not None
    ]
    return found[0] if len(found) == 1 else None


def goes_through(code: Code, array: int, index: int) -> bool:
    """Whether an index counts through all elements of an array."""
    variable = code.source_of(index)
    if counted(code, variable) != (0, 1):
        return False
    return any(
        code.ops[use] == Op.IF
        and any(_is_length(code, it, code.source_of(array)) for it in code.operands(use))
        for use in code.uses.get(variable, ())
    )


def _is_length(code: Code, value: int, array: int) -> bool:
    made = code.definitions[code.source_of(value)]
    if made < 0 or code.ops[made] != Op.ARRAY_LENGTH:
        return False
    return code.source_of(code.operands(made)[0]) == array


def _rounds(code: Code, block: int, position: int, loop: set[int]) -> int | None:
    """How often a loop goes on at a branch that may leave it."""
    if loop.issuperset(code.successors[block]):
        return None
    asked = comparison(code, code.block_offsets[block + 1] - 1)
    variable = None if asked is None else counted(code, asked.value)
    if asked is None or variable is None:
        return None
    first, step = variable
    return _count(asked.at(position), first, step)


def counted(code: Code, value: int) -> tuple[int, int] | None:
    """Where a variable of a loop begins, and how far it goes each time."""
    phi = code.definitions[code.source_of(value)]
    if phi < 0 or code.ops[phi] != Op.PHI or len(code.operands(phi)) != 2:
        return None
    for first, next_ in (code.operands(phi), code.operands(phi)[::-1]):
        begin, step = number(code, first), step_of(code, next_, code.results[phi])
        if begin is not None and step:
            return begin, step
    return None


def step_of(code: Code, value: int, variable: int) -> int | None:
    """What is added to a variable to get a value."""
    made = code.definitions[code.source_of(value)]
    if made < 0 or code.ops[made] != Op.BINARY:
        return None
    one, other = code.operands(made)
    added, operator = number(code, other), Instruction(code.body, made).operator
    if code.source_of(one) != variable or added is None or operator not in ("+", "-"):
        return None
    return added if operator == "+" else -added


def _count(going_on: Comparison, first: int, step: int) -> int | None:
    """How many numbers there are, in steps from the first one on, for which a loop goes on."""
    for rounds in range(_MOST):
        if not going_on.holds(first + rounds * step):
            return rounds
    return None
