"""Amounts: how many there are of something, where the program says so by what it computes.

    CountDownLatch done = new CountDownLatch(tasks.length - 1);
    for (int i = 0; i < tasks.length; i++) { … }

The loop goes round once more often than the latch counts, whatever `tasks.length` is. An amount is
a sum: a number, and values of a method with how often each is in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from snarl.facts.code.constants import number, unconverted
from snarl.facts.code.loops import counted, loop_around, rounds_around
from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.threads import Thread
    from snarl.facts.threads.instances import Once

_DEEPEST = 8
"""Operations, one on the result of the other."""
_LESS, _DIFFERENT, _LESS_OR_EQUAL = 2, 1, 5
_TURNED = {4: _LESS, 3: _LESS_OR_EQUAL, 1: _DIFFERENT}
"""Signs of branches with the variable on the right, as they are with it on the left."""


@dataclass(frozen=True)
class Amount:
    """A sum of a number and of values that are not known, but are not negative."""

    number: int
    values: Counter[Hashable] = field(default_factory=Counter)
    """How often each is in it."""

    def __add__(self, other: Amount) -> Amount:
        return self._with(other, 1)

    def __sub__(self, other: Amount) -> Amount:
        return self._with(other, -1)

    def times(self, factor: int) -> Amount:
        """The same so many times."""
        return Amount(0)._with(self, factor)

    def exceeds(self, other: Amount) -> bool:
        """Whether it is surely more than another one, if values are more than nothing."""
        more = self - other
        is_more = more.number > 0 or (more.number == 0 and bool(more.values))
        return is_more and all(it > 0 for it in more.values.values())

    def _with(self, other: Amount, factor: int) -> Amount:
        values = Counter(self.values)
        for value, times in other.values.items():
            values[value] += factor * times
        known = Counter({value: times for value, times in values.items() if times})
        return Amount(self.number + factor * other.number, known)


ONE = Amount(1)


def amount(code: Code, value: int, depth: int = 0) -> Amount:
    """What a number of a method is."""
    known = number(code, value)
    if known is not None:
        return Amount(known)
    value = unconverted(code, value)
    made = code.definitions[value]
    if made >= 0 and depth < _DEEPEST:
        if code.ops[made] == Op.BINARY:
            found = _computed(code, made, depth)
            if found is not None:
                return found
        if code.ops[made] == Op.ARRAY_LENGTH:
            array = code.source_of(code.operands(made)[0])
            new = code.definitions[array]
            if new >= 0 and code.ops[new] == Op.NEW_ARRAY:
                return amount(code, code.operands(new)[0], depth + 1)
    return Amount(0, Counter({(code.place, _same(code, value)): 1}))


def made_with(once: Once, made: int) -> Amount | None:
    """The number that the constructor of an object gets first."""
    found = once.allocation(made)
    if found is None:
        return None
    code, new = found
    call = once.constructor_call(code, new)
    if call is None or len(code.operands(call)) < 2:
        return None
    return amount(code, code.operands(call)[1])


def rounds(code: Code, inst: int) -> Amount | None:
    """How often the loop around an instruction goes round; None if it does not say so, or may be
    left in another way."""
    loop = loop_around(code, inst)
    exits = [it for it in loop if not loop.issuperset(code.successors[it])]
    return _rounds(code, exits[0], loop) if len(exits) == 1 else None


def number_of(calls: Calls, threads: Iterable[Thread]) -> Amount:
    """How many threads there are at least; of those that a loop starts which does not say how
    often it goes round, one."""
    return sum((_started(calls, thread) for thread in threads), Amount(0))


def _started(calls: Calls, thread: Thread) -> Amount:
    if not thread.many or len(thread.sites) != 1:
        return ONE
    place, bci = thread.sites[0]
    code = calls.code(place)
    call = None if code is None else code.call_at(bci)
    if code is None or call is None:
        return ONE
    most = rounds_around(code, call)
    return Amount(most) if most else rounds(code, call) or ONE


def _computed(code: Code, made: int, depth: int) -> Amount | None:
    """A sum, a difference, or a multiple."""
    operator = Instruction(code.body, made).operator
    if operator not in ("+", "-", "*"):
        return None
    one, other = (amount(code, it, depth + 1) for it in code.operands(made))
    if operator == "+":
        return one + other
    if operator == "-":
        return one - other
    if one.values and other.values:
        return None
    return one.times(other.number) if one.values else other.times(one.number)


def _same(code: Code, value: int) -> Hashable:
    """What is the same for values that are: of a field, of an array's length."""
    made = code.definitions[value]
    if made < 0:
        return value
    if code.ops[made] == Op.ARRAY_LENGTH:
        return "length", _same(code, code.source_of(code.operands(made)[0]))
    if code.ops[made] == Op.GET_FIELD:
        return code.field(made), _same(code, code.source_of(code.operands(made)[0]))
    if code.ops[made] == Op.GET_STATIC:
        return code.field(made)
    return value


def _rounds(code: Code, block: int, loop: set[int]) -> Amount | None:
    """How often a loop goes on at the branch that leaves it, if it counts up one by one."""
    branch = code.block_offsets[block + 1] - 1
    if code.ops[branch] != Op.IF or len(code.operands(branch)) != 2:
        return None
    goes_on = code.successors[block].index(next(it for it in code.successors[block] if it in loop))
    sign = code.details[branch] ^ goes_on
    variable, end = code.operands(branch)
    if counted(code, variable) is None:
        variable, end, sign = end, variable, _TURNED.get(sign, sign)
    found = counted(code, variable)
    if found is None or found[1] != 1:
        return None
    if sign in (_LESS, _DIFFERENT):
        return amount(code, end) - Amount(found[0])
    if sign == _LESS_OR_EQUAL:
        return amount(code, end) - Amount(found[0] - 1)
    return None
