"""Tasks: what joins, futures and executors know of the threads that run them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
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
from snarl.facts.ordering.pools import is_serial
from snarl.graph import distinct
from snarl.program import Op
from snarl.program.body import NO_VALUE

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.threads import Thread
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

NamedCall = tuple[int, int, tuple[int, int]]
"""A call: the place of the method, the instruction, the method that is named."""

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
_BREAK_OFF = {"cancel", "orTimeout", "completeOnTimeout", "completeExceptionally"}
"""Methods after which a future may be complete although its task runs on."""
# Where a thread keeps its task, and a task its future.
_TASK_FIELDS = {"target", "holder", "task", "dep"}
_STARTERS = 3
"""Threads that start one another."""
_EVENT_QUEUE = {"invokeLater", "invokeAndWait"}
_OF_WORKERS = {"process", "done"}


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


class Tasks:
    """Who waits for which thread, and which threads run one after the other."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        accesses: Accesses,
        once: Once,
        reaching: Reaching,
        completions: Completions,
        coroutines: Coroutines,
    ) -> None:
        self.completions = completions
        self.coroutines = coroutines
        self._solution = solution
        self._calls = calls
        self._accesses = accesses
        self._once = once
        self._reaching = reaching
        self._chains = Chains(calls, reaching)

    def serial(self, thread: Thread) -> frozenset[int]:
        """The executors that run the tasks of a thread one after the other; -1 is Swing's queue."""
        if thread.number not in self._known_serial:
            self._known_serial[thread.number] = self._find_serial(thread)
        return self._known_serial[thread.number]

    def are_serial(self, first: Thread, second: Thread) -> bool:
        """Whether two threads run their tasks one after the other; or one runs the other's."""
        key = (first.number, second.number)
        if key not in self._known_pairs:
            self._known_pairs[key] = bool(
                self.serial(first) & self.serial(second)
                or self.coroutines.is_run_by(first, second)
                or self.coroutines.is_run_by(second, first)
            )
        return self._known_pairs[key]

    @cached_property
    def _known_pairs(self) -> dict[tuple[int, int], bool]:
        return {}

    @cached_property
    def _known_serial(self) -> dict[int, frozenset[int]]:
        return {}

    def _find_serial(self, thread: Thread) -> frozenset[int]:
        if thread.sites and all(self._is_queued(thread, *site) for site in thread.sites):
            return frozenset({-1})
        of_coroutines = self.coroutines.executors(thread)
        pools = self._pools(thread) if of_coroutines is None else of_coroutines
        if not pools or not all(self._once.is_single(it) for it in pools):
            return frozenset()
        if len(pools) != 1 or not all(map(self._is_serial, pools)):
            return frozenset()
        return frozenset(pools)

    def _is_queued(self, thread: Thread, place: int, bci: int) -> bool:
        """Whether Swing's event thread runs what a call leaves to it: tasks, listeners, and what a
        worker tells of its progress. The program's own classes inherit such methods."""
        code = self._calls.code(place)
        call = None if code is None else code.call_at(bci)
        if code is None or call is None or code.ops[call] != Op.INVOKE:
            return False
        called = [self._calls.methods[it] for it in self._calls.methods_called(place, bci)]
        if not all(it.owner.name.startswith(("javax.swing.", "java.awt.")) for it in called):
            return False
        name = code.reference(call).name
        roots = {method.name for it in thread.roots if (method := self._calls.method(it))}
        return (
            name in _EVENT_QUEUE
            or (name.startswith("add") and name.endswith("Listener"))
            or (bool(roots) and roots <= _OF_WORKERS)
        )

    def _is_serial(self, pool: int) -> bool:
        """Whether an executor, or the loop of a coroutine, has one thread only."""
        return self.coroutines.is_loop(pool) or is_serial(self._solution, self._once, pool)

    # Futures

    def follows(self, first: Thread, second: Thread) -> bool:
        """Whether one of two threads starts when a future of the other is complete."""
        key = (first.number, second.number)
        if key not in self._known_follows:
            self._known_follows[key] = self._starts_after(first, second) or self._starts_after(
                second, first
            )
        return self._known_follows[key]

    @cached_property
    def _known_follows(self) -> dict[tuple[int, int], bool]:
        return {}

    def _starts_after(self, later: Thread, earlier: Thread, above: int = _STARTERS) -> bool:
        if not later.sites or earlier.many or earlier.kind != "spawn":
            return False
        wanted = self._task_objects(earlier)
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

    # Joins

    def joins(self, parent: Thread, child: Thread, futures: Futures = NO_FUTURES) -> Kills:
        """The calls after which a thread has surely ended; or, with futures that tell its end,
        something that it runs when its task has ended."""
        kills = Kills()
        ends = [set(futures)] if futures else [self._task_objects(child)]
        if self.broken_off.isdisjoint(ends[0]):
            # What waits for it waits for the end of its task.
            ends += [] if futures else self._followers(child)
            ends += map(set, self.completions.behind(frozenset(ends[0])))
        for tasks in ends:
            self._add_joins(kills, parent, child, tasks)
        return kills

    def _followers(self, child: Thread) -> list[set[int]]:
        """What tells the end of threads that are started when a thread has ended."""
        return [
            self._task_objects(later)
            for later in self._reaching.threads
            if later != child and later.kind == "spawn" and self._starts_after(later, child)
        ]

    def _add_joins(self, kills: Kills, parent: Thread, child: Thread, tasks: set[int]) -> None:
        pools = self._pools(child)
        names = _THREAD_JOINS | _FUTURE_JOINS | _POOL_JOINS
        runs = self._reaching.runs_in(parent)
        for method, inst, called in self.named_calls(names):
            name = self._solution.program.engine.method(*called)[0]
            code = self._calls.code(method)
            if code is None:
                continue
            of_all = name in _POOL_JOINS
            wanted = pools if of_all else tasks
            has_limit = name in _MAY_GIVE_UP and gives_up(code, inst, must_have_limit=of_all)
            for instance in self._calls.instances_of(method):
                value = code.operands(inst)[0]
                if runs[instance] and has_limit:
                    # It may come back before the end, and may say so.
                    joined = _Join(instance, code, inst, value, of_all)
                    self._add_limited(kills, joined, child, wanted, 1)
                    if is_told_to_others(code, inst):
                        self._add_join(kills, joined, child, wanted)
                elif runs[instance]:
                    may_throw = not of_all and len(code.operands(inst)) > 1 and name == "get"
                    joined = _Join(instance, code, inst, value, of_all, may_throw)
                    self._add_join(kills, joined, child, wanted)
        self._add_asked(kills, parent, child, tasks)
        for code, inst, value in self._gatherings:
            for instance in self._calls.instances_of(code.place):
                if runs[instance] and _are_all(child, tasks, self._below(instance, value)):
                    kills.points.add((instance, inst))
        for code, inst in self.coroutines.scope_ends:
            if self.coroutines.is_all_of_scope(child, code, inst):
                kills.points.update((it, inst) for it in self._calls.instances_of(code.place))
        for code, inst, value in self._awaits:
            for instance in self._calls.instances_of(code.place):
                if runs[instance]:
                    self._add_await(kills, _Join(instance, code, inst, value, False), child, tasks)

    def _add_asked(self, kills: Kills, parent: Thread, child: Thread, tasks: set[int]) -> None:
        """Questions: `while (!pool.isTerminated())` waits, too."""
        pools, runs = self._pools(child), self._reaching.runs_in(parent)
        for method, inst, called in self.named_calls(set(_ASKED)):
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
        if self.broken_off & objects:
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
            if _are_all(child, wanted, self._below(join.instance, join.value)):
                kills.points.add((join.instance, join.inst))
            return
        made = join.code.definitions[join.code.source_of(join.value)]
        if made < 0 or join.code.ops[made] != Op.INVOKE:
            return
        named, operands = join.code.reference(made), join.code.operands(made)
        if named.owner != "scala.concurrent.Future$" or named.name not in _MADE_OF_ALL:
            return
        if _are_all(child, wanted, self._below(join.instance, operands[1])):
            kills.points.add((join.instance, join.inst))

    def _below(self, instance: int, value: int) -> set[int]:
        """All that a value leads to."""
        held = self._calls.objects(instance, value)
        below = self._solution.engine.reachable(held, np.zeros(0, np.uint32))
        return set(np.flatnonzero(below).tolist())

    @cached_property
    def _gatherings(self) -> list[Gathering]:
        return Gatherings(self._calls).all()

    def named_calls(self, names: set[str]) -> list[NamedCall]:
        key = tuple(sorted(names))
        if key not in self._calls_by_name:
            self._calls_by_name[key] = [
                (method, inst, called)
                for method, inst, called in self._accesses.calls_of(names)
                if self._is_known(called[0])
            ]
        return self._calls_by_name[key]

    @cached_property
    def _calls_by_name(self) -> dict[tuple[str, ...], list[NamedCall]]:
        return {}

    def _is_known(self, class_id: int) -> bool:
        """Whether a class is one whose methods are known by their names."""
        engine = self._solution.program.engine
        return (
            engine.class_origin(class_id) == "jdk"
            or self._is_thread_class(class_id)
            or engine.class_name(class_id).startswith("kotlinx.coroutines.")
        )

    def _is_thread_class(self, class_id: int) -> bool:
        thread = self._solution.program.find_class("java.lang.Thread")
        return thread is not None and self._solution.program.engine.is_subclass(class_id, thread.id)

    def _add_join(self, kills: Kills, join: _Join, child: Thread, wanted: set[int]) -> None:
        if not wanted:
            return
        code, inst = join.code, join.inst
        for value in _derived(code, join.value, set()):
            objects = self._objects_at(join.instance, value)
            is_broken_off = bool(self.broken_off & objects)
            if not objects or (is_broken_off and value != code.source_of(join.value)):
                continue
            if (
                code.is_in_loop(inst)
                and _are_all(child, wanted, objects)
                and not self._starts_in_loop(child, code, inst)
                and not self._joins_too_few(child, code, inst)
            ):
                loop = loop_around(code, inst)
                kills.blocks.update((join.instance, block) for block in loop)
            elif (
                objects <= wanted
                and (join.of_all or not child.many or self._is_joined_at_once(child, join))
            ) or _are_all(child, wanted, self._elements_at(join.instance, value)):
                kills.points.add((join.instance, inst))
                if join.has_limit or is_broken_off:
                    kills.leaky.add((join.instance, inst))

    @cached_property
    def broken_off(self) -> frozenset[int]:
        """The futures that may be complete although their tasks run on."""
        found: set[int] = set()
        for method, inst, _ in self.named_calls(_BREAK_OFF):
            code = self._calls.code(method)
            for instance in () if code is None else self._calls.instances_of(method):
                if code is not None:
                    found |= self._objects_at(instance, code.operands(inst)[0])
        return frozenset(found)

    def _objects_at(self, instance: int, value: int) -> frozenset[int]:
        """What a value is, kept: every two threads ask it of every join."""
        key = (instance, value)
        if key not in self._known_objects:
            found = self._calls.objects(instance, value).tolist()
            self._known_objects[key] = frozenset(found)
        return self._known_objects[key]

    @cached_property
    def _known_objects(self) -> dict[tuple[int, int], frozenset[int]]:
        return {}

    def _elements_at(self, instance: int, value: int) -> frozenset[int]:
        """What the arrays that a value may be hold."""
        key = (instance, value)
        if key not in self._known_elements:
            elements = map(self._solution.engine.elements, self._objects_at(instance, value))
            held = [it for it in elements if it.size]
            found = distinct(np.concatenate(held)).tolist() if held else ()
            self._known_elements[key] = frozenset(found)
        return self._known_elements[key]

    @cached_property
    def _known_elements(self) -> dict[tuple[int, int], frozenset[int]]:
        return {}

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

    def _task_objects(self, child: Thread) -> set[int]:
        """What a join of a thread is called on: its thread, its task, its future."""
        if child.number not in self._known_tasks:
            self._known_tasks[child.number] = self._find_task_objects(child)
        return self._known_tasks[child.number]

    @cached_property
    def _known_tasks(self) -> dict[int, set[int]]:
        return {}

    def _find_task_objects(self, child: Thread) -> set[int]:
        found = set(child.tasks)
        for number in child.tasks:
            found.update(self.held_in(number, _TASK_FIELDS))
        for site in child.sites:
            found.update(self._given_at(*site))
            found.update(self._started_at(*site, tasks=child.tasks))
        for stage in self._composers(child, found):
            found.update(it for site in stage.sites for it in self._given_at(*site))
        return found

    def _composers(self, child: Thread, futures: set[int]) -> Iterator[Thread]:
        """The stages whose futures wait for a thread that they start, or that such a one starts;
        `futures` are the thread's, to which who asks adds those of the stages."""
        seen, stage = {child.number}, self._chains.composer(child, futures)
        while stage is not None and stage.number not in seen:
            seen.add(stage.number)
            yield stage
            stage = self._chains.composer(stage, futures)

    def is_composed(self, stage: Thread, child: Thread) -> bool:
        """Whether who waits for a stage waits for a thread that it has started."""
        return stage in self._composers(child, self._task_objects(child))

    def _started_at(self, place: int, bci: int, tasks: Collection[int]) -> Iterator[int]:
        """The virtual threads that are started at a call to run some tasks."""
        code = self._calls.code(place)
        call = None if code is None else code.call_at(bci)
        if code is None or call is None or not code.operands(call):
            return
        for instance in self._calls.instances_of(place):
            for number in self._calls.objects(instance, code.operands(call)[0]).tolist():
                if not self.held_in(number, {"cont", "target"}).isdisjoint(tasks):
                    yield number

    def _given_at(self, place: int, bci: int) -> Iterator[int]:
        """What a call gives that starts a thread: the thread (`Thread.startVirtualThread(task)`),
        or what a model of its method makes, which is the thread's future."""
        engine = self._solution.program.engine
        code = self._calls.code(place)
        call = None if code is None else code.call_at(bci)
        if code is None or call is None or code.results[call] == NO_VALUE:
            return
        for instance in self._calls.instances_of(place):
            for number in self._calls.objects(instance, code.results[call]).tolist():
                class_id = engine.type_class(self._solution.engine.object(number)[1])
                is_thread = class_id is not None and self._is_thread_class(class_id)
                if is_thread or self._once.place(number) == (place, bci):
                    yield number

    def held_in(self, number: int, wanted: Set[str]) -> Set[int]:
        """What fields of some names hold: of an object, or of what such fields hold. Kept: of the
        same objects it is asked for every thread."""
        key = (number, frozenset(wanted))
        if key not in self._known_held:
            self._known_held[key] = self._find_held(*key)
        return self._known_held[key]

    def _find_held(self, number: int, wanted: frozenset[str]) -> frozenset[int]:
        engine = self._solution.engine
        found: set[int] = set()
        waiting = [number]
        while waiting:
            here = waiting.pop()
            class_id = self._solution.program.engine.type_class(engine.object(here)[1])
            for field in () if class_id is None else self._fields_named(class_id, wanted):
                held = set(engine.field(here, *field).tolist()) - found
                found |= held
                waiting += held
        return frozenset(found)

    @cached_property
    def _known_held(self) -> dict[tuple[int, frozenset[str]], frozenset[int]]:
        return {}

    def _fields_named(self, class_id: int, wanted: frozenset[str]) -> list[tuple[int, int]]:
        """The fields of some names that a class has, its own and those from above."""
        key = (class_id, wanted)
        if key not in self._known_fields:
            program, found = self._solution.program.engine, self._known_fields.setdefault(key, [])
            owner: int | None = class_id
            while owner is not None:
                names = [name for name, _, _ in program.fields(owner)]
                found += [(owner, index) for index, it in enumerate(names) if it in wanted]
                owner = program.super_class(owner)
        return self._known_fields[key]

    @cached_property
    def _known_fields(self) -> dict[tuple[int, frozenset[str]], list[tuple[int, int]]]:
        return {}

    def _pools(self, child: Thread) -> set[int]:
        """The executors that run a task."""
        found: set[int] = set()
        for method, bci in child.sites:
            code = self._calls.code(method)
            inst = None if code is None else code.call_at(bci)
            if code is None or inst is None or not code.operands(inst):
                continue
            for instance in self._calls.instances_of(method):
                found.update(self._calls.objects(instance, code.operands(inst)[0]).tolist())
        return found


def _are_all(child: Thread, wanted: set[int], objects: Set[int]) -> bool:
    """Whether objects are all the threads or tasks of a kind, or all their futures."""
    tasks = set(child.tasks)
    return any(part and part <= objects for part in (wanted & tasks, wanted - tasks))


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
