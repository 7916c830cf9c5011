"""Joins: calls that wait for the end of threads, and threads that start at the end of others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls import Calls
from snarl.facts.calls.reach import Kills, Reaching
from snarl.facts.code import Code
from snarl.facts.code.amounts import number_of, rounds
from snarl.facts.code.loops import loop_around
from snarl.facts.ordering.chains import Chains, waits_for_its_own
from snarl.facts.ordering.completions import NO_FUTURES, Completions, Futures
from snarl.facts.ordering.coroutines import AWAITS, Coroutines
from snarl.facts.ordering.gatherings import Gathering, Gatherings
from snarl.facts.ordering.limits import gives_up, is_told_to_others, told
from snarl.facts.ordering.named_calls import NamedCalls
from snarl.facts.ordering.tasks import Tasks, are_all
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.threads import Thread
    from snarl.points_to import Solution

_THREAD_JOINS = {"join"}
_FUTURE_JOINS = {"get", "join", "getNow", "resultNow", "invoke"}
_POOL_JOINS = {"awaitTermination", "close", "awaitQuiescence"}
_MAY_GIVE_UP = {"join", "awaitTermination", "awaitQuiescence"}
"""Those that say by what they return whether they have waited to the end."""
# Who asks whether the end has come, and what the answer is then.
_ASKED = {"isAlive": 0, "isDone": 1, "isTerminated": 1}
_POOL_ASKED = {"isTerminated"}
# Waits for an argument, by its position.
_AWAITS = {
    ("scala.concurrent.Await$", "result"): 1,
    ("scala.concurrent.Await$", "ready"): 1,
    **AWAITS,
}
_OF_MANY = {"joinAll", "awaitAll"}
"""Those that wait for all that is in it."""
_MADE_OF_ALL = {"sequence", "traverse"}
"""Methods of Scala's `Future` that give one of many."""
_MADE_OF_ONE = {"anyOf", "completeOnTimeout", "newIncompleteFuture"}
"""Methods of a future that give one which may be complete before it."""

_STARTERS = 3
"""Threads that start one another."""


@dataclass(frozen=True, slots=True)
class _Join:
    """A call that waits for the end of one thread, or of all that an executor runs."""

    instance: int
    code: Code
    inst: int
    value: int
    """What it waits for."""
    of_all: bool
    has_limit: bool = False
    """Whether it throws an exception if it does not want to wait any longer."""


class Joins:
    """Who waits for which thread."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        accesses: Accesses,
        reaching: Reaching,
        named: NamedCalls,
        tasks: Tasks,
        completions: Completions,
        coroutines: Coroutines,
        chains: Chains,
    ) -> None:
        self._solution = solution
        self._calls = calls
        self._accesses = accesses
        self._reaching = reaching
        self._named = named
        self._tasks = tasks
        self._completions = completions
        self._coroutines = coroutines
        self._chains = chains
        self._known_follows: dict[tuple[int, int], bool] = {}

    def of(self, parent: Thread, child: Thread, futures: Futures = NO_FUTURES) -> Kills:
        """The calls after which a thread has surely ended; or, with futures that tell its end,
        something that it runs when its task has ended."""
        kills = Kills()
        ends = [set(futures)] if futures else [self._tasks.of(child)]
        if self._tasks.broken_off.isdisjoint(ends[0]):
            # What waits for it waits for the end of its task.
            ends += [] if futures else self._followers(child)
            ends += map(set, self._completions.behind(frozenset(ends[0])))
        for tasks in ends:
            self._add_joins(kills, parent, child, tasks)
        return kills

    def _followers(self, child: Thread) -> list[set[int]]:
        """What tells the end of threads that are started when a thread has ended."""
        return [
            self._tasks.of(later)
            for later in self._reaching.threads
            if later != child and later.kind == "spawn" and self._starts_after(later, child)
        ]

    def _add_joins(self, kills: Kills, parent: Thread, child: Thread, tasks: set[int]) -> None:
        self._add_named(kills, parent, child, tasks)
        self._add_asked(kills, parent, child, tasks)
        self._add_gathered(kills, parent, child, tasks)
        self._add_awaited(kills, parent, child, tasks)
        for code, inst in self._coroutines.scope_ends:
            if self._coroutines.is_all_of_scope(child, code, inst):
                kills.points.update((it, inst) for it in self._calls.instances_of(code.place))

    def _add_named(self, kills: Kills, parent: Thread, child: Thread, tasks: set[int]) -> None:
        """Calls of methods that wait for what they are called on: `join`, `get`, `close`."""
        pools, runs = self._tasks.pools(child), self._reaching.runs_in(parent)
        for method, inst, called in self._named.of(_THREAD_JOINS | _FUTURE_JOINS | _POOL_JOINS):
            name = self._solution.program.engine.method(*called)[0]
            code = self._calls.code(method)
            if code is None:
                continue
            of_all = name in _POOL_JOINS
            wanted, value = pools if of_all else tasks, code.operands(inst)[0]
            is_limited = name in _MAY_GIVE_UP and gives_up(code, inst, must_have_limit=of_all)
            may_throw = not of_all and len(code.operands(inst)) > 1 and name == "get"
            for instance in self._calls.instances_of(method):
                if not runs[instance]:
                    continue
                if not is_limited:
                    joined = _Join(instance, code, inst, value, of_all, may_throw)
                    self._add_join(kills, joined, child, wanted)
                    continue
                # It may come back before the end, and may say so.
                joined = _Join(instance, code, inst, value, of_all)
                self._add_limited(kills, joined, child, wanted, 1)
                if is_told_to_others(code, inst):
                    self._add_join(kills, joined, child, wanted)

    def _add_gathered(self, kills: Kills, parent: Thread, child: Thread, tasks: set[int]) -> None:
        """Calls that wait for all threads, or futures, of a collection."""
        runs = self._reaching.runs_in(parent)
        for code, inst, value in self._gatherings:
            for instance in self._calls.instances_of(code.place):
                if runs[instance] and are_all(child, tasks, self._below(instance, value)):
                    kills.points.add((instance, inst))

    def _add_awaited(self, kills: Kills, parent: Thread, child: Thread, tasks: set[int]) -> None:
        """Calls that wait for an argument."""
        runs = self._reaching.runs_in(parent)
        for code, inst, value in self._awaits:
            for instance in self._calls.instances_of(code.place):
                if runs[instance]:
                    joined = _Join(instance, code, inst, value, of_all=False)
                    self._add_await(kills, joined, child, tasks)

    def _add_asked(self, kills: Kills, parent: Thread, child: Thread, tasks: set[int]) -> None:
        """Questions: `while (!pool.isTerminated())` waits, too."""
        pools, runs = self._tasks.pools(child), self._reaching.runs_in(parent)
        for method, inst, called in self._named.of(set(_ASKED)):
            name = self._solution.program.engine.method(*called)[0]
            code, of_all = self._calls.code(method), name in _POOL_ASKED
            for instance in () if code is None else self._calls.instances_of(method):
                if code is not None and runs[instance]:
                    asked = _Join(instance, code, inst, code.operands(inst)[0], of_all)
                    wanted = pools if of_all else tasks
                    self._add_limited(kills, asked, child, wanted, _ASKED[name])

    def _add_limited(
        self, kills: Kills, join: _Join, child: Thread, wanted: set[int], answer: int
    ) -> None:
        """A join with a limit, or a question: what runs only if the answer was that the end has
        come runs after that."""
        objects = set(self._calls.objects(join.instance, join.value).tolist())
        if (child.many and not join.of_all) or not objects or not objects <= wanted:
            return
        if self._tasks.broken_off & objects:
            return
        blocks = told(join.code, join.inst, answer)
        kills.blocks.update((join.instance, block) for block in blocks)

    @cached_property
    def _awaits(self) -> list[tuple[Code, int, int]]:
        """Calls that wait for an argument of theirs: (code, call, argument)."""
        engine, found = self._solution.program.engine, []
        for method, inst, called in self._accesses.calls_of({name for _, name in _AWAITS}):
            code = self._calls.code(method)
            position = _AWAITS.get((engine.class_name(called[0]), engine.method(*called)[0]))
            if code is not None and position is not None:
                found.append((code, inst, code.operands(inst)[position]))
        return found

    def _add_await(self, kills: Kills, join: _Join, child: Thread, wanted: set[int]) -> None:
        """The same as for a join; and if it is for one future of many, for all that those hold."""
        self._add_join(kills, join, child, wanted)
        if join.code.reference(join.inst).name in _OF_MANY:
            if are_all(child, wanted, self._below(join.instance, join.value)):
                kills.points.add((join.instance, join.inst))
            return
        made = join.code.definitions[join.code.source_of(join.value)]
        if made < 0 or join.code.ops[made] != Op.INVOKE:
            return
        named, operands = join.code.reference(made), join.code.operands(made)
        if named.owner != "scala.concurrent.Future$" or named.name not in _MADE_OF_ALL:
            return
        if are_all(child, wanted, self._below(join.instance, operands[1])):
            kills.points.add((join.instance, join.inst))

    def _below(self, instance: int, value: int) -> set[int]:
        """All that a value leads to."""
        held = self._calls.objects(instance, value)
        below = self._solution.engine.reachable(held, np.zeros(0, np.uint32))
        return set(np.flatnonzero(below).tolist())

    @cached_property
    def _gatherings(self) -> list[Gathering]:
        return Gatherings(self._calls).all()

    def _add_join(self, kills: Kills, join: _Join, child: Thread, wanted: set[int]) -> None:
        if not wanted:
            return
        code, inst = join.code, join.inst
        for value in _derived(code, join.value, set()):
            objects = self._tasks.objects_at(join.instance, value)
            is_broken_off = bool(self._tasks.broken_off & objects)
            if not objects or (is_broken_off and value != code.source_of(join.value)):
                continue
            if (
                code.is_in_loop(inst)
                and are_all(child, wanted, objects)
                and not self._starts_in_loop(child, code, inst)
                and not self._joins_too_few(child, code, inst)
            ):
                loop = loop_around(code, inst)
                kills.blocks.update((join.instance, block) for block in loop)
            elif (
                objects <= wanted
                and (join.of_all or not child.many or self._is_joined_at_once(child, join))
            ) or are_all(child, wanted, self._tasks.elements_at(join.instance, value)):
                kills.points.add((join.instance, inst))
                if join.has_limit or is_broken_off:
                    kills.leaky.add((join.instance, inst))

    def _starts_in_loop(self, child: Thread, code: Code, inst: int) -> bool:
        """Whether a thread is started in the loop that joins it."""
        loop = loop_around(code, inst)
        return any(
            method == code.place
            and (start := code.call_at(bci)) is not None
            and code.block_of[start] in loop
            for method, bci in child.sites
        )

    def _joins_too_few(self, child: Thread, code: Code, inst: int) -> bool:
        """Whether a loop joins fewer threads than there are."""
        joined = rounds(code, inst)
        return joined is not None and number_of(self._calls, [child]).exceeds(joined)

    def _is_joined_at_once(self, child: Thread, join: _Join) -> bool:
        """Whether a join is of the very thread that was started before it: one value."""
        code = join.code
        joined = code.source_of(join.value)
        for method, bci in child.sites:
            start = code.call_at(bci) if method == code.place else None
            if start is None:
                return False
            values = {code.results[start], *map(code.source_of, code.operands(start)[:1])}
            if joined not in values:
                return False
        return bool(child.sites)

    def follows(self, first: Thread, second: Thread) -> bool:
        """Whether one of two threads starts when a future of the other is complete."""
        key = (first.number, second.number)
        if key not in self._known_follows:
            self._known_follows[key] = self._starts_after(first, second) or self._starts_after(
                second, first
            )
        return self._known_follows[key]

    def _starts_after(self, later: Thread, earlier: Thread, above: int = _STARTERS) -> bool:
        if not later.sites or earlier.many or earlier.kind != "spawn":
            return False
        wanted = self._tasks.of(earlier)
        return all(self._waits_for(earlier, wanted, *it) for it in later.sites) or (
            above > 0 and self._are_started_after(later, earlier, above - 1)
        )

    def _waits_for(self, earlier: Thread, wanted: set[int], place: int, bci: int) -> bool:
        """Whether a call starts a thread when a future of another one is complete."""
        code = self._calls.code(place)
        call = None if code is None else code.call_at(bci)
        if code is None or call is None or not code.operands(call):
            return False
        if self._runs_alone(earlier, place):
            return False  # it starts the other one itself, before its own end
        behind = _derived(code, code.operands(call)[0], set())
        return any(self._is_one_of(place, code, value, wanted) for value in behind)

    def _are_started_after(self, later: Thread, earlier: Thread, above: int) -> bool:
        """Whether all that start a thread start themselves when a future of another is complete:
        `first.flatMap(it => Future { … })`."""
        starters = self._chains.starters(later)
        if not starters or later.number in starters or earlier.number in starters:
            return False
        return all(self._starts_after(it, earlier, above) for it in starters.values())

    def is_composed(self, stage: Thread, child: Thread) -> bool:
        """Whether who waits for a stage waits for a thread that it has started."""
        return self._tasks.is_composed(stage, child)

    def _runs_alone(self, thread: Thread, place: int) -> bool:
        """Whether a thread is the only one that runs a method."""
        return all(
            self._reaching.threads_of(instance) == [thread]
            for instance in self._calls.instances_of(place)
        )

    def _is_one_of(self, place: int, code: Code, value: int, wanted: set[int]) -> bool:
        found = [
            set(self._calls.objects(instance, value).tolist())
            for instance in self._calls.instances_of(place)
        ]
        return bool(found) and all(it and it <= wanted for it in found)


def _derived(code: Code, value: int, seen: set[int]) -> set[int]:
    """A value and, if it is a future made of others (`allOf`, `thenCombine`), those."""
    value = code.source_of(value)
    if value in seen:
        return seen
    seen.add(value)
    made = code.definitions[value]
    if made < 0:
        return seen
    op = code.ops[made]
    if op == Op.INVOKE and waits_for_its_own(code, made):
        _derived(code, code.operands(made)[0], seen)
    if op == Op.INVOKE and _is_made_of_all(code, made):
        for operand in code.operands(made):
            _derived(code, operand, seen)
    if op == Op.NEW_ARRAY:
        for use in code.uses.get(value, ()):
            if code.ops[use] == Op.ARRAY_STORE:
                _derived(code, code.operands(use)[2], seen)
    return seen


def _is_made_of_all(code: Code, call: int) -> bool:
    """Whether the future that a call gives is complete only when all its arguments are."""
    named = code.reference(call)
    return (
        named.owner == "java.util.concurrent.CompletableFuture"
        and named.name not in _MADE_OF_ONE
        and "Either" not in named.name
    )
