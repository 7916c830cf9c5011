"""What methods themselves hold: a dataflow over all paths, exceptions too, so that monitors,
`java.util.concurrent` locks, try-finally and `tryLock` are one thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls import NOBODY
from snarl.facts.code import makes_its_receiver
from snarl.facts.code.branches import Assumed, Given, is_open
from snarl.facts.code.constants import constants, number
from snarl.facts.locks.effects import Effects
from snarl.facts.locks.handmade.batons import Batons
from snarl.facts.locks.handmade.flags import Flags
from snarl.facts.locks.handmade.gates import Gates
from snarl.facts.locks.handmade.handovers import Handovers
from snarl.facts.locks.handmade.latches import Latches
from snarl.facts.locks.handmade.taken import Taken
from snarl.facts.locks.holds import joined, outward_only, where_nothing_runs, without_dropped
from snarl.facts.locks.summaries import Summaries, Summary
from snarl.facts.locks.words import (
    DEEPEST,
    IN_CONSTRUCTION,
    NOTHING,
    TAKEN,
    Held,
    Lock,
)
from snarl.graph import distinct
from snarl.program import Op

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts.code import Code
    from snarl.facts.locks.confinement.parts import Parts
    from snarl.facts.locks.ground import Ground
    from snarl.facts.locks.handmade.owners import Owners

_RETURN = int(Op.RETURN)
_LONGEST_WRAPPER = 200
"""Instructions of a method that may take a lock for its caller and say so."""

_PLAIN_LOCKS = (
    "java.util.concurrent.locks.Lock",
    "java.util.concurrent.locks.ReadWriteLock",
    "java.util.concurrent.locks.ReentrantLock",
    "java.util.concurrent.locks.ReentrantReadWriteLock",
    "java.lang.Thread",
)


@dataclass(frozen=True, slots=True)
class _Solved:
    """What a method holds."""

    before: dict[int, Held]
    """Before each instruction, where it is something."""
    ends: dict[int, Held]
    """Where it returns."""
    drops: dict[Lock, set[int]]
    """What it gives back and did not take, and where: the instruction, or `~` the first one behind
    a branch."""


class Within:
    """What is held before each instruction of a method, beyond what its callers hold."""

    def __init__(self, ground: Ground, run_once: frozenset[int], parts: Parts) -> None:
        """With the methods that run once for each of their objects."""
        self._solution = ground.solution
        self._calls = ground.calls
        self._summaries = Summaries(ground.values)
        self._effects = Effects(ground, parts, self._summaries)
        self._held: dict[int, dict[int, Held]] = {}
        self._drops: dict[int, dict[Lock, set[int]]] = {}
        self._given: dict[tuple[int, tuple[tuple[int, int], ...]], Held] = {}
        """What methods gain that are called with some constants."""
        self._find(set(self._methods_with_locks()))
        self._find_idioms(ground, run_once, parts)

    def _find_idioms(self, ground: Ground, run_once: frozenset[int], parts: Parts) -> None:
        """Looks for locks that are made by hand, one kind after the other: each is found by what is
        held where its words are used, and what it gives may show more of the others."""
        calls, add = self._calls, self._effects.idioms.add
        accesses, values, threads = ground.accesses, ground.values, ground.threads
        flags = Flags(calls, accesses, values, ground.once, self.at, run_once)
        add(flags)
        self._find({*flags.readers, *flags.setters})
        taken = Taken(calls, values, ground.atomics)
        add(taken)
        self._find(taken.methods)
        handed = Handovers(calls, accesses, values, threads, parts)
        add(handed)
        changed = handed.look(self.at)
        self._find(changed)
        self._find(taken.verify(self.at, self._kept_by))
        while changed and (changed := handed.look(self.at)):
            self._find(changed)
            self._find(taken.verify(self.at, self._kept_by))
        latches = Latches(calls, accesses, values, threads, self.at)
        add(latches)
        self._find(latches.methods)
        batons = Batons(calls, accesses, values, threads)
        add(batons)
        self._find(batons.methods)
        self._find(batons.verify(self.at))
        handed = Handovers(calls, accesses, values, threads, parts)
        gates = Gates(calls, accesses, values, self.at, handed.gives)
        add(gates)
        self._find(gates.methods)
        add(handed)
        changed = handed.look(self.at)
        self._find(changed)
        self._find(gates.verify(self._kept_by))
        while changed and (changed := handed.look(self.at)):
            self._find(changed)
            self._find(gates.verify(self._kept_by))

    @property
    def owners(self) -> Owners:
        """What is known of threads that objects have for themselves."""
        return self._effects.owners

    @property
    def methods(self) -> list[int]:
        """The methods that hold something."""
        return [*self._held, *self._constructors]

    def holds_any(self, method: int) -> bool:
        """Whether a method itself holds something somewhere."""
        return bool(self._held.get(method)) or method in self._constructors

    def at(self, method: int, inst: int) -> Held:
        """What a method itself holds before an instruction."""
        held = self._held.get(method, {}).get(inst, NOTHING)
        return held | {IN_CONSTRUCTION} if method in self._constructors else held

    def left(self, method: int, inst: int | None, held: Held) -> Held:
        """What is left, at an instruction of a method, of what its callers hold."""
        drops = self._drops.get(method)
        if inst is None or not (drops or any(lock.depth == TAKEN for lock in held)):
            return held
        code = self._calls.code(method)
        if code is None:
            return held
        if drops:
            held = without_dropped(code, inst, held, drops)
        held = self._effects.idioms.left(code, inst, held)
        return self._effects.belongings.left(code, inst, held)

    @cached_property
    def has_plain_locks(self) -> bool:
        """Whether all locks of `java.util.concurrent` are the JDK's, and of kinds that are given
        back by the thread that has taken them."""
        program = self._solution.program
        base = program.find_class("java.util.concurrent.locks.Lock")
        codes = (
            (self._calls.code(place), inst)
            for (place, inst), (effect, _) in self._effects.lock_calls.all.items()
            if effect.kind != "take"
        )
        return all(
            code is not None and code.reference(inst).owner.startswith(_PLAIN_LOCKS)
            for code, inst in codes
        ) and not any(
            base is not None and program.engine.is_subclass(it.id, base.id)
            for origin in ("application", "library")
            for it in program.classes(origin)
        )

    def _kept_by(self, method: int) -> Held:
        """What a method may still hold when it has ended."""
        return self._summaries.of(method).kept

    @cached_property
    def _constructors(self) -> set[int]:
        calls = self._calls
        return {
            place
            for place, method in enumerate(calls.methods)
            if calls.is_own_method[place] and makes_its_receiver(method)
        }

    def _find(self, waiting: set[int]) -> None:
        """Solves methods that take locks, then those that call methods that keep them. Those that
        give back what is known only now that somebody holds it, again."""
        calls = self._calls
        rounds = 0
        again: set[int] = set()
        while (waiting and rounds < DEEPEST) or again:
            changed = set()
            self._given.clear()
            waiting, again = (waiting if rounds < DEEPEST else set()) | again, set()
            for place in sorted(waiting):
                code = calls.code(place)
                if code is None:
                    continue
                solved = self._solve(code)
                self._held[place] = solved.before
                self._drops[place] = solved.drops
                again |= self._effects.given_back.learn(solved.before.values())
                if self._summaries.learn(place, self._summary(code, solved)):
                    changed.add(place)
            waiting = self._callers_of(changed)
            rounds += 1

    def _methods_with_locks(self) -> Iterator[int]:
        columns = self._solution.engine.instructions([int(Op.MONITOR_ENTER)])
        yield from columns[0].tolist()
        yield from self._effects.methods

    def _callers_of(self, methods: Iterable[int]) -> set[int]:
        callers, callees = self._method_calls
        chosen = np.zeros(len(self._calls.methods), bool)
        chosen[list(methods)] = True
        return set(callers[chosen[callees]].tolist())

    @cached_property
    def _method_calls(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The calls between methods of the program's own that stay in their thread, each once."""
        calls = self._calls
        edges = np.flatnonzero(calls.is_own[calls.callers] & calls.is_in_thread)
        callers = calls.method_of[calls.callers[edges]].astype(np.int64)
        callees = calls.method_of[calls.callees[edges]].astype(np.int64)
        each = distinct((callers << 32 | callees)[callees != NOBODY])
        return each >> 32, each & NOBODY

    def _summary(self, code: Code, solved: _Solved) -> Summary:
        """What a method does to locks, by what all of its ways hold at their ends."""
        gains = frozenset.intersection(*solved.ends.values()) if solved.ends else NOTHING
        may_gain = frozenset().union(*solved.ends.values()) - gains
        if_true, if_false = NOTHING, NOTHING
        if code.method.descriptor.endswith(")Z") and len(code) <= _LONGEST_WRAPPER:
            if_true = self._gained_if(code, solved, 1) - gains
            if_false = self._gained_if(code, solved, 0) - gains
        return Summary(
            outward_only(gains),
            frozenset(solved.drops),
            outward_only(if_true),
            outward_only(if_false),
            self._effects.belongings.are_returned(code, solved.ends),
            outward_only(may_gain),
        )

    def _gained_if(self, code: Code, solved: _Solved, wanted: int) -> Held:
        """What a method holds at its ends if it returns true, or false."""
        found: list[Held] = []
        for end, plain in solved.ends.items():
            value = code.operands(end)[0]
            known = constants(code, value)
            if known is not None and wanted not in known:
                continue
            held: Held | None = plain
            if not solved.before:
                held = self._effects.told_by(code, value, is_true=bool(wanted))
            elif known is None or len(known) > 1:
                again = self._solve(code, Assumed(code, end, value, wanted))
                held = again.ends.get(end)
                if held is not None:
                    held = held | self._effects.told_by(code, value, is_true=bool(wanted))
            if held is not None:
                found.append(held)
        return frozenset.intersection(*found) if found else NOTHING

    def _gained(self, callee: int, code: Code, call: int) -> Held:
        """What a method gains at a call, which may give it constants: that it shall wait without a
        limit, say."""
        summary = self._summaries.of(callee)
        there = self._calls.code(callee) if summary.may_gain else None
        if there is None or len(there) > _LONGEST_WRAPPER:
            return summary.gains
        numbers = ((at, number(code, it)) for at, it in enumerate(code.operands(call)))
        key = (callee, tuple((at, it) for at, it in numbers if it is not None))
        if key not in self._given:
            self._given[key] = summary.gains  # of a method that calls itself
            given = Given(there, dict(key[1]))
            ends = self._solve(there, given).ends.values() if given.matters else ()
            if ends:
                self._given[key] = outward_only(frozenset.intersection(*ends))
        return self._given[key]

    def _solve(self, code: Code, assumed: Assumed | Given | None = None) -> _Solved:
        """What is held before each instruction of a method, beyond what its callers hold."""
        effects, idioms = self._effects, self._effects.idioms
        entry: list[Held | None] = [None] * (len(code.block_offsets) - 1)
        entry[0] = idioms.at_start(code)
        waiting = [0]
        before: dict[int, Held] = {}
        ends: dict[int, Held] = {}
        drops: dict[Lock, set[int]] = {}
        dropped: set[Lock] = set()
        closed: dict[int, Held] = {}
        while waiting:
            block = waiting.pop()
            held = entry[block]
            assert held is not None
            thrown: Held | None = None
            for inst in range(code.block_offsets[block], code.block_offsets[block + 1]):
                before[inst] = held
                after = effects.after(code, inst, held, dropped, self._gained)
                while dropped:
                    drops.setdefault(dropped.pop(), set()).add(inst)
                if effects.may_throw(code, inst):
                    thrown = held if thrown is None else thrown & held
                    if after < held:
                        # A release that throws has still released, for all that we know.
                        thrown &= after
                held = idioms.if_done(code, inst, after)
            last = code.block_offsets[block + 1] - 1
            if code.ops[last] == _RETURN:
                ends[last] = held
            for position, target in enumerate(code.successors[block]):
                if not is_open(code, last, position):
                    closed[target] = held
                elif assumed is None or assumed.allows(block, position, target):
                    state = effects.behind(code, last, position, held, dropped)
                    while dropped:
                        drops.setdefault(dropped.pop(), set()).add(~code.block_offsets[target])
                    state = effects.along(code, block, target, state)
                    _flow(entry, waiting, target, state)
            for target in code.handlers[block]:
                state = held if thrown is None else thrown
                _flow(entry, waiting, target, effects.along(code, block, target, state))
        before |= where_nothing_runs(code, entry, closed)
        return _Solved({inst: held for inst, held in before.items() if held}, ends, drops)


def _flow(entry: list[Held | None], waiting: list[int], target: int, state: Held) -> None:
    """Lets what is held on one more way flow into a block."""
    old = entry[target]
    new = state if old is None else joined(old, state)
    if new != old:
        entry[target] = new
        waiting.append(target)
