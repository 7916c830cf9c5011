"""Consistent ways: those on which branches that ask the same are answered the same.

    if (first != null) one = null; else many = null;
    …
    if (first != null) first.run(); else tell(others);      only if `many` was set to null

What is asked is whether a value is null, zero or false; a variable is what it was given on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from snarl.facts.code.constants import DIFFERENT, EQUAL, comparison, constants, unconverted
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.code import Code
    from snarl.facts.code.constants import Comparison

_PHI, _PARAMETER = int(Op.PHI), int(Op.PARAMETER)
_MOST = 400
"""Blocks, each with what is known there, that are looked at."""

Known = frozenset[tuple[int, bool]]
"""Values, and whether each is nothing."""


class _State(NamedTuple):
    """What is so on a way."""

    known: Known
    names: frozenset[int]
    """The values that are what is looked for."""


def may_follow_again(
    code: Code, first: int, second: int, between: int, closed: frozenset[tuple[int, int]]
) -> bool:
    """Whether an instruction can run after another one without a third one in between, if control
    does not go on some ways between blocks, on a way that is consistent with what was asked just
    before."""
    known = _asked_before(code, code.block_of[first])
    if not known:
        return True
    is_cut = between >= 0 and code.ops[between] != _PARAMETER
    start = _State(known, frozenset())
    return _may_come(code, start, first, (second, None), between if is_cut else -1, closed)


def _asked_before(code: Code, block: int) -> Known:
    """What the branches have found that lead to a block and nowhere else."""
    known: Known = frozenset()
    seen: set[int] = set()
    while block not in seen:
        seen.add(block)
        before = code.predecessors(block)
        if len(before) != 1:
            break
        asked = _asked(code, before[0])
        targets = code.successors[before[0]]
        if asked is not None and targets.count(block) == 1:
            known |= {(asked.value, asked.at(targets.index(block)).sign == EQUAL)}
        block = before[0]
    return known


def may_arrive_without(code: Code, first: int, to: tuple[int, int | None], between: int) -> bool:
    """Whether an instruction can run after another one without a third one in between, on a way
    that is consistent; and a value is there what the other one has given, if one is named."""
    second, value = to
    if not code.may_follow_without(first, second, between):
        return False
    start = _State(frozenset(), frozenset({code.results[first]}))
    to = (second, None if value is None else code.source_of(value))
    return _may_come(code, start, first, to, between, frozenset())


def _may_come(
    code: Code,
    start: _State,
    first: int,
    to: tuple[int, int | None],
    between: int,
    closed: frozenset[tuple[int, int]],
) -> bool:
    second, value = to
    here, there = code.block_of[first], code.block_of[second]
    cut = code.block_of[between] if between >= 0 else -1
    if here == there and first < second and not first < between < second:
        return True
    if here == cut and first < between:
        return False
    waiting = _onward(code, here, start, closed)
    seen = set(waiting)
    while waiting:
        if len(seen) > _MOST:
            return True
        block, state = waiting.pop()
        is_there = block == there and not (block == cut and between < second)
        if is_there and (value is None or value in state.names):
            return True
        if block == cut:
            continue
        new = [it for it in _onward(code, block, state, closed) if it not in seen]
        seen.update(new)
        waiting += new
    return False


def _asked(code: Code, block: int) -> Comparison | None:
    """What the end of a block asks, if that is whether a value is nothing."""
    asked = comparison(code, code.block_offsets[block + 1] - 1)
    if asked is None or asked.sign not in (EQUAL, DIFFERENT) or asked.with_ not in (0, None):
        return None
    return asked


def _onward(
    code: Code, block: int, state: _State, closed: frozenset[tuple[int, int]]
) -> list[tuple[int, _State]]:
    """Where control can go on from a block, and what is so then."""
    own = range(code.block_offsets[block], code.block_offsets[block + 1])
    anew = {code.results[it] for it in own if code.ops[it] != _PHI}
    known = frozenset(it for it in state.known if it[0] not in anew)
    asked = _asked(code, block)
    found = []
    for position, target in enumerate(code.successors[block]):
        then = known
        if asked is not None:
            is_nothing = asked.at(position).sign == EQUAL
            if (asked.value, not is_nothing) in known:
                continue
            then = known | {(asked.value, is_nothing)}
        found.append((target, _as_variables(code, block, target, _State(then, state.names))))
    thrown = _State(known, state.names)
    found += [(it, _as_variables(code, block, it, thrown)) for it in code.handlers[block]]
    return [it for it in found if (block, it[0]) not in closed]


def _as_variables(code: Code, block: int, target: int, state: _State) -> _State:
    """What is so of variables where control goes from one block to another."""
    phis = []
    for inst in range(code.block_offsets[target], code.block_offsets[target + 1]):
        if code.ops[inst] != _PHI:
            break
        phis.append(inst)
    if not phis:
        return state
    variables = {code.results[it] for it in phis}
    known = {it for it in state.known if it[0] not in variables}
    names = set(state.names - variables)
    for phi in phis:
        operand, variable = code.chosen(phi, block), code.results[phi]
        if operand is None:
            names.add(variable)  # it may be
            continue
        known.update((variable, it) for it in _is_nothing(code, operand, state.known))
        names.update([variable] if code.source_of(operand) in state.names else [])
    return _State(frozenset(known), frozenset(names))


def _is_nothing(code: Code, value: int, known: Known) -> Iterator[bool]:
    """Whether a value is nothing, if that is known."""
    given, source = constants(code, value), unconverted(code, value)
    for is_nothing in (True, False):
        is_given = given is not None and all((it in (0, None)) == is_nothing for it in given)
        if is_given or (source, is_nothing) in known:
            yield is_nothing
