"""What methods themselves hold: a dataflow over all paths, exceptions too, so that monitors,
`java.util.concurrent` locks, try-finally and `tryLock` are one thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.code import makes_its_receiver
from snarl.facts.constants import DIFFERENT, EQUAL, comparison, constants
from snarl.facts.locks.aliases import Aliases
from snarl.facts.locks.batons import Batons
from snarl.facts.locks.belongings import Belongings
from snarl.facts.locks.branches import Assumed, is_open
from snarl.facts.locks.buffers import Buffers
from snarl.facts.locks.calls import LockCalls
from snarl.facts.locks.flags import Flag, Flags
from snarl.facts.locks.ordered import both
from snarl.facts.locks.owners import Owners, given
from snarl.facts.locks.permits import Permits
from snarl.facts.locks.taken import Taken
from snarl.facts.locks.views import Views
from snarl.facts.locks.words import (
    DEEPEST,
    EVERYWHERE,
    IN_CONSTRUCTION,
    NOTHING,
    REAL,
    TAKEN,
    Held,
    Lock,
    common,
    is_real,
)
from snarl.facts.values import Values
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.atomics import Atomics
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.instances import Once
    from snarl.facts.publication import Publication
    from snarl.facts.threads import Threads
    from snarl.points_to import Solution

_NEVER_THROW = {
    *(Op.PARAMETER, Op.PHI, Op.CONSTANT, Op.CATCH, Op.NEGATE, Op.CONVERT, Op.COMPARE),
    *(Op.GOTO, Op.IF, Op.SWITCH, Op.INSTANCE_OF),
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


_NO_CHANGE = _Summary()


@dataclass(frozen=True, slots=True)
class _Solved:
    """What a method holds."""

    before: dict[int, Held]
    """Before each instruction, where it is something."""
    ends: dict[int, Held]
    """Where it returns."""
    drops: set[Lock]
    """What it gives back and did not take."""


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
        self.owners = Owners(calls, values)
        self._summaries: dict[int, _Summary] = {}
        self._held: dict[int, dict[int, Held]] = {}
        self._flags: Flags | None = None
        self._taken: Taken | None = None
        self._batons: Batons | None = None
        self._find(set(self._methods_with_locks()))
        self._flags = Flags(calls, accesses, values, once, self.at, run_once)
        self._find({*self._flags.readers, *self._flags.setters})
        self._taken = Taken(calls, values, atomics)
        self._find(self._taken.methods)
        self._find(self._taken.verify(self.at, self._kept_by))
        self._batons = Batons(calls, accesses, values, threads)
        self._find(self._batons.methods)
        self._find(self._batons.verify(self.at))

    @property
    def methods(self) -> list[int]:
        """The methods that hold something."""
        return [*self._held, *self._constructors]

    def at(self, method: int, inst: int) -> Held:
        """What a method itself holds before an instruction."""
        held = self._held.get(method, {}).get(inst, NOTHING)
        return held | {IN_CONSTRUCTION} if method in self._constructors else held

    def left(self, method: int, inst: int | None, held: Held) -> Held:
        """What is left, at an instruction of a method, of what its callers hold."""
        if inst is None or not any(lock.depth == TAKEN for lock in held):
            return held
        code = self._calls.code(method)
        return held if code is None else self._belongings.left(code, inst, held)

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
        """Solves methods that take locks, then those that call methods that keep them."""
        calls = self._calls
        rounds = 0
        while waiting and rounds < DEEPEST:
            changed = set()
            for place in sorted(waiting):
                code = calls.code(place)
                if code is None:
                    continue
                solved = self._solve(place, code)
                self._held[place] = solved.before
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

    def _callers_of(self, methods: Iterable[int]) -> set[int]:
        calls = self._calls
        found = set()
        for method in methods:
            for instance in calls.instances_of(method):
                for edge in calls.edges_to(instance):
                    caller = int(calls.callers[edge])
                    if calls.is_own[caller] and calls.is_in_thread[edge]:
                        found.add(int(calls.method_of[caller]))
        return found

    def _summary(self, place: int, code: Code, solved: _Solved) -> _Summary:
        """What a method does to locks, by what all of its ways hold at their ends."""
        gains = frozenset.intersection(*solved.ends.values()) if solved.ends else NOTHING
        if_true, if_false = NOTHING, NOTHING
        if code.method.descriptor.endswith(")Z") and len(code) <= _LONGEST_WRAPPER:
            if_true = self._gained_if(place, code, solved, 1) - gains
            if_false = self._gained_if(place, code, solved, 0) - gains
        return _Summary(
            _outward_only(gains),
            frozenset(solved.drops),
            _outward_only(if_true),
            _outward_only(if_false),
            self._belongings.are_returned(code, solved.ends),
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

    def _solve(self, place: int, code: Code, assumed: Assumed | None = None) -> _Solved:
        """What is held before each instruction of a method, beyond what its callers hold."""
        count = len(code.block_offsets) - 1
        entry: list[Held | None] = [None] * count
        entry[0] = NOTHING if self._flags is None else self._flags.at_start(code)
        waiting = [0]
        before: dict[int, Held] = {}
        ends: dict[int, Held] = {}
        drops: set[Lock] = set()
        closed: dict[int, Held] = {}
        while waiting:
            block = waiting.pop()
            held = entry[block]
            assert held is not None
            thrown: Held | None = None
            for inst in range(code.block_offsets[block], code.block_offsets[block + 1]):
                before[inst] = held
                after = self._after(place, code, inst, held, drops)
                if self._may_throw(place, code, inst):
                    thrown = held if thrown is None else thrown & held
                    if after < held:
                        # A release that throws has still released, for all that we know.
                        thrown &= after
                held = after
            last = code.block_offsets[block + 1] - 1
            if code.ops[last] == Op.RETURN:
                ends[last] = held
            for position, target in enumerate(code.successors[block]):
                if not is_open(code, last, position):
                    closed[target] = held
                elif assumed is None or assumed.allows(block, position, target):
                    state = self._behind(code, last, position, held)
                    state = self._aliases.along(code, block, target, state)
                    state = self._belongings.along(code, block, target, state)
                    self._flow(entry, waiting, target, state)
            for target in code.handlers[block]:
                state = held if thrown is None else thrown
                state = self._aliases.along(code, block, target, state)
                state = self._belongings.along(code, block, target, state)
                self._flow(entry, waiting, target, state)
        before |= _where_nothing_runs(code, entry, closed)
        return _Solved({inst: held for inst, held in before.items() if held}, ends, drops)

    def _may_throw(self, place: int, code: Code, inst: int) -> bool:
        """Whether an instruction may end by an exception, but for locks that are taken: `lock()` in
        front of the `try` or just behind it is the same."""
        op = code.ops[inst]
        if op == Op.GET_FIELD:
            return code.method.is_static or code.operands(inst)[0] != code.parameters[0]
        if op == Op.INVOKE:
            is_of_lock = (place, inst) in self._lock_calls.all
            return not (is_of_lock and code.reference(inst).name in _SURELY_TAKE)
        return op not in _NEVER_THROW

    @staticmethod
    def _flow(entry: list[Held | None], waiting: list[int], target: int, state: Held) -> None:
        old = entry[target]
        new = state if old is None else _common(old, state)
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
        if op == Op.PUT_FIELD:
            held = held | self.owners.set_by(code, inst)
        if self._taken is not None:
            held = self._taken.after(code, inst, held, drops)
        if self._batons is not None:
            held = self._batons.after(code, inst, held)
        if op == Op.ARRAY_LOAD:
            is_locked = any(it.mode == "exclusive" and is_real(it) for it in held)
            is_taken = is_locked and self._buffers.takes(code, inst)
            return held | {self._belongings.of(code, code.results[inst])} if is_taken else held
        if op == Op.MONITOR_ENTER:
            return self._acquired(code, held, self._views.lock(code, code.operands(inst)[0]))
        if op == Op.MONITOR_EXIT:
            lock = self._views.lock(code, code.operands(inst)[0])
            after = _released(held, lock)
            return after if after == held else self._aliases.released(code, held, after, lock)
        if op in (Op.PUT_FIELD, Op.PUT_STATIC) and self._flags is not None:
            made = self._flags.set_by(code, inst)
            if made is not None:
                flag, base = made
                unset = flag.lock(code, self._values, base, "before")
                return held - {unset} | {unset._replace(mode="after")}
        if op != Op.INVOKE:
            return held
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
                _acquired(held, lock) if self._lock_calls.is_validated(place, code, inst) else held
            )
        if effect.kind == "release":
            after = _released(held, lock)
            if after == held and lock.root.kind != "value":
                drops.add(lock)
            return self._aliases.released(code, held, after, lock)
        return held

    def _acquired(self, code: Code, held: Held, lock: Lock) -> Held:
        """What is held once a lock is taken; perhaps as the second of two in an order."""
        return _acquired(held, lock) | both(code, self._values, held, lock)

    def _after_call(self, place: int, code: Code, inst: int, held: Held, drops: set[Lock]) -> Held:
        """The effect of methods that end with more or fewer locks than they began with."""
        if not self._summaries:
            return held
        callees = self._calls.methods_called(place, code.bcis[inst])
        found = [self._summaries.get(callee, _NO_CHANGE) for callee in callees]
        if not found or all(summary == _NO_CHANGE for summary in found):
            return held
        operands = code.operands(inst)
        gained = [frozenset(self._outward(code, operands, it.gains)) for it in found]
        dropped = {lock for it in found for lock in self._outward(code, operands, it.drops)}
        keys = {lock.identity for lock in dropped}
        drops.update(
            lock
            for lock in dropped
            if lock.root.kind != "value" and not any(it.identity == lock.identity for it in held)
        )
        kept = frozenset(it for it in held if it.identity not in keys)
        for lock in dropped:
            if not any(it.identity == lock.identity for it in held):
                kept = self._aliases.without(code, kept, lock)
        if all(it.gives for it in found):
            kept |= {self._belongings.of(code, code.results[inst])}
        return kept | frozenset.intersection(*gained)

    def _outward(self, code: Code, operands: list[int], locks: Held) -> Iterator[Lock]:
        """A callee's locks in the words of its caller."""
        for lock in given(code, operands, locks):
            if lock.root.kind in EVERYWHERE:
                yield lock
            elif lock.root.kind == "parameter" and lock.root.key[0] < len(operands):
                path = self._values.path(code, operands[lock.root.key[0]])
                fields = path.fields + lock.down
                # What a wrapper hides may itself be a view.
                yield lock._replace(root=path.root, down=fields)

    def _behind(self, code: Code, last: int, position: int, held: Held) -> Held:
        """What is held behind the end of a block: a `tryLock` counts where it gave true."""
        if code.ops[last] == Op.SWITCH and self._taken is not None:
            return self._taken.past(code, last, position, held)
        if code.ops[last] != Op.IF:
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
        return held if self._taken is None else self._taken.past(code, last, position, held)

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
        if inst < 0 or code.ops[inst] != Op.INVOKE:
            return NOTHING
        found = self._lock_calls.all.get((code.place, inst))
        if found is not None:
            is_gained = found[0].kind in ("try", "convert") and is_true
            lock = self._views.lock(code, found[1], found[0].mode, is_monitor=False)
            return frozenset({lock}) if is_gained else NOTHING
        if self._taken is not None:
            told = self._taken.told_by(code, inst, is_true=is_true)
            if told is not None:
                return frozenset({told})
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


def _where_nothing_runs(
    code: Code, entry: list[Held | None], closed: dict[int, Held]
) -> dict[int, Held]:
    """What is held in blocks behind branches that are never taken: whatever is held in front of
    them, so that what is called there seems to be called under no other locks."""
    found: dict[int, Held] = {}
    for target, held in closed.items():
        waiting = [target]
        while waiting:
            block = waiting.pop()
            first, end = code.block_offsets[block : block + 2]
            if entry[block] is None and first not in found:
                found |= dict.fromkeys(range(first, end), held)
                waiting += code.flow[block]
    return found


def _outward_only(held: Held) -> Held:
    """What a caller can name too."""
    return frozenset(lock for lock in held if lock.root.kind != "value")


def _common(one: Held, two: Held) -> Held:
    """What is held on both of two ways: what is held for writing on one and for reading on the
    other is held for reading."""
    both = common(one, two)
    if not any(lock.mode == "shared" for lock in one ^ two):
        return both
    for mine, other in ((one, two), (two, one)):
        both |= mine & {it._replace(mode="shared") for it in other if it.mode == "exclusive"}
    return both


def _acquired(held: Held, lock: Lock) -> Held:
    """What is held once a lock is taken, perhaps again."""
    depth = sum(1 for it in held if (it.identity, it.mode) == (lock.identity, lock.mode))
    return held | {lock._replace(depth=depth)}


def _released(held: Held, lock: Lock) -> Held:
    """What is held once a lock is given back as often as it is said."""
    same = [it for it in held if it.identity == lock.identity and it.mode in REAL]
    same = [it for it in same if it.mode == lock.mode] or same
    left = held - {max(same, key=lambda it: it.depth)} if same else held
    return frozenset(it for it in left if it.mode != "before")
