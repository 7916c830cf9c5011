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
from snarl.facts.code.constants import DIFFERENT, EQUAL, comparison, constants, number
from snarl.facts.code.values import Values
from snarl.facts.locks.aliases import Aliases
from snarl.facts.locks.calls import LockCalls
from snarl.facts.locks.confinement.belongings import Belongings
from snarl.facts.locks.confinement.buffers import Buffers
from snarl.facts.locks.handmade.batons import Batons
from snarl.facts.locks.handmade.exchanges import Exchanges
from snarl.facts.locks.handmade.flags import Flag, Flags
from snarl.facts.locks.handmade.gates import Gates
from snarl.facts.locks.handmade.given_back import GivenBack
from snarl.facts.locks.handmade.handovers import Handovers
from snarl.facts.locks.handmade.latches import Latches
from snarl.facts.locks.handmade.ordered import both
from snarl.facts.locks.handmade.owners import Owners, given
from snarl.facts.locks.handmade.permits import Permits
from snarl.facts.locks.handmade.taken import Taken
from snarl.facts.locks.holds import (
    acquired,
    joined,
    outward_only,
    released,
    where_nothing_runs,
    without_dropped,
)
from snarl.facts.locks.views import Views
from snarl.facts.locks.words import (
    DEEPEST,
    EVERYWHERE,
    IN_CONSTRUCTION,
    NOTHING,
    TAKEN,
    Held,
    Lock,
    is_no_object,
    is_real,
)
from snarl.graph import distinct
from snarl.program import Op

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts.accesses import Accesses
    from snarl.facts.atomics import Atomics
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.locks.confinement.parts import Parts
    from snarl.facts.ownership.publication import Publication
    from snarl.facts.threads import Threads
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

# As plain numbers: to look a member of an enumeration up takes longer than all else in a loop.
_GET_FIELD, _PUT_FIELD, _PUT_STATIC = int(Op.GET_FIELD), int(Op.PUT_FIELD), int(Op.PUT_STATIC)
_MONITOR_ENTER, _MONITOR_EXIT = int(Op.MONITOR_ENTER), int(Op.MONITOR_EXIT)
_INVOKE, _ARRAY_LOAD, _RETURN = int(Op.INVOKE), int(Op.ARRAY_LOAD), int(Op.RETURN)
_IF, _SWITCH = int(Op.IF), int(Op.SWITCH)
_STORES = (_PUT_FIELD, _PUT_STATIC)
_NEVER_THROW = {
    *map(int, (Op.PARAMETER, Op.PHI, Op.CONSTANT, Op.CATCH, Op.NEGATE, Op.CONVERT, Op.COMPARE)),
    *map(int, (Op.GOTO, Op.IF, Op.SWITCH, Op.INSTANCE_OF)),
}
_SURELY_TAKE = {"lock", "readLock", "writeLock", "acquireUninterruptibly"}
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
class _Summary:
    """What a method does to locks between its entry and its end."""

    gains: Held = NOTHING
    drops: Held = NOTHING
    if_true: Held = NOTHING
    """What it gains besides if it returns true."""
    if_false: Held = NOTHING
    gives: bool = False
    """Whether what it returns belongs to its caller."""
    may_gain: Held = NOTHING
    """What it gains at some of its ends."""


_NO_CHANGE = _Summary()


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

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        accesses: Accesses,
        values: Values,
        once: Once,
        publication: Publication,
        atomics: Atomics,
        run_once: frozenset[int],
        threads: Threads,
        parts: Parts,
    ) -> None:
        self._solution = solution
        self._calls = calls
        self._values = values
        permits = Permits(calls, accesses, values, once)
        self._lock_calls = LockCalls(solution, calls, accesses, once, values, permits)
        self._views = Views(calls, accesses, values, permits)
        self._aliases = Aliases(solution, values)
        self._belongings = Belongings(self._views, publication)
        self._buffers = Buffers(values)
        self._exchanges = Exchanges(accesses, atomics)
        self.owners = Owners(calls, values)
        self._summaries: dict[int, _Summary] = {}
        self._held: dict[int, dict[int, Held]] = {}
        self._drops: dict[int, dict[Lock, set[int]]] = {}
        self._given_back = GivenBack(parts)
        self._given: dict[tuple[int, tuple[tuple[int, int], ...]], Held] = {}
        """What methods gain that are called with some constants."""
        self._flags: Flags | None = None
        self._taken: Taken | None = None
        self._batons: Batons | None = None
        self._latches: Latches | None = None
        self._gates: Gates | None = None
        self._handed: Handovers | None = None
        self._find(set(self._methods_with_locks()))
        self._flags = Flags(calls, accesses, values, once, self.at, run_once)
        self._find({*self._flags.readers, *self._flags.setters})
        self._taken = Taken(calls, values, atomics)
        self._find(self._taken.methods)
        self._handed = Handovers(calls, values, threads)
        changed = self._handed.look(self.at)
        self._find(changed)
        self._find(self._taken.verify(self.at, self._kept_by))
        while changed and (changed := self._handed.look(self.at)):
            self._find(changed)
            self._find(self._taken.verify(self.at, self._kept_by))
        self._latches = Latches(calls, accesses, values, threads, self.at)
        self._find(self._latches.methods)
        self._batons = Batons(calls, accesses, values, threads)
        self._find(self._batons.methods)
        self._find(self._batons.verify(self.at))
        self._gates = Gates(calls, accesses, values, self.at)
        self._find(self._gates.methods)
        self._find(self._gates.verify(self._kept_by))

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
        if self._latches is not None:
            held = self._latches.left(code, inst, held)
        return self._belongings.left(code, inst, held)

    @cached_property
    def has_plain_locks(self) -> bool:
        """Whether all locks of `java.util.concurrent` are the JDK's, and of kinds that are given
        back by the thread that has taken them."""
        program = self._solution.program
        base = program.find_class("java.util.concurrent.locks.Lock")
        codes = (
            (self._calls.code(place), inst)
            for (place, inst), (effect, _) in self._lock_calls.all.items()
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
        summary = self._summaries.get(method, _NO_CHANGE)
        return summary.gains | summary.if_true | summary.if_false

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
                solved = self._solve(place, code)
                self._held[place] = solved.before
                self._drops[place] = solved.drops
                again |= self._given_back.learn(solved.before.values())
                summary = self._summary(place, code, solved)
                if summary != self._summaries.get(place, _NO_CHANGE):
                    self._summaries[place] = summary
                    changed.add(place)
            waiting = self._callers_of(changed)
            rounds += 1

    def _methods_with_locks(self) -> Iterator[int]:
        columns = self._solution.engine.instructions([int(Op.MONITOR_ENTER)])
        yield from columns[0].tolist()
        yield from self._lock_calls.methods
        yield from self.owners.methods
        yield from self._exchanges.methods

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

    def _summary(self, place: int, code: Code, solved: _Solved) -> _Summary:
        """What a method does to locks, by what all of its ways hold at their ends."""
        gains = frozenset.intersection(*solved.ends.values()) if solved.ends else NOTHING
        may_gain = frozenset().union(*solved.ends.values()) - gains
        if_true, if_false = NOTHING, NOTHING
        if code.method.descriptor.endswith(")Z") and len(code) <= _LONGEST_WRAPPER:
            if_true = self._gained_if(place, code, solved, 1) - gains
            if_false = self._gained_if(place, code, solved, 0) - gains
        return _Summary(
            outward_only(gains),
            frozenset(solved.drops),
            outward_only(if_true),
            outward_only(if_false),
            self._belongings.are_returned(code, solved.ends),
            outward_only(may_gain),
        )

    def _gained_if(self, place: int, code: Code, solved: _Solved, wanted: int) -> Held:
        """What a method holds at its ends if it returns true, or false."""
        found: list[Held] = []
        for end, plain in solved.ends.items():
            value = code.operands(end)[0]
            known = constants(code, value)
            if known is not None and wanted not in known:
                continue
            held: Held | None = plain
            if not solved.before:
                held = self._told_by(code, value, is_true=bool(wanted))
            elif known is None or len(known) > 1:
                again = self._solve(place, code, Assumed(code, end, value, wanted))
                held = again.ends.get(end)
                if held is not None:
                    held = held | self._told_by(code, value, is_true=bool(wanted))
            if held is not None:
                found.append(held)
        return frozenset.intersection(*found) if found else NOTHING

    def _gained(self, callee: int, code: Code, call: int) -> Held:
        """What a method gains at a call, which may give it constants: that it shall wait without a
        limit, say."""
        summary = self._summaries.get(callee, _NO_CHANGE)
        there = self._calls.code(callee) if summary.may_gain else None
        if there is None or len(there) > _LONGEST_WRAPPER:
            return summary.gains
        numbers = ((at, number(code, it)) for at, it in enumerate(code.operands(call)))
        key = (callee, tuple((at, it) for at, it in numbers if it is not None))
        if key not in self._given:
            self._given[key] = summary.gains  # of a method that calls itself
            given = Given(there, dict(key[1]))
            ends = self._solve(callee, there, given).ends.values() if given.matters else ()
            if ends:
                self._given[key] = outward_only(frozenset.intersection(*ends))
        return self._given[key]

    def _solve(self, place: int, code: Code, assumed: Assumed | Given | None = None) -> _Solved:
        """What is held before each instruction of a method, beyond what its callers hold."""
        count = len(code.block_offsets) - 1
        entry: list[Held | None] = [None] * count
        entry[0] = self._at_start(code)
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
                after = self._after(place, code, inst, held, dropped)
                if self._latches is not None:
                    after = self._latches.of_owner(code, inst, after)
                while dropped:
                    drops.setdefault(dropped.pop(), set()).add(inst)
                if self._may_throw(place, code, inst):
                    thrown = held if thrown is None else thrown & held
                    if after < held:
                        # A release that throws has still released, for all that we know.
                        thrown &= after
                # A task that is refused is not started: who has thrown has still what he had.
                held = after if self._handed is None else self._handed.after(code, inst, after)
            last = code.block_offsets[block + 1] - 1
            if code.ops[last] == _RETURN:
                ends[last] = held
            for position, target in enumerate(code.successors[block]):
                if not is_open(code, last, position):
                    closed[target] = held
                elif assumed is None or assumed.allows(block, position, target):
                    state = self._behind(code, last, position, held, dropped)
                    while dropped:
                        drops.setdefault(dropped.pop(), set()).add(~code.block_offsets[target])
                    state = self._aliases.along(code, block, target, state)
                    state = self._belongings.along(code, block, target, state)
                    self._flow(entry, waiting, target, state)
            for target in code.handlers[block]:
                state = held if thrown is None else thrown
                state = self._aliases.along(code, block, target, state)
                state = self._belongings.along(code, block, target, state)
                self._flow(entry, waiting, target, state)
        before |= where_nothing_runs(code, entry, closed)
        return _Solved({inst: held for inst, held in before.items() if held}, ends, drops)

    def _at_start(self, code: Code) -> Held:
        """What a method itself holds when it begins."""
        flags = NOTHING if self._flags is None else self._flags.at_start(code)
        return flags if self._handed is None else flags | self._handed.at_start(code)

    def _may_throw(self, place: int, code: Code, inst: int) -> bool:
        """Whether an instruction may end by an exception, but for locks that are taken: `lock()` in
        front of the `try` or just behind it is the same."""
        op = code.ops[inst]
        if op == _GET_FIELD:
            return code.method.is_static or code.operands(inst)[0] != code.parameters[0]
        if op == _INVOKE:
            is_of_lock = (place, inst) in self._lock_calls.all
            return not (is_of_lock and code.reference(inst).name in _SURELY_TAKE)
        return op not in _NEVER_THROW

    @staticmethod
    def _flow(entry: list[Held | None], waiting: list[int], target: int, state: Held) -> None:
        old = entry[target]
        new = state if old is None else joined(old, state)
        if new != old:
            entry[target] = new
            waiting.append(target)

    def _after(
        self,
        place: int,
        code: Code,
        inst: int,
        held: Held,
        drops: set[Lock],
    ) -> Held:
        op = code.ops[inst]
        held = self._belongings.after(code, inst, held)
        held = self._exchanges.without_given(code, inst, held)
        if op == _PUT_FIELD:
            held = held | self.owners.set_by(code, inst)
        if self._taken is not None:
            held = self._taken.after(code, inst, held, drops)
        if self._batons is not None:
            held = self._batons.after(code, inst, held)
        if op == _INVOKE and self._latches is not None:
            held = self._latches.after(code, inst, held)
        if self._gates is not None:
            held = self._gates.after(code, inst, held, drops)
        if op == _ARRAY_LOAD:
            is_locked = any(it.mode == "exclusive" and is_real(it) for it in held)
            is_taken = is_locked and self._buffers.takes(code, inst)
            return held | {self._belongings.of(code, code.results[inst])} if is_taken else held
        if op == _MONITOR_ENTER:
            return self._acquired(code, held, self._views.lock(code, code.operands(inst)[0]))
        if op == _MONITOR_EXIT:
            lock = self._views.lock(code, code.operands(inst)[0])
            after = released(held, lock)
            return after if after == held else self._aliases.released(code, held, after, lock)
        if op in _STORES and self._flags is not None:
            made = self._flags.set_by(code, inst)
            if made is not None:
                flag, base = made
                unset = flag.lock(code, self._values, base, "before")
                return held - {unset} | {unset._replace(mode="after")}
        if op != _INVOKE:
            return held
        for value in self._exchanges.taken(code, inst):
            held = held | {self._belongings.of(code, value)}
        found = self._lock_calls.all.get((place, inst))
        if found is None and (tasks := self._lock_calls.waited_for(place, inst)):
            # Whoever has waited for a task's end is the only one who has it.
            return held | {self._belongings.of(code, it) for it in tasks}
        if self._lock_calls.asks_for_itself(place, inst):
            return held | {self._belongings.of(code, code.results[inst])}
        if found is None:
            return self._after_call(place, code, inst, held, drops)
        effect, receiver = found
        if effect.kind == "take":
            return held | {self._belongings.of(code, code.results[inst])}
        lock = self._views.lock(code, receiver, effect.mode, is_monitor=False)
        if effect.kind == "acquire":
            return self._acquired(code, held, lock)
        if effect.kind == "optimistic":
            return (
                acquired(held, lock) if self._lock_calls.is_validated(place, code, inst) else held
            )
        if effect.kind == "release":
            after = released(held, lock)
            if after == held and lock.root.kind != "value":
                drops.add(lock)
            return self._aliases.released(code, held, after, lock)
        return held

    def _acquired(self, code: Code, held: Held, lock: Lock) -> Held:
        """What is held once a lock is taken; perhaps as the second of two in an order."""
        return acquired(held, lock) | both(code, self._values, held, lock)

    def _after_call(self, place: int, code: Code, inst: int, held: Held, drops: set[Lock]) -> Held:
        """The effect of methods that end with more or fewer locks than they began with."""
        if not self._summaries:
            return held
        callees = self._calls.methods_called(place, code.bcis[inst])
        found = [self._summaries.get(callee, _NO_CHANGE) for callee in callees]
        if all(summary is _NO_CHANGE for summary in found):
            return held
        operands = code.operands(inst)
        gained = NOTHING
        if all(it.gains or it.may_gain for it in found):
            gains = [self._gained(callee, code, inst) for callee in callees]
            gained = frozenset.intersection(
                *(frozenset(self._outward(code, operands, it)) for it in gains)
            )
        # Of many methods together: what several of them give back is looked at once.
        given_back: Held = frozenset().union(*(it.drops for it in found))
        dropped = self._given_back.missed(place, self._outward(code, operands, given_back))
        keys, names = {it.identity for it in dropped}, {it.identity for it in held}
        kept = frozenset(it for it in held if it.identity not in keys)
        for lock in dropped:
            if lock.identity not in names:
                kept = self._aliases.without(code, kept, lock)
                drops.update((lock,) if lock.root.kind != "value" else ())
        if all(it.gives for it in found):
            kept |= {self._belongings.of(code, code.results[inst])}
        return kept | gained

    def _outward(self, code: Code, operands: list[int], locks: Held) -> Iterator[Lock]:
        """A callee's locks in the words of its caller."""
        for lock in given(code, operands, locks):
            if lock.root.kind in EVERYWHERE:
                yield lock
            elif lock.root.kind == "parameter" and lock.root.key[0] < len(operands):
                path = self._values.path(code, operands[lock.root.key[0]])
                fields = path.fields + lock.down
                if len(fields) <= DEEPEST or not is_no_object(lock):
                    # What a wrapper hides may itself be a view. Words that are further away nobody
                    # holds; where callbacks call callbacks there is no end of them.
                    yield lock._replace(root=path.root, down=fields)

    def _behind(self, code: Code, last: int, position: int, held: Held, drops: set[Lock]) -> Held:
        """What is held behind the end of a block: a `tryLock` counts where it gave true."""
        if code.ops[last] == _SWITCH and self._taken is not None:
            return self._taken.past(code, last, position, held, drops)
        if code.ops[last] != _IF:
            return held
        asked = comparison(code, last)
        if asked is not None and asked.with_ in (0, None) and asked.sign in (EQUAL, DIFFERENT):
            is_true = asked.at(position).sign == DIFFERENT
            if asked.with_ is None and not is_true:
                # What is null has no lock that somebody else could hold.
                held = held | {self._belongings.of(code, asked.value)}
            told = self._told_by(code, asked.value, is_true=is_true)
            held = self._without_converted(code, asked.value, told, held) | told
        held = (
            held
            | self._known_held(code, last, position)
            | self.owners.told(code, last, position, held)
        )
        flag = self._flags.looked_at(code, last) if self._flags else None
        if flag is not None:
            held = self._past(code, flag, position, held)
        if self._batons is not None:
            held = self._batons.past(code, last, position, held)
        if self._taken is None:
            return held
        held = self._taken.past(code, last, position, held, drops)
        return held if self._latches is None else held | self._latches.taken(held)

    def _without_converted(self, code: Code, value: int, told: Held, held: Held) -> Held:
        """What is left of what was held where a lock that was held otherwise was converted."""
        found = self._lock_calls.all.get((code.place, code.definitions[value]))
        if not told or found is None or found[0].kind != "convert":
            return held
        converted = {lock.identity for lock in told}
        return frozenset(lock for lock in held if lock.identity not in converted)

    def _known_held(self, code: Code, branch: int, position: int) -> Held:
        """The lock of which the program has asked whether it holds it, where it does."""
        asked = comparison(code, branch)
        made = -1 if asked is None else code.definitions[asked.value]
        found = self._lock_calls.all.get((code.place, made))
        if asked is None or found is None or found[0].kind != "holds":
            return NOTHING
        if asked.at(position).holds(0):
            return NOTHING
        is_monitor = code.reference(made).name == "holdsLock"
        return frozenset({self._views.lock(code, found[1], found[0].mode, is_monitor=is_monitor)})

    def _told_by(self, code: Code, value: int, *, is_true: bool) -> Held:
        """What is held if a call has given true, or false."""
        inst = code.definitions[value]
        if inst < 0 or code.ops[inst] != _INVOKE:
            return NOTHING
        his = self._exchanges.taken_if_true(code, inst) if is_true else ()
        opened = self._latches.told_by(code, inst, is_true=is_true) if self._latches else NOTHING
        return (self._gained_by(code, inst, is_true=is_true) | opened) | {
            self._belongings.of(code, it) for it in his
        }

    def _gained_by(self, code: Code, inst: int, *, is_true: bool) -> Held:
        """The locks that are held if a call has given true, or false."""
        found = self._lock_calls.all.get((code.place, inst))
        if found is not None:
            is_gained = found[0].kind in ("try", "convert") and is_true
            lock = self._views.lock(code, found[1], found[0].mode, is_monitor=False)
            return frozenset({lock}) if is_gained else NOTHING
        if self._taken is not None:
            told = self._taken.told_by(code, inst, is_true=is_true)
            if told is not None:
                return told
        callees = self._calls.methods_called(code.place, code.bcis[inst])
        if not callees or not self._summaries:
            return NOTHING
        operands = code.operands(inst)
        summaries = {it: self._summaries.get(it, _NO_CHANGE) for it in callees}
        gained = {it: of.if_true if is_true else of.if_false for it, of in summaries.items()}
        outward = [frozenset(self._outward(code, operands, held)) for held in gained.values()]
        return frozenset.intersection(*outward) | self.owners.told_by(code, inst, gained)

    def _past(
        self, code: Code, looked: tuple[Flag, int | None, int], position: int, held: Held
    ) -> Held:
        """What is known behind a branch that has looked at a flag."""
        flag, base, is_set = looked
        if position == is_set:
            return held | {flag.lock(code, self._values, base, "after")}
        if self._flags is not None and self._flags.is_guarded(code, flag, base, held):
            return held | {flag.lock(code, self._values, base, "before")}
        return held
