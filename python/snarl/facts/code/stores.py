"""What a store has to do with what its field, or its array, held before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.code import Code

# As plain numbers: to look a member of an enumeration up takes longer than all else in a loop.
LOADS = (int(Op.GET_FIELD), int(Op.GET_STATIC))
STORES = (int(Op.PUT_FIELD), int(Op.PUT_STATIC))
_IF, _CONSTANT = int(Op.IF), int(Op.CONSTANT)
_ARRAY_LOAD, _ARRAY_STORE = int(Op.ARRAY_LOAD), int(Op.ARRAY_STORE)
_COMPUTED = frozenset(map(int, (Op.BINARY, Op.CONVERT, Op.NEGATE, Op.PHI)))


def is_update(code: Code, store: int) -> bool:
    """Whether an instruction stores what is computed from the old value: `count++`."""
    return _depends_on(code, code.operands(store)[-1], store, set())


def _depends_on(code: Code, value: int, store: int, seen: set[int]) -> bool:
    made = code.definitions[value]
    if value in seen or made < 0:
        return False
    seen.add(value)
    op = code.ops[made]
    if op in LOADS and code.ops[store] in STORES:
        return code.field(made) == code.field(store)
    if op == _ARRAY_LOAD and code.ops[store] == _ARRAY_STORE:
        return code.source_of(code.operands(made)[0]) == code.source_of(code.operands(store)[0])
    if op in _COMPUTED:
        return any(_depends_on(code, it, store, seen) for it in code.operands(made))
    return False


def looks_before(code: Code, store: int) -> bool:
    """Whether a branch has looked at a field before an instruction stores something in it: whether
    it has some fixed value, or none. Who compares it with another value has no use for an old one
    (`if (it > highest) highest = it`)."""
    return any(True for _ in _looks(code, store))


def depends_on_look(code: Code, store: int) -> bool:
    """Whether that branch has decided alone: `if (it == null || isOld) it = …` stores something
    although there is something."""
    return any(_decides(code, branch, store) for branch in _looks(code, store))


def _looks(code: Code, store: int) -> Iterator[int]:
    field = code.field(store)
    for branch in code.having(_IF):
        if not code.may_follow(branch, store) or _compares_values(code, branch):
            continue
        for value in code.operands(branch):
            made = code.definitions[code.source_of(value)]
            if made >= 0 and code.ops[made] in LOADS and code.field(made) == field:
                yield branch


def _decides(code: Code, branch: int, store: int) -> bool:
    """Whether only one of the ways from a branch leads to an instruction."""
    block = code.block_of[branch]
    ways = code.successors[block]
    leading = [
        way
        for way in ways
        if code.may_follow_without(
            branch, store, branch, frozenset((block, it) for it in ways if it != way)
        )
    ]
    return len(leading) == 1


def _compares_values(code: Code, branch: int) -> bool:
    """Whether a branch compares two values, neither of which is fixed."""
    made = [code.definitions[code.source_of(it)] for it in code.operands(branch)]
    return len(made) == 2 and all(it < 0 or code.ops[it] != _CONSTANT for it in made)


def stores_constant(code: Code, store: int) -> bool:
    """Whether an instruction stores a constant."""
    made = code.definitions[code.operands(store)[-1]]
    return made >= 0 and code.ops[made] == _CONSTANT


def stores_argument(code: Code, store: int) -> bool:
    """Whether an instruction stores what its method was given: each caller may give another."""
    made = code.definitions[code.source_of(code.operands(store)[-1])]
    if made < 0 or code.ops[made] != Op.PARAMETER:
        return False
    return code.method.is_static or code.constants[made] > 0


def fills_lazily(code: Code, store: int) -> bool:
    """Whether an instruction fills a field that was found empty just before."""
    return (
        looks_before(code, store)
        and not stores_constant(code, store)
        and not is_update(code, store)
    )
