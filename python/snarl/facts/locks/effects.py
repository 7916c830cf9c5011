"""Effects: what one instruction, or one branch, does to what is held.

The transfer function of the dataflow `within` methods. Monitors, `java.util.concurrent` locks and
calls of methods that keep locks are here; what programs make by hand, the idioms add.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.code.constants import DIFFERENT, EQUAL, comparison
from snarl.facts.locks.aliases import Aliases
from snarl.facts.locks.calls import LockCalls
from snarl.facts.locks.confinement.belongings import Belongings
from snarl.facts.locks.confinement.buffers import Buffers
from snarl.facts.locks.handmade.exchanges import Exchanges
from snarl.facts.locks.handmade.given_back import GivenBack
from snarl.facts.locks.handmade.idiom import Idioms
from snarl.facts.locks.handmade.ordered import both
from snarl.facts.locks.handmade.owners import Owners
from snarl.facts.locks.handmade.permits import Permits
from snarl.facts.locks.holds import acquired, released
from snarl.facts.locks.summaries import NO_CHANGE, Summaries
from snarl.facts.locks.views import Views
from snarl.facts.locks.words import NOTHING, Held, Lock, is_real
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from snarl.facts.code import Code
    from snarl.facts.locks.confinement.parts import Parts
    from snarl.facts.locks.ground import Ground

    Gained = Callable[[int, Code, int], Held]
    """What a method gains at a call: the method, and the caller's code and instruction."""

# As plain numbers: to look a member of an enumeration up takes longer than all else in a loop.
_MONITOR_ENTER, _MONITOR_EXIT = int(Op.MONITOR_ENTER), int(Op.MONITOR_EXIT)
_INVOKE, _ARRAY_LOAD, _IF = int(Op.INVOKE), int(Op.ARRAY_LOAD), int(Op.IF)
_GET_FIELD = int(Op.GET_FIELD)
_NEVER_THROW = {
    *map(int, (Op.PARAMETER, Op.PHI, Op.CONSTANT, Op.CATCH, Op.NEGATE, Op.CONVERT, Op.COMPARE)),
    *map(int, (Op.GOTO, Op.IF, Op.SWITCH, Op.INSTANCE_OF)),
}
_SURELY_TAKE = {"lock", "readLock", "writeLock", "acquireUninterruptibly"}


class Effects:
    """What instructions do to what is held."""

    def __init__(self, ground: Ground, parts: Parts, summaries: Summaries) -> None:
        solution, calls, accesses = ground.solution, ground.calls, ground.accesses
        values, once = ground.values, ground.once
        self._calls = calls
        self._values = values
        self._summaries = summaries
        permits = Permits(calls, accesses, values, once)
        self.lock_calls = LockCalls(solution, calls, accesses, once, values, permits)
        self._views = Views(calls, accesses, values, permits)
        self._aliases = Aliases(solution, values)
        self.belongings = Belongings(self._views, calls, ground.publication.leaking)
        self._buffers = Buffers(values)
        self.given_back = GivenBack(parts)
        self.owners = Owners(calls, values)
        self.idioms = Idioms()
        self._exchanges = Exchanges(accesses, ground.atomics, self.belongings)
        self.idioms.add(self._exchanges)
        self.idioms.add(self.owners)

    @property
    def methods(self) -> Iterator[int]:
        """The methods of which instructions change what is held, but for monitors."""
        yield from self.lock_calls.methods
        yield from self.owners.methods
        yield from self._exchanges.methods

    def may_throw(self, code: Code, inst: int) -> bool:
        """Whether an instruction may end by an exception, but for locks that are taken: `lock()` in
        front of the `try` or just behind it is the same."""
        op = code.ops[inst]
        if op == _GET_FIELD:
            return code.method.is_static or code.operands(inst)[0] != code.parameters[0]
        if op == _INVOKE:
            is_of_lock = (code.place, inst) in self.lock_calls.all
            return not (is_of_lock and code.reference(inst).name in _SURELY_TAKE)
        return op not in _NEVER_THROW

    def after(self, code: Code, inst: int, held: Held, drops: set[Lock], gained: Gained) -> Held:
        """What is held after an instruction, however it ends. What it may give back that the
        method's callers have taken is added to `drops`."""
        held = self.belongings.after(code, inst, held)
        held = self._after_own(code, inst, held, drops, gained)
        return self.idioms.after(code, inst, held, drops)

    def _after_own(
        self, code: Code, inst: int, held: Held, drops: set[Lock], gained: Gained
    ) -> Held:
        op = code.ops[inst]
        if op == _INVOKE:
            return self._after_call(code, inst, held, drops, gained)
        if op == _MONITOR_ENTER:
            return self._acquired(code, held, self._views.lock(code, code.operands(inst)[0]))
        if op == _MONITOR_EXIT:
            lock = self._views.lock(code, code.operands(inst)[0])
            after = released(held, lock)
            return after if after == held else self._aliases.released(code, held, after, lock)
        if op == _ARRAY_LOAD:
            is_locked = any(it.mode == "exclusive" and is_real(it) for it in held)
            is_taken = is_locked and self._buffers.takes(code, inst)
            return held | {self.belongings.of(code, code.results[inst])} if is_taken else held
        return held

    def _after_call(
        self, code: Code, inst: int, held: Held, drops: set[Lock], gained: Gained
    ) -> Held:
        place = code.place
        found = self.lock_calls.all.get((place, inst))
        if found is None and (tasks := self.lock_calls.waited_for(place, inst)):
            # Whoever has waited for a task's end is the only one who has it.
            return held | {self.belongings.of(code, it) for it in tasks}
        if self.lock_calls.asks_for_itself(place, inst):
            return held | {self.belongings.of(code, code.results[inst])}
        if found is None:
            return self._after_own_call(code, inst, held, drops, gained)
        effect, receiver = found
        if effect.kind == "take":
            return held | {self.belongings.of(code, code.results[inst])}
        lock = self._views.lock(code, receiver, effect.mode, is_monitor=False)
        if effect.kind == "acquire":
            return self._acquired(code, held, lock)
        if effect.kind == "optimistic":
            is_validated = self.lock_calls.is_validated(place, code, inst)
            return acquired(held, lock) if is_validated else held
        if effect.kind == "release":
            after = released(held, lock)
            if after == held and lock.root.kind != "value":
                drops.add(lock)
            return self._aliases.released(code, held, after, lock)
        return held

    def _acquired(self, code: Code, held: Held, lock: Lock) -> Held:
        """What is held once a lock is taken; perhaps as the second of two in an order."""
        return acquired(held, lock) | both(code, self._values, held, lock)

    def _after_own_call(
        self, code: Code, inst: int, held: Held, drops: set[Lock], gained: Gained
    ) -> Held:
        """The effect of methods that end with more or fewer locks than they began with."""
        if not self._summaries:
            return held
        callees = self._calls.methods_called(code.place, code.bcis[inst])
        found = [self._summaries.of(callee) for callee in callees]
        if all(summary is NO_CHANGE for summary in found):
            return held
        operands = code.operands(inst)
        more = NOTHING
        if all(it.gains or it.may_gain for it in found):
            gains = [gained(callee, code, inst) for callee in callees]
            more = frozenset.intersection(
                *(frozenset(self._summaries.outward(code, operands, it)) for it in gains)
            )
        # Of many methods together: what several of them give back is looked at once.
        given_back: Held = frozenset().union(*(it.drops for it in found))
        outward = self._summaries.outward(code, operands, given_back)
        dropped = self.given_back.missed(code.place, outward)
        keys, names = {it.identity for it in dropped}, {it.identity for it in held}
        kept = frozenset(it for it in held if it.identity not in keys)
        for lock in dropped:
            if lock.identity not in names:
                kept = self._aliases.without(code, kept, lock)
                drops.update((lock,) if lock.root.kind != "value" else ())
        if all(it.gives for it in found):
            kept |= {self.belongings.of(code, code.results[inst])}
        return kept | more

    def behind(self, code: Code, last: int, position: int, held: Held, drops: set[Lock]) -> Held:
        """What is held behind the end of a block: a `tryLock` counts where it gave true."""
        if code.ops[last] == _IF:
            held = self._behind_question(code, last, position, held)
            held |= self._known_held(code, last, position)
        return self.idioms.behind(code, last, position, held, drops)

    def _behind_question(self, code: Code, branch: int, position: int, held: Held) -> Held:
        asked = comparison(code, branch)
        if asked is None or asked.with_ not in (0, None) or asked.sign not in (EQUAL, DIFFERENT):
            return held
        is_true = asked.at(position).sign == DIFFERENT
        if asked.with_ is None and not is_true:
            # What is null has no lock that somebody else could hold.
            held |= {self.belongings.of(code, asked.value)}
        told = self.told_by(code, asked.value, is_true=is_true)
        return self._without_converted(code, asked.value, told, held) | told

    def along(self, code: Code, block: int, target: int, held: Held) -> Held:
        """What is held by who goes from one block to another, by the names that it has there."""
        held = self._aliases.along(code, block, target, held)
        return self.belongings.along(code, block, target, held)

    def _without_converted(self, code: Code, value: int, told: Held, held: Held) -> Held:
        """What is left of what was held where a lock that was held otherwise was converted."""
        found = self.lock_calls.all.get((code.place, code.definitions[value]))
        if not told or found is None or found[0].kind != "convert":
            return held
        converted = {lock.identity for lock in told}
        return frozenset(lock for lock in held if lock.identity not in converted)

    def _known_held(self, code: Code, branch: int, position: int) -> Held:
        """The lock of which the program has asked whether it holds it, where it does."""
        asked = comparison(code, branch)
        made = -1 if asked is None else code.definitions[asked.value]
        found = self.lock_calls.all.get((code.place, made))
        if asked is None or found is None or found[0].kind != "holds":
            return NOTHING
        if asked.at(position).holds(0):
            return NOTHING
        is_monitor = code.reference(made).name == "holdsLock"
        return frozenset({self._views.lock(code, found[1], found[0].mode, is_monitor=is_monitor)})

    def told_by(self, code: Code, value: int, *, is_true: bool) -> Held:
        """What is held if a call has given true, or false."""
        inst = code.definitions[value]
        if inst < 0 or code.ops[inst] != _INVOKE:
            return NOTHING
        gained = self._gained_by(code, inst, is_true=is_true)
        return gained | self.idioms.told_by(code, inst, is_true=is_true)

    def _gained_by(self, code: Code, inst: int, *, is_true: bool) -> Held:
        """The locks that are held if a call has given true, or false."""
        found = self.lock_calls.all.get((code.place, inst))
        if found is not None:
            is_gained = found[0].kind in ("try", "convert") and is_true
            lock = self._views.lock(code, found[1], found[0].mode, is_monitor=False)
            return frozenset({lock}) if is_gained else NOTHING
        callees = self._calls.methods_called(code.place, code.bcis[inst])
        if not callees or not self._summaries:
            return NOTHING
        operands = code.operands(inst)
        summaries = {it: self._summaries.of(it) for it in callees}
        gained = {it: of.if_true if is_true else of.if_false for it, of in summaries.items()}
        outward = (self._summaries.outward(code, operands, held) for held in gained.values())
        surely = frozenset.intersection(*map(frozenset, outward))
        return surely | self.owners.answered(code, inst, gained)
