"""Counted: numbers that are different each time round a loop, and what is computed from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.code.constants import number as constant_number
from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from snarl.facts.code import Code

_KEEPS_APART = {"+", "-", "*"}
_HALVES = {"/": 2, ">>": 1, ">>>": 1}


def is_counted(code: Code, inst: int, value: int, *, is_likely: bool = False) -> bool:
    """Whether a value is another one each time round the loop of an instruction: its counter, or
    what is computed from it; or likely is, as the beginning of the part `n * i / parts`."""
    value = code.source_of(value)
    made = code.definitions[value]
    if made < 0:
        return False
    op, operands = code.ops[made], code.operands(made)
    if op == Op.BINARY and Instruction(code.body, made).operator in _KEEPS_APART:
        return any(is_counted(code, inst, it, is_likely=is_likely) for it in operands)
    if is_likely and op == Op.BINARY and Instruction(code.body, made).operator == "/":
        return _is_product(code, operands[0]) and is_counted(
            code, inst, operands[0], is_likely=True
        )
    if is_likely and op == Op.CONVERT:
        return is_counted(code, inst, operands[0], is_likely=True)
    if op != Op.PHI:
        return False
    block, here = code.block_of[made], code.block_of[inst]
    if block not in code.blocks_after(here) or here not in code.blocks_after(block):
        return False
    steps = [code.definitions[it] for it in operands]
    return any(
        step >= 0
        and code.ops[step] == Op.BINARY
        and value in code.operands(step)
        and Instruction(code.body, step).operator in ("+", "-")
        for step in steps
    )


def keeps_apart(code: Code, inst: int) -> bool:
    """Whether what is computed from different numbers is likely different: a sum, a product, a
    part of one (`n * i / parts`), or the middle between two numbers."""
    operator = Instruction(code.body, inst).operator
    if operator in _KEEPS_APART:
        return True
    first, second = code.operands(inst)
    if operator == "/" and _is_product(code, first):
        return True
    if operator not in _HALVES or _HALVES[operator] != constant_number(code, second):
        return False
    made = code.definitions[code.source_of(first)]
    return (
        made >= 0
        and code.ops[made] == Op.BINARY
        and Instruction(code.body, made).operator in ("+", "-")
        and all(constant_number(code, it) is None for it in code.operands(made))
    )


def _is_product(code: Code, value: int) -> bool:
    made = code.definitions[code.source_of(value)]
    is_computed = made >= 0 and code.ops[made] == Op.BINARY
    return is_computed and Instruction(code.body, made).operator == "*"
