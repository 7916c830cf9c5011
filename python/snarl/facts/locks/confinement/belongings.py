"""Belongings: what somebody has taken out of a queue is his alone, until he gives it away.

Item item = in.take();         his from here on
item.words = count(item);
out.put(item);                 no longer
item.stamp = now();            a race with whoever takes it out of the other queue
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.locks.words import TAKEN, Held, Lock
from snarl.facts.ownership.gifts import Gifts
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.locks.views import Views
    from snarl.facts.ownership.leaks import Leaking


class Belongings:
    """Who has what, in single methods."""

    def __init__(self, views: Views, calls: Calls, leaking: Leaking) -> None:
        self._views = views
        self._leaking = leaking
        self._gifts = Gifts(calls, leaking)
        self._given: dict[tuple[int, int], frozenset[int]] = {}

    def of(self, code: Code, value: int) -> Lock:
        """That what a value refers to belongs to who runs the method."""
        return self._views.lock(code, value)._replace(mode="own", depth=TAKEN)

    def left(self, code: Code, inst: int, held: Held) -> Held:
        """What is left at an instruction of what belonged to who called a method: it may have been
        given away there."""
        given = [
            lock
            for lock in held
            if lock.depth == TAKEN
            and lock.root.kind == "parameter"
            and self._is_given_before(code, code.parameters[lock.root.key[0]], inst)
        ]
        return held.difference(given) if given else held

    def _is_given_before(self, code: Code, value: int, inst: int) -> bool:
        return value >= 0 and any(code.may_follow(it, inst) for it in self._gives(code, value))

    def after(self, code: Code, inst: int, held: Held) -> Held:
        """What is left after an instruction, which may give something away."""
        given = [
            lock
            for lock in held
            if lock.mode == "own"
            and lock.root.kind == "value"
            and inst in self._gives(code, lock.root.key[0])
        ]
        return held.difference(given) if given else held

    def _gives(self, code: Code, value: int) -> frozenset[int]:
        """The instructions that make a value known to others."""
        key = (code.place, value)
        if key not in self._given:
            self._given[key] = self._gifts.of(code, value)
        return self._given[key]

    def along(self, code: Code, block: int, target: int, held: Held) -> Held:
        """What belongs to somebody who goes from one block to another: a variable that is his on
        all ways is his."""
        own = {it for it in held if it.mode == "own"}
        for inst in range(code.block_offsets[target], code.block_offsets[target + 1]):
            if code.ops[inst] != Op.PHI:
                break
            operand = code.chosen(inst, block)
            phi = self.of(code, code.results[inst])
            is_his = operand is not None and (
                self.of(code, operand) in own or self._is_fresh(code, block, operand)
            )
            held = held | {phi} if is_his else held - {phi}
        return held

    def _is_fresh(self, code: Code, block: int, value: int) -> bool:
        """Whether a value is null, or made here and not known to others at the end of a block."""
        value = code.source_of(value)
        made = code.definitions[value]
        op = code.ops[made] if made >= 0 else -1
        if op == Op.CONSTANT:
            return _is_null(code, value)
        last = code.block_offsets[block + 1] - 1
        is_new = op == Op.NEW or (
            op == Op.INVOKE and self._leaking.gives_new(code.place, code, made)
        )
        return is_new and not any(
            inst == last or code.may_follow(inst, last) for inst in self._gives(code, value)
        )

    def are_returned(self, code: Code, ends: dict[int, Held]) -> bool:
        """Whether all that a method returns, if anything, belongs to who called it: it was taken
        out for him, or made."""
        some = False
        for end, held in ends.items():
            operands = code.operands(end)
            if not operands:
                return False
            if self.of(code, operands[0]) in held:
                some = True
            elif not self._is_fresh(code, code.block_of[end], operands[0]):
                return False
        return some


def _is_null(code: Code, value: int) -> bool:
    made = code.definitions[code.source_of(value)]
    return made >= 0 and code.ops[made] == Op.CONSTANT and code.details[made] == 0
