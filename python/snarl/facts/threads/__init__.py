"""Threads: what runs in which thread, and how many threads of a kind there are.

A thread is a spawn site with its root (DESIGN, section 3), the main thread, or, in an open program,
the environment: each of its calls may run in a thread of its own, at the same time as all others.
Class initializers belong to no thread: the JVM orders them before all that use the class.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from snarl.facts.calls import NOBODY, Calls
from snarl.facts.calls.streams import sequential_calls
from snarl.facts.containers.references import run_by_the_jdk
from snarl.facts.threads.instances import Once
from snarl.graph import BitSets, Graph, distinct
from snarl.points_to import EdgeKind
from snarl.program import Op
from snarl.settings import matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from snarl.points_to import Solution
    from snarl.settings import Settings

Site = tuple[int, int]
"""An instruction: the place of its method, and its bytecode index."""

_FINALIZER = "java.lang.ref.Finalizer"
# Where the JDK starts threads that run what programs give it.
_FOR_OTHERS = ("java.util.concurrent.", "java.util.Timer", "javax.swing.", "java.awt.")
_FEW_CALLS = 3
_STARTED_ONCE = (
    "java.lang.Thread",
    "java.util.concurrent.FutureTask",
    "java.util.concurrent.CompletableFuture$AsyncRun",
    "java.util.concurrent.CompletableFuture$AsyncSupply",
)
_START_MANY = ("invokeAll", "invokeAny", "setDefaultUncaughtExceptionHandler")
_PARALLEL = ("java.util.stream.", "java.util.Arrays")


@dataclass(frozen=True, slots=True, eq=False)
class Thread:
    """A thread, or all that are started alike. There is one object for each."""

    number: int
    kind: Literal["main", "spawn", "environment", "initializer"]
    roots: tuple[int, ...]
    """The instances that it starts with."""
    many: bool
    """Whether there may be several at one time."""
    sites: tuple[Site, ...] = ()
    """Where the program starts it."""
    tasks: tuple[int, ...] = ()
    """The thread or task objects."""
    told: frozenset[str] = frozenset()
    """Patterns of the settings that it matches."""


class Threads:
    """All threads of a program."""

    def __init__(self, solution: Solution, calls: Calls, once: Once, settings: Settings) -> None:
        self._settings = settings
        self._solution = solution
        self._calls = calls
        self._once = once
        self.all: list[Thread] = []
        self._masks: dict[int, NDArray[np.bool_]] = {}
        self._add_roots()
        self._add_spawned()

    def _add_roots(self) -> None:
        roots = self._solution.roots
        graph = self._solution.call_graph
        called = {graph.place(method) for method in roots.calls}
        mains = {graph.place(method) for method in roots.methods}
        alone = {graph.place(method) for method in roots.alone}
        environment = []
        for instance in self._calls.outside.tolist():
            place = int(self._calls.method_of[instance])
            if place in mains:
                self._add("main", (instance,), False)
            elif place in alone:
                self._add("environment", (instance,), False)
            elif place in called:
                environment.append(instance)
        # Calls that the settings tell apart are threads apart.
        apart: dict[frozenset[str], list[int]] = {}
        for instance in environment:
            told = self._told({instance})
            apart.setdefault(told, []).append(instance)
        for told, instances in apart.items():
            self._add("environment", tuple(instances), not self._is_said_single(told))
        self._add_initializers()

    def _add_initializers(self) -> None:
        """Static initializers that start threads: what they do then is not done before all else."""
        calls = self._calls
        starts = {int(it) for it in calls.callers[calls.kinds == EdgeKind.SPAWN]}
        if not starts:
            return
        for instance in np.flatnonzero(calls.is_own).tolist():
            method = calls.method(instance)
            if method is not None and method.name == "<clinit>" and self._reaches(instance, starts):
                self._add("initializer", (instance,), False)

    def _reaches(self, instance: int, wanted: set[int]) -> bool:
        """Whether an instance comes to one of some others in a few calls: what is further away is
        reached by too many to say anything."""
        calls, here = self._calls, {instance}
        for _ in range(_FEW_CALLS):
            if here & wanted:
                return True
            here = {
                int(calls.callees[edge])
                for it in here
                for edge in calls.edges_from(it)
                if calls.is_in_thread[edge]
            }
        return bool(here & wanted)

    def _told(self, instances: Iterable[int]) -> frozenset[str]:
        """The patterns of the settings that the first methods of a thread match."""
        settings = self._settings
        patterns = {*settings.single, *(it for pair in settings.not_parallel for it in pair)}
        names = {
            f"{method.owner.name}.{method.name}"
            for instance in instances
            if (method := self._calls.method(instance)) is not None
        }
        return frozenset(it for it in patterns if any(matches(name, [it]) for name in names))

    def _is_said_single(self, told: frozenset[str]) -> bool:
        return any(pattern in told for pattern in self._settings.single)

    def are_said_apart(self, first: Thread, second: Thread) -> bool:
        """Whether the settings say that two threads never run in parallel."""
        return any(
            (one in first.told and two in second.told) or (two in first.told and one in second.told)
            for one, two in self._settings.not_parallel
        )

    def _add(
        self,
        kind: Literal["main", "spawn", "environment", "initializer"],
        roots: tuple[int, ...],
        many: bool,
        sites: tuple[Site, ...] = (),
        tasks: tuple[int, ...] = (),
    ) -> None:
        told = self._told(self._first_own(roots))
        thread = Thread(len(self.all), kind, roots, many, sites, tasks, told)
        self.all.append(thread)

    def _first_own(self, roots: Iterable[int]) -> list[int]:
        """The first instances of the program's own code below some roots."""
        if not (self._settings.single or self._settings.not_parallel):
            return []
        calls, found = self._calls, []
        waiting, seen = list(roots), set(roots)
        while waiting:
            instance = waiting.pop()
            if calls.is_own[instance]:
                found.append(instance)
                continue
            for edge in calls.edges_from(instance):
                callee = int(calls.callees[edge])
                if calls.is_in_thread[edge] and callee not in seen and self.reaches_own[callee]:
                    seen.add(callee)
                    waiting.append(callee)
        return found

    def _add_spawned(self) -> None:
        """One thread for each instance that is started; the program's sites tell where."""
        calls = self._calls
        graph = self._solution.call_graph
        spawns = np.flatnonzero(calls.kinds == EdgeKind.SPAWN)
        told: dict[tuple[int, int], tuple[set[Site], set[int]]] = {}
        for spawn in self._solution.spawns:
            root = graph.place(spawn.root)
            site = graph.place(spawn.caller)
            if root is None or site is None:
                continue
            sites, tasks = told.setdefault((root, spawn.root_context.id), (set(), set()))
            sites.add((site, spawn.bci))
            tasks.update(task.id for task in spawn.tasks)
        reaches_own = self.reaches_own
        for instance in distinct(calls.callees[spawns]).tolist():
            place = int(calls.method_of[instance])
            if place == NOBODY or not reaches_own[instance]:
                continue
            key = (place, int(calls.context_of[instance]))
            sites, tasks = told.get(key, (set(), set()))
            if not self._may_run_own(instance, sites):
                continue
            found = (tuple(sorted(sites)), tuple(sorted(tasks)))
            said = self._is_said_single(self._told(self._first_own((instance,))))
            many = not said and not self._is_single(*found)
            self._add("spawn", (instance,), many, *found)

    @cached_property
    def called_from_outside(self) -> frozenset[int]:
        """The instances that callers from outside call."""
        return frozenset(
            root for thread in self.all if thread.kind == "environment" for root in thread.roots
        )

    def is_finalizer(self, thread: Thread) -> bool:
        """Whether a thread runs finalizers: nobody else knows what one has."""
        owners = {self._calls.methods[site].owner.name for site, _ in thread.sites}
        return owners == {_FINALIZER}

    def _may_run_own(self, root: int, sites: set[Site]) -> bool:
        """Whether a thread can come to run the program's code. Threads that the JDK starts for
        itself do not, though its own code is not told apart well enough to show it."""
        for site, _ in sites:
            owner = self._calls.methods[site].owner
            if owner.name == _FINALIZER:
                return bool(self._calls.is_own[root])
            if self._calls.is_own_method[site] or owner.name.startswith(_FOR_OTHERS):
                return True
            if owner.name.startswith(_PARALLEL) and self._is_parallel:
                return True
        return False

    @cached_property
    def _is_parallel(self) -> bool:
        """Whether the program asks for parallel streams or the like."""
        graph = self._solution.call_graph
        asking = [
            place
            for place, method in enumerate(graph.methods)
            if method.name.startswith("parallel") and method.owner.name.startswith("java.util.")
        ]
        callers = graph.callers[np.isin(graph.callees, asking)]
        return bool(self._calls.is_own_method[callers].any())

    def _is_single(self, sites: Sequence[Site], tasks: Sequence[int]) -> bool:
        """Whether there is at most one such thread: its site runs once, or it is a `Thread` of
        which there is one, or a future's task, for these can be started only once; or there is
        one task, which is made for the call that starts it."""
        if len(sites) == 1 and self._once.site_runs_once(*sites[0]):
            return not self.starts_many(*sites[0])
        if len(tasks) != 1 or not self._once.is_single(tasks[0]):
            return False
        if len(sites) == 1 and self._is_made_for(tasks[0], *sites[0]):
            return not self.starts_many(*sites[0])
        program = self._solution.program
        found = self._solution.class_of(tasks[0])
        known = (program.find_class(name) for name in _STARTED_ONCE)
        return found is not None and any(
            it is not None and program.engine.is_subclass(found, it.id) for it in known
        )

    def _is_made_for(self, task: int, method: int, bci: int) -> bool:
        """Whether a task is made for the very call that starts it, once."""
        code, made = self._calls.code(method), self._once.allocation(task)
        call = None if code is None else code.call_at(bci)
        if code is None or call is None or made is None or made[0].place != method:
            return False
        given = map(code.source_of, code.operands(call))
        return code.results[made[1]] in given and not code.is_in_loop(call)

    def is_of_stream(self, thread: Thread) -> bool:
        """Whether a thread is one of those that share out the work of a parallel stream, or the
        like: they start each other, and who asked for it waits until all is done."""
        if thread.number not in self._of_streams:
            owners = [self._calls.methods[place].owner.name for place, _ in thread.sites]
            self._of_streams[thread.number] = thread.kind == "spawn" and (
                bool(owners) and all(it.startswith(_PARALLEL) for it in owners)
            )
        return self._of_streams[thread.number]

    @cached_property
    def _of_streams(self) -> dict[int, bool]:
        return {}

    def starts_many(self, method: int, bci: int) -> bool:
        """Whether one call starts several threads: `invokeAll`, a parallel stream, a handler that
        all threads come to."""
        code = self._calls.code(method)
        call = None if code is None else code.call_at(bci)
        if code is None or call is None or code.ops[call] != Op.INVOKE:
            return True
        return code.reference(call).name in _START_MANY

    @cached_property
    def reaches_own(self) -> NDArray[np.bool_]:
        """Whether each instance is of the program's own code or calls some, in its thread; or a
        container's method that a reference of the program's leads to."""
        runs = self._calls.callees[run_by_the_jdk(self._calls)]
        own = np.concatenate([np.flatnonzero(self._calls.is_own), runs])
        if not own.size:
            return np.zeros(len(self._calls), bool)
        return self._calls.in_thread.reversed().reachable(own)

    @cached_property
    def _of_instances(self) -> BitSets:
        pairs = [(root, thread.number) for thread in self.all for root in thread.roots]
        nodes = [root for root, _ in pairs]
        own = BitSets.from_pairs(len(self._calls), len(self.all), nodes, [it for _, it in pairs])
        return self._in_thread.union(own)

    @cached_property
    def _in_thread(self) -> Graph:
        """The calls that stay in their thread; functions of streams that are surely sequential are
        run by who makes them."""
        calls = self._calls
        if not self._is_parallel:
            return calls.in_thread
        edges, pairs = sequential_calls(calls)
        keep = calls.is_in_thread.copy()
        keep[edges] = False
        makers = np.array([maker for maker, _ in pairs], np.uint32)
        functions = np.array([function for _, function in pairs], np.uint32)
        return Graph.from_edges(
            len(calls),
            np.concatenate([calls.callers[keep], makers]),
            np.concatenate([calls.callees[keep], functions]),
        )

    def of(self, instance: int) -> list[Thread]:
        """The threads that may run an instance."""
        row = self._rows[instance]
        if row not in self._lists:
            self._lists[row] = [
                self.all[number] for number in self._of_instances[instance].tolist()
            ]
        return self._lists[row]

    @cached_property
    def _rows(self) -> list[int]:
        """The row of each instance's set of threads."""
        found: list[int] = self._of_instances.rows.tolist()
        return found

    @cached_property
    def _lists(self) -> dict[int, list[Thread]]:
        return {}

    @cached_property
    def runs(self) -> NDArray[np.bool_]:
        """Whether some thread runs each instance."""
        return self._of_instances.sizes() > 0

    def rows(self, instances: NDArray[np.int64]) -> NDArray[np.uint32]:
        """A number for the set of threads of each instance: equal numbers, equal sets."""
        return self._of_instances.rows[instances]

    def runs_in(self, thread: Thread) -> NDArray[np.bool_]:
        """Which instances a thread runs."""
        if thread.number not in self._masks:
            mask = np.zeros(len(self._calls), bool)
            mask[self._of_instances.nodes_with(thread.number)] = True
            mask.flags.writeable = False
            self._masks[thread.number] = mask
        return self._masks[thread.number]
