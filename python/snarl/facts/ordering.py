"""What may happen in parallel: starts, joins, and all that orders two accesses of two threads.

Paper 1 asks its users for this (42 times); here it is inferred. The one question is *reach*: from
some instructions on, which others may a thread still run, without passing certain calls? From the
start of a thread, past its joins, it tells while what it lives; from a `countDown` or to an `await`,
what a latch orders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls import Calls
from snarl.facts.code import Code, Codes, FieldKey
from snarl.points_to import EdgeKind
from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts.accesses import Accesses
    from snarl.facts.instances import Once
    from snarl.facts.threads import Thread, Threads
    from snarl.points_to import Solution

Point = tuple[int, int]
"""An instruction of an instance."""

_THREAD_JOINS = {"join"}
_FUTURE_JOINS = {"get", "join", "getNow", "resultNow", "invoke"}
# Where a thread keeps its task, and a task its future.
_TASK_FIELDS = {"target", "holder", "task", "dep"}
_SERIAL_POOLS = {"newSingleThreadExecutor", "newSingleThreadScheduledExecutor"}
_FIXED_POOLS = {"newFixedThreadPool", "newScheduledThreadPool"}
_SERIAL_CLASSES = {"java.util.Timer"}
_EVENT_QUEUE = {"invokeLater", "invokeAndWait"}
_POOL_JOINS = {"awaitTermination", "close", "awaitQuiescence"}
_BLOCKING = ("java.util.stream.", "java.util.Arrays", "java.util.Collection")
_BLOCKING_CALLS = {"invokeAll", "invokeAny", "invoke"}
_LATCHES = {
    "java.util.concurrent.CountDownLatch": ({"countDown"}, {"await"}),
    "java.util.concurrent.CyclicBarrier": ({"await"}, {"await"}),
    "java.util.concurrent.Phaser": (
        {"arrive", "arriveAndAwaitAdvance", "arriveAndDeregister"},
        {"awaitAdvance", "arriveAndAwaitAdvance"},
    ),
    # One that has no permit at first is a signal.
    "java.util.concurrent.Semaphore": ({"release"}, {"acquire", "acquireUninterruptibly"}),
}


@dataclass(slots=True)
class Reach:
    """What may run from some points on: instances as a whole, or parts of their code."""

    parts: dict[int, set[int]] = field(default_factory=dict)
    """The instructions of each instance of own code."""
    seen: set[tuple[int, int]] = field(default_factory=set)
    to_end: bool = False
    """Whether the thread may come to its end so."""

    def at(self, instance: int, inst: int) -> bool:
        """Whether an instruction of an instance may run."""
        return inst in self.parts.get(instance, ())


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known of the time when a thread runs an instruction."""

    alive: frozenset[int]
    """Threads that it has started and that may still run."""
    counted: frozenset[object]
    """Signals that it has not given yet."""
    awaited: frozenset[object]
    """Signals that it has seen."""


_ENTRY = -2
"""In place of a bytecode index: the start of an instance. (Models have -1.)"""


class Ordering:
    """Which accesses of which threads may happen in parallel."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        accesses: Accesses,
        threads: Threads,
        codes: Codes,
        once: Once,
    ) -> None:
        self._solution = solution
        self._calls = calls
        self._accesses = accesses
        self._threads = threads
        self._codes = codes
        self._once = once
        self._alive: dict[tuple[int, int], Reach] = {}
        self._masks: dict[int, NDArray[np.bool_]] = {}
        self._cut: dict[tuple[object, ...], Reach] = {}

    # Who starts whom

    @cached_property
    def _starts(self) -> dict[int, list[int]]:
        """The calls that start each thread."""
        calls = self._calls
        spawns = np.flatnonzero(calls.kinds == EdgeKind.SPAWN)
        by_root: dict[int, list[int]] = {}
        for edge in spawns.tolist():
            by_root.setdefault(int(calls.callees[edge]), []).append(edge)
        return {
            thread.number: by_root.get(thread.roots[0], [])
            for thread in self._threads.all
            if thread.kind == "spawn"
        }

    @cached_property
    def _parents(self) -> dict[int, Thread | None]:
        """The one thread that starts a thread, if it is one and there is only one of it."""
        parents: dict[int, Thread | None] = {}
        for thread in self._threads.all:
            found = {
                parent.number
                for edge in self._starts.get(thread.number, ())
                for parent in self._threads.of(int(self._calls.callers[edge]))
            }
            started_outside = any(
                not self._threads.of(int(self._calls.callers[edge]))
                for edge in self._starts.get(thread.number, ())
            )
            parent = self._threads.all[found.pop()] if len(found) == 1 else None
            if parent is not None and (parent.many or started_outside or parent == thread):
                parent = None
            parents[thread.number] = parent
        return parents

    def _ancestors(self, thread: Thread) -> list[Thread]:
        """The thread, who started it, who started that one, …"""
        line = [thread]
        while True:
            parent = self._parents[line[-1].number]
            if parent is None or parent in line:
                return line
            line.append(parent)

    @cached_property
    def _mains(self) -> dict[int, frozenset[int]]:
        """The main threads (or the environment) that each thread descends from."""
        firsts = {it.number for it in self._threads.all if it.kind in ("main", "environment")}
        above: dict[int, set[int]] = {thread.number: set() for thread in self._threads.all}
        for thread in self._threads.all:
            if thread.kind == "initializer":
                above[thread.number] = set(firsts)
            elif thread.kind != "spawn":
                above[thread.number] = {thread.number}
        changed = True
        while changed:
            changed = False
            for thread in self._threads.all:
                for edge in self._starts.get(thread.number, ()):
                    for parent in self._threads.of(int(self._calls.callers[edge])):
                        new = above[parent.number] - above[thread.number]
                        if new:
                            above[thread.number] |= new
                            changed = True
        return {number: frozenset(found) for number, found in above.items()}

    # While what a thread lives

    def alive(self, parent: Thread, child: Thread) -> Reach:
        """What a thread may run while another one, that it started or caused to start, lives."""
        key = (parent.number, child.number)
        if key not in self._alive:
            line = self._ancestors(child)
            direct = line[line.index(parent) - 1]
            ended_with = direct == child or self._ends_before(direct, child)
            kills = self._joins(parent, direct) if ended_with else Kills()
            starts = [
                (int(self._calls.callers[edge]), int(self._calls.sites[edge]))
                for edge in self._starts[direct.number]
            ]
            self._alive[key] = self._reach(parent, starts, kills, blocking=True)
        return self._alive[key]

    def _ends_before(self, thread: Thread, child: Thread) -> bool:
        """Whether a thread surely waits for a child before its own end."""
        return not self.alive(thread, child).to_end

    def overlaps_itself(self, thread: Thread) -> bool:
        """Whether two threads that are started alike may live at the same time."""
        if not thread.many or self._serial(thread):
            return False
        parent = self._parents[thread.number]
        if parent is None or any(self._threads.starts_many(*site) for site in thread.sites):
            return True
        reach = self.alive(parent, thread)
        return any(self._is_start_within(edge, reach) for edge in self._starts[thread.number])

    def _is_start_within(self, edge: int, reach: Reach) -> bool:
        """Whether a thread may be started within a reach."""
        calls = self._calls
        stack = [(int(calls.callers[edge]), int(calls.sites[edge]))]
        seen = set()
        while stack:
            instance, bci = stack.pop()
            if instance in seen:
                continue
            seen.add(instance)
            code = self._code(instance) if calls.is_own[instance] else None
            if code is not None:
                inst = code.call_at(bci)
                if inst is not None and reach.at(instance, inst):
                    return True
                continue
            stack += [
                (int(calls.callers[it]), int(calls.sites[it])) for it in calls.edges_to(instance)
            ]
        return False

    def moment(self, thread: Thread, at: Point) -> Moment:
        """All that orders an instruction of a thread with those of others."""
        key = (thread.number, *at)
        if key not in self._moments:
            self._moments[key] = Moment(
                frozenset(
                    child.number
                    for child in self._descendants[thread.number]
                    if self.alive(thread, child).at(*at)
                ),
                frozenset(
                    it.key for it in self._signals if self._counted_before(thread, at, it)
                ),
                frozenset(
                    it.key for it in self._signals if self._awaited_before(thread, at, it)
                ),
            )
        return self._moments[key]

    @cached_property
    def _moments(self) -> dict[tuple[int, int, int], Moment]:
        return {}

    @cached_property
    def _descendants(self) -> dict[int, list[Thread]]:
        """The threads that each thread starts or causes to start."""
        found: dict[int, list[Thread]] = {thread.number: [] for thread in self._threads.all}
        for thread in self._threads.all:
            for above in self._ancestors(thread)[1:]:
                found[above.number].append(thread)
        return found

    def is_unordered(self, thread: Thread) -> bool:
        """Whether nothing is known of a thread: it runs beside all others, and beside itself."""
        if thread.number not in self._known_unordered:
            self._known_unordered[thread.number] = (
                thread.many
                and thread.kind in ("environment", "spawn")
                and not thread.told
                and self._parents[thread.number] is None
                and not self._serial(thread)
                and self._is_in_all_runs(thread)
            )
        return self._known_unordered[thread.number]

    @cached_property
    def _known_unordered(self) -> dict[int, bool]:
        return {}

    def _is_in_all_runs(self, thread: Thread) -> bool:
        """Whether a thread belongs to all of the main methods: two of these are two programs."""
        mains = {it.number for it in self._threads.all if it.kind == "main"}
        return thread.kind == "environment" or mains <= self._mains[thread.number]

    def parallel(self, first: Thread, one: Moment, second: Thread, two: Moment) -> bool:
        """Whether two instructions may run at the same time, each in its thread."""
        if first == second:
            return self.overlaps_itself(first)
        if self._threads.are_said_apart(first, second) or self._follows(first, second):
            return False
        if self._serial(first) & self._serial(second):
            return False
        if one.counted & two.awaited or two.counted & one.awaited:
            return False
        mains = self._mains
        if not mains[first.number] & mains[second.number]:
            kinds = {self._threads.all[it].kind for it in mains[first.number] | mains[second.number]}
            # Two main methods are two programs; the environment may call during either.
            return "environment" in kinds or not (mains[first.number] and mains[second.number])
        mine, others = self._ancestors(first), self._ancestors(second)
        if second in mine:
            return first.number in two.alive
        if first in others:
            return second.number in one.alive
        if "initializer" in (first.kind, second.kind):
            return False  # the JVM orders it before all that uses its class
        common = next((it for it in mine if it in others), None)
        return common is None or self._overlap(mine, others, common)

    def _overlap(self, mine: list[Thread], others: list[Thread], common: Thread) -> bool:
        """Whether two threads with a common ancestor may live at the same time."""
        one, two = mine[0], others[0]
        one_start = self._starts[mine[mine.index(common) - 1].number]
        two_start = self._starts[others[others.index(common) - 1].number]
        return any(
            self._is_start_within(edge, self.alive(common, one)) for edge in two_start
        ) or any(self._is_start_within(edge, self.alive(common, two)) for edge in one_start)

    def _serial(self, thread: Thread) -> frozenset[int]:
        """The executors that run the tasks of a thread one after the other; -1 is Swing's queue."""
        if thread.number not in self._known_serial:
            self._known_serial[thread.number] = self._find_serial(thread)
        return self._known_serial[thread.number]

    @cached_property
    def _known_serial(self) -> dict[int, frozenset[int]]:
        return {}

    def _find_serial(self, thread: Thread) -> frozenset[int]:
        if thread.sites and all(self._is_queued(*site) for site in thread.sites):
            return frozenset({-1})
        pools = self._pools(thread)
        if not pools or not all(self._once.is_single(it) for it in pools):
            return frozenset()
        if len(pools) != 1 or not all(map(self._is_serial, pools)):
            return frozenset()
        return frozenset(pools)

    def _is_queued(self, place: int, bci: int) -> bool:
        code = self._codes.of(self._calls.methods[place])
        call = None if code is None else code.call_at(bci)
        if code is None or call is None or code.ops[call] != Op.INVOKE:
            return False
        named = code.reference(call)
        return named.name in _EVENT_QUEUE and named.owner.startswith(("javax.swing.", "java.awt."))

    def _is_serial(self, pool: int) -> bool:
        """Whether an executor has one thread only."""
        obj = self._solution.object(pool)
        if obj.type in _SERIAL_CLASSES:
            return True
        made = self._once.allocation(pool)
        if made is None or made[0].ops[made[1]] != Op.INVOKE:
            return False
        code, call = made
        name = code.reference(call).name
        if name in _SERIAL_POOLS:
            return True
        if name not in _FIXED_POOLS:
            return False
        size = code.definitions[code.operands(call)[0]]
        is_constant = size >= 0 and code.ops[size] == Op.CONSTANT
        return is_constant and Instruction(code.body, size).literal == 1

    # Futures

    def _follows(self, first: Thread, second: Thread) -> bool:
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

    def _starts_after(self, later: Thread, earlier: Thread) -> bool:
        if not later.sites or earlier.many or earlier.kind != "spawn":
            return False
        wanted = self._task_objects(earlier)
        for place, bci in later.sites:
            code = self._codes.of(self._calls.methods[place])
            call = None if code is None else code.call_at(bci)
            if code is None or call is None or not code.operands(call):
                return False
            behind = _derived(code, code.operands(call)[0], set())
            if not any(self._is_one_of(place, code, value, wanted) for value in behind):
                return False
        return True

    def _is_one_of(self, place: int, code: Code, value: int, wanted: set[int]) -> bool:
        found = [
            set(self._objects(instance, code, value))
            for instance in self._calls.instances_of(place)
        ]
        return bool(found) and all(it and it <= wanted for it in found)

    # Joins

    def _joins(self, parent: Thread, child: Thread) -> Kills:
        """The calls after which a thread has surely ended."""
        kills = Kills()
        tasks = self._task_objects(child)
        pools = self._pools(child)
        names = _THREAD_JOINS | _FUTURE_JOINS | _POOL_JOINS
        runs = self._runs_in(parent)
        for method, inst, called in self._named_calls(names):
            name = self._solution.program.engine.method(*called)[0]
            code = self._codes.of(self._calls.methods[method])
            if code is None:
                continue
            wanted = pools if name in _POOL_JOINS else tasks
            if name == "join" and len(code.operands(inst)) > 1:
                continue  # a join with a limit may come back before the end
            for instance in self._calls.instances_of(method):
                if runs[instance]:
                    joined = _Join(instance, code, inst, name in _POOL_JOINS)
                    self._add_join(kills, joined, child, wanted)
        return kills

    def _named_calls(self, names: set[str]) -> list[tuple[int, int, tuple[int, int]]]:
        key = tuple(sorted(names))
        if key not in self._calls_by_name:
            self._calls_by_name[key] = [
                (method, inst, called)
                for method, inst, called in self._accesses.calls_of(names)
                if self._solution.program.engine.class_origin(called[0]) == "jdk"
                or self._is_thread_class(called[0])
            ]
        return self._calls_by_name[key]

    @cached_property
    def _calls_by_name(self) -> dict[tuple[str, ...], list[tuple[int, int, tuple[int, int]]]]:
        return {}

    def _is_thread_class(self, class_id: int) -> bool:
        thread = self._solution.program.find_class("java.lang.Thread")
        return thread is not None and self._solution.program.engine.is_subclass(class_id, thread.id)

    def _add_join(self, kills: Kills, join: _Join, child: Thread, wanted: set[int]) -> None:
        if not wanted:
            return
        code, inst = join.code, join.inst
        for value in _derived(code, code.operands(inst)[0], set()):
            objects = set(self._objects(join.instance, code, value))
            if not objects:
                continue
            if (
                code.is_in_loop(inst)
                and wanted <= objects
                and not self._starts_in_loop(child, code, inst)
            ):
                loop = _loop_of(code, inst)
                kills.blocks.update((join.instance, block) for block in loop)
            elif objects <= wanted and (
                join.of_all or not child.many or self._is_joined_at_once(child, code, inst)
            ):
                kills.points.add((join.instance, inst))

    def _starts_in_loop(self, child: Thread, code: Code, inst: int) -> bool:
        """Whether a thread is started in the loop that joins it."""
        place = self._solution.call_graph.place(code.method)
        loop = _loop_of(code, inst)
        return any(
            method == place
            and (start := code.call_at(bci)) is not None
            and code.block_of[start] in loop
            for method, bci in child.sites
        )

    def _is_joined_at_once(self, child: Thread, code: Code, inst: int) -> bool:
        """Whether a join is of the very thread that was started before it: one value."""
        place = self._solution.call_graph.place(code.method)
        joined = code.source_of(code.operands(inst)[0])
        for method, bci in child.sites:
            start = code.call_at(bci) if method == place else None
            if start is None:
                return False
            values = {code.results[start], *map(code.source_of, code.operands(start)[:1])}
            if joined not in values:
                return False
        return bool(child.sites)

    def _task_objects(self, child: Thread) -> set[int]:
        """What a join of a thread is called on: its thread, its task, its future."""
        found = set(child.tasks)
        for number in child.tasks:
            found.update(self._held_in(number, _TASK_FIELDS))
        return found

    def _held_in(self, number: int, wanted: set[str]) -> set[int]:
        """What fields of some names hold: of an object, or of what such fields hold."""
        engine, program = self._solution.engine, self._solution.program.engine
        found: set[int] = set()
        waiting = [number]
        while waiting:
            here = waiting.pop()
            class_id = program.type_class(engine.object(here)[1])
            while class_id is not None:
                for index, (name, _, _) in enumerate(program.fields(class_id)):
                    if name in wanted:
                        held = set(engine.field(here, class_id, index).tolist()) - found
                        found |= held
                        waiting += held
                class_id = program.super_class(class_id)
        return found

    def _pools(self, child: Thread) -> set[int]:
        """The executors that run a task."""
        found: set[int] = set()
        for method, bci in child.sites:
            code = self._codes.of(self._calls.methods[method])
            inst = None if code is None else code.call_at(bci)
            if code is None or inst is None or not code.operands(inst):
                continue
            for instance in self._calls.instances_of(method):
                found.update(self._objects(instance, code, code.operands(inst)[0]))
        return found

    def _objects(self, instance: int, code: Code, value: int) -> list[int]:
        context = int(self._calls.context_of[instance])
        method = code.method
        found: list[int] = self._solution.engine.value(
            method.owner.id, method.index, value, context
        ).tolist()
        return found

    # Latches, barriers and flags

    @cached_property
    def _signals(self) -> list[_Signal]:
        return [*self._latches(), *self._flags()]

    def _latches(self) -> Iterator[_Signal]:
        """Latches and barriers of which there is one."""
        program = self._solution.program
        counts: dict[int, set[Point]] = {}
        awaits: dict[int, set[Point]] = {}
        for name, (counting, waiting) in _LATCHES.items():
            owner = program.engine.find_class(name)
            if owner is None:
                continue
            for method, inst, called in self._named_calls(counting | waiting):
                code = self._codes.of(self._calls.methods[method])
                if called[0] != owner or code is None:
                    continue
                called_name = program.engine.method(*called)[0]
                for instance in self._calls.instances_of(method):
                    objects = self._objects(instance, code, code.operands(inst)[0])
                    if len(objects) != 1 or not self._once.is_single(objects[0]):
                        continue
                    if name.endswith("Semaphore") and self._permits(objects[0]) != 0:
                        continue
                    if called_name in counting:
                        counts.setdefault(objects[0], set()).add((instance, inst))
                    if called_name in waiting:
                        awaits.setdefault(objects[0], set()).add((instance, inst))
        for latch in sorted(counts.keys() & awaits):
            is_for_one = self._permits(latch) == 1
            yield _Signal(latch, counts[latch], Kills(points=awaits[latch]), is_for_one)

    def _permits(self, latch: int) -> object:
        return self._once.constant_argument(latch, 0)

    def _flags(self) -> Iterator[_Signal]:
        """Volatile fields that are set, and looked at by a branch: what was written before is seen
        behind it."""
        counts: dict[FieldKey, set[Point]] = {}
        for key, method, inst in self._accesses.volatile_points(writes=True):
            if self._calls.methods[method].name not in ("<init>", "<clinit>"):
                points = {(it, inst) for it in self._calls.instances_of(method)}
                counts.setdefault(key, set()).update(points)
        awaits: dict[FieldKey, set[tuple[int, int]]] = {}
        for key, method, inst in self._accesses.volatile_points(writes=False):
            code = self._codes.of(self._calls.methods[method])
            if code is None or key not in counts:
                continue
            for block in _blocks_behind(code, inst):
                found = {(it, block) for it in self._calls.instances_of(method)}
                awaits.setdefault(key, set()).update(found)
        for key in sorted(counts.keys() & awaits):
            yield _Signal(key, counts[key], Kills(blocks=awaits[key]), False)

    def _counted_before(self, thread: Thread, at: Point, signal: _Signal) -> bool:
        """Whether an instruction of a thread surely runs before the thread gives the signal."""
        if thread.kind == "environment" or (thread.many and signal.is_for_one):
            return False
        key = ("counted", thread.number, signal.key)
        if key not in self._cut:
            runs = self._runs_in(thread)
            starts = [
                (instance, inst) for instance, inst in signal.counts if runs[instance]
            ]
            if not starts:
                return False
            self._cut[key] = self._reach(thread, (), Kills(), blocking=False, after=starts)
        return not self._cut[key].at(*at)

    def _awaited_before(self, thread: Thread, at: Point, signal: _Signal) -> bool:
        """Whether an instruction of a thread surely runs after the thread has seen the signal."""
        if thread.kind == "environment":
            return False
        key = ("awaited", thread.number, signal.key)
        if key not in self._cut:
            runs = self._runs_in(thread)
            awaits = signal.awaits
            if not any(runs[instance] for instance, _ in awaits.points | awaits.blocks):
                return False
            starts = [(root, _ENTRY) for root in thread.roots]
            self._cut[key] = self._reach(thread, starts, awaits, blocking=False)
        return not self._cut[key].at(*at)

    # Reach

    def _runs_in(self, thread: Thread) -> NDArray[np.bool_]:
        if thread.number not in self._masks:
            self._masks[thread.number] = self._threads.runs_in(thread)
        return self._masks[thread.number]

    def _code(self, instance: int) -> Code | None:
        method = self._calls.method(instance)
        return None if method is None else self._codes.of(method)

    def _reach(
        self,
        thread: Thread,
        starts: Iterable[tuple[int, int]],
        kills: Kills,
        *,
        blocking: bool,
        after: Iterable[Point] = (),
    ) -> Reach:
        """What a thread may run from some points on, without passing the kills.

        Starts are calls, by their bytecode indices in instances, or entries; `after` are instructions
        of any kind. With `blocking`, what calls of the JDK
        start inside themselves and wait for does not count after them.
        """
        calls = self._calls
        runs = self._runs_in(thread)
        reach = Reach()
        waiting: list[tuple[int, int]] = list(starts)
        for instance, inst in after:
            code = self._code(instance)
            if code is not None and self._within(
                instance, code, inst, 0, kills, reach, waiting
            ):
                reach.to_end |= instance in thread.roots
                waiting += self._returns(instance)
        while waiting:
            instance, start = waiting.pop()
            if (instance, start) in reach.seen or not runs[instance]:
                continue
            reach.seen.add((instance, start))
            code = self._code(instance) if calls.is_own[instance] else None
            if code is None:
                reach.to_end |= instance in thread.roots and start != _ENTRY
                self._through_jdk(instance, start, waiting)
                continue
            first = 0 if start == _ENTRY else code.call_at(start)
            if first is None:
                continue
            if start != _ENTRY and blocking and self._blocks(code, first):
                continue
            leaves = self._within(instance, code, first, start, kills, reach, waiting)
            if leaves and start != _ENTRY:
                reach.to_end |= instance in thread.roots
                waiting += self._returns(instance)
        return reach

    def _through_jdk(self, instance: int, start: int, waiting: list[tuple[int, int]]) -> None:
        calls = self._calls
        if start == _ENTRY:
            reaches = self._threads.reaches_own
            for edge in calls.edges_from(instance):
                callee = int(calls.callees[edge])
                if calls.is_in_thread[edge] and reaches[callee]:
                    waiting.append((callee, _ENTRY))
        else:
            waiting += self._returns(instance)

    def _returns(self, instance: int) -> list[tuple[int, int]]:
        calls = self._calls
        return [
            (int(calls.callers[edge]), int(calls.sites[edge]))
            for edge in calls.edges_to(instance)
            if calls.is_in_thread[edge]
        ]

    def _blocks(self, code: Code, call: int) -> bool:
        """Whether a call of the JDK waits for what it starts."""
        if code.ops[call] != Op.INVOKE:
            return False
        named = code.reference(call)
        return named.owner.startswith(_BLOCKING) or named.name in _BLOCKING_CALLS

    def _within(
        self,
        instance: int,
        code: Code,
        first: int,
        start: int,
        kills: Kills,
        reach: Reach,
        waiting: list[tuple[int, int]],
    ) -> bool:
        """Follows control within a method; whether it can leave the method."""
        parts = reach.parts.setdefault(instance, set())
        # What runs after the start itself, not the start.
        blocks: list[tuple[int, int]] = []
        block = code.block_of[first]
        if start == _ENTRY:
            blocks.append((0, code.block_offsets[0]))
        else:
            blocks.append((block, first + 1))
            blocks += [(it, code.block_offsets[it]) for it in code.handlers[block]]
        seen: set[int] = set()
        leaves = False
        while blocks:
            block, at = blocks.pop()
            if at == code.block_offsets[block]:
                if block in seen:
                    continue
                seen.add(block)
            if (instance, block) in kills.blocks:
                continue
            end = code.block_offsets[block + 1]
            killed = False
            for inst in range(at, end):
                parts.add(inst)
                if (instance, inst) in kills.points:
                    killed = True
                    break
                if code.ops[inst] in (Op.INVOKE, Op.INVOKE_DYNAMIC) and self._enters(
                    instance, code, inst, kills, waiting
                ):
                    killed = True
                    break
            if killed:
                continue
            op = code.ops[end - 1]
            if op in (Op.RETURN, Op.THROW):
                leaves = True
            blocks += [
                (it, code.block_offsets[it])
                for it in code.flow[block]
                if start == _ENTRY or not _is_null_branch(code, block, it, first)
            ]
        return leaves

    def _enters(
        self,
        instance: int,
        code: Code,
        inst: int,
        kills: Kills,
        waiting: list[tuple[int, int]],
    ) -> bool:
        """Follows a call; whether it surely passes a kill."""
        reaches = self._threads.reaches_own
        callees = self._calls.callees_at(instance, code.bcis[inst])
        waiting += [(callee, _ENTRY) for callee in callees if reaches[callee]]
        if not kills or not callees:
            return False
        return all(self._always_kills(callee, kills, frozenset()) for callee in callees)

    def _always_kills(self, instance: int, kills: Kills, above: frozenset[int]) -> bool:
        """Whether every way through an instance passes a kill."""
        if instance in kills.through:
            return kills.through[instance]
        if instance not in kills.near(self._calls) or instance in above:
            return False
        code = self._code(instance) if self._calls.is_own[instance] else None
        if code is None:
            return False
        above = above | {instance}
        blocks, seen, leaves = [0], set(), False
        while blocks:
            block = blocks.pop()
            if block in seen or (instance, block) in kills.blocks:
                continue
            seen.add(block)
            insts = range(code.block_offsets[block], code.block_offsets[block + 1])
            if any(self._kills_at(instance, code, inst, kills, above) for inst in insts):
                continue
            leaves = leaves or code.ops[insts[-1]] == Op.RETURN
            blocks += code.successors[block]
        kills.through[instance] = not leaves
        return not leaves

    def _kills_at(
        self, instance: int, code: Code, inst: int, kills: Kills, above: frozenset[int]
    ) -> bool:
        if (instance, inst) in kills.points:
            return True
        if code.ops[inst] != Op.INVOKE:
            return False
        callees = self._calls.callees_at(instance, code.bcis[inst])
        return bool(callees) and all(self._always_kills(it, kills, above) for it in callees)


@dataclass(frozen=True, slots=True)
class _Join:
    """A call that waits for the end of one thread, or of all that an executor runs."""

    instance: int
    code: Code
    inst: int
    of_all: bool


@dataclass(frozen=True, slots=True)
class _Signal:
    """Something that one thread does and another waits for: a latch, or a volatile flag."""

    key: object
    counts: set[Point]
    awaits: Kills
    is_for_one: bool
    """Whether one count is enough, whoever counts."""


@dataclass(slots=True)
class Kills:
    """Where reach ends: at single calls, and at blocks, such as those of a loop that joins all of
    many threads."""

    points: set[Point] = field(default_factory=set)
    blocks: set[tuple[int, int]] = field(default_factory=set)
    through: dict[int, bool] = field(default_factory=dict)
    """Instances known to pass a kill on every way, or not."""
    _near: set[int] | None = None

    def __bool__(self) -> bool:
        return bool(self.points or self.blocks)

    def near(self, calls: Calls) -> set[int]:
        """The instances that may come to a kill."""
        if self._near is None:
            at = {instance for instance, _ in self.points | self.blocks}
            mask = calls.in_thread.reversed().reachable(sorted(at))
            self._near = set(np.flatnonzero(mask).tolist())
        return self._near


def _loop_of(code: Code, inst: int) -> set[int]:
    """The blocks of the loops around an instruction."""
    block = code.block_of[inst]
    return {it for it in code.blocks_after[block] if block in code.blocks_after[it]}


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
    if op == Op.INVOKE and code.reference(made).owner == "java.util.concurrent.CompletableFuture":
        if code.reference(made).name not in ("anyOf", "applyToEither", "acceptEither"):
            for operand in code.operands(made):
                _derived(code, operand, seen)
    if op == Op.NEW_ARRAY:
        for use in code.uses.get(value, ()):
            if code.ops[use] == Op.ARRAY_STORE:
                _derived(code, code.operands(use)[2], seen)
    return seen


def _is_null_branch(code: Code, block: int, target: int, call: int) -> bool:
    """Whether control goes to a block only if the receiver of an earlier call is null, as at the
    end of a `try` with resources."""
    last = code.block_offsets[block + 1] - 1
    if code.ops[last] != Op.IF or len(code.operands(last)) != 1 or not code.operands(call):
        return False
    if code.source_of(code.operands(last)[0]) != code.source_of(code.operands(call)[0]):
        return False
    holds, fails = code.successors[block]
    is_equal = int(code.body.details[last]) == 0
    return target == (holds if is_equal else fails)


def _blocks_behind(code: Code, read: int) -> Iterator[int]:
    """Blocks that run only if what was read is not zero or null."""
    value = code.results[read]
    for branch in code.uses.get(value, ()):
        if code.ops[branch] != Op.IF or len(code.operands(branch)) != 1:
            continue
        holds, fails = code.successors[code.block_of[branch]]
        detail = int(code.body.details[branch])
        if detail not in (0, 1):
            continue
        target = fails if detail == 0 else holds
        offsets, items = code.body.predecessors
        first, end = offsets[target : target + 2].tolist()
        if items[first:end].tolist() == [code.block_of[branch]]:
            yield target
