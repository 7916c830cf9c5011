"""Consistent ways: those on which branches that ask the same are answered the same.

    if (first != null) one = null; else many = null;
    …
    if (first != null) first.run(); else tell(others);      only if `many` was set to null

What is asked is whether a value is null, zero or false; a variable is what it was given on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from snarl.facts.constants import DIFFERENT, EQUAL, comparison, constants, unconverted
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.code import Code

_PHI = int(Op.PHI)
_MOST = 400
"""Blocks, each with what is known there, that are looked at."""

Known = frozenset[tuple[int, bool]]
"""Values, and whether each is nothing."""


class _State(NamedTuple):
    """What is so on a way."""

    known: Known
    names: frozenset[int]
    """The values that are what is looked for."""


def may_arrive_without(code: Code, first: int, to: tuple[int, int | None], between: int) -> bool:
    """Whether an instruction can run after another one without a third one in between, on a way
    that is consistent; and a value is there what the other one has given, if one is named."""
    second, value = to
    if not code.may_follow_without(first, second, between):
        return False
    here, there, cut = (code.block_of[it] for it in (first, second, between))
    if here == there and first < second and not first < between < second:
        return True
    value = None if value is None else code.source_of(value)
    names = frozenset({code.results[first]})
    waiting = _onward(code, here, _State(frozenset(), names))
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
        new = [it for it in _onward(code, block, state) if it not in seen]
        seen.update(new)
        waiting += new
    return False


def _onward(code: Code, block: int, state: _State) -> list[tuple[int, _State]]:
    """Where control can go on from a block, and what is so then."""
    own = range(code.block_offsets[block], code.block_offsets[block + 1])
    anew = {code.results[it] for it in own if code.ops[it] != _PHI}
    known = frozenset(it for it in state.known if it[0] not in anew)
    asked = comparison(code, own[-1])
    if asked is not None and (asked.sign not in (EQUAL, DIFFERENT) or asked.with_ not in (0, None)):
        asked = None
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
    return found + [(it, _as_variables(code, block, it, thrown)) for it in code.handlers[block]]


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
