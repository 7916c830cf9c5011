"""Completions: what hangs on a future of the JDK, and runs when that is complete.

    first = supplyAsync(this::load)        a task, which completes `first`
    second = first.thenAccept(this::keep)  a completion, which completes `second`

The thread that runs the task runs `keep` too, when the task has ended: who has waited for `first`
knows nothing of it. Who has waited for `second`, or for what hangs on that, does.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.graph import Graph

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.threads import Thread, Threads
    from snarl.points_to import Solution

_FUTURE = "java.util.concurrent.CompletableFuture"
_ONE_OF_TWO = tuple(f"{_FUTURE}${kind}" for kind in ("Or", "AnyOf"))
"""Those that wait for one of several."""
_RUNS = "tryFire"
RUN_FOR_FUTURE = {
    *("uniHandle", "uniWhenComplete", "uniExceptionally"),
    *("biApply", "biAccept", "biRun", "orApply", "orAccept", "orRun"),
}
"""Methods of a future that run a function which completes it."""
_MOST = 64

Futures = frozenset[int]
NO_FUTURES: Futures = frozenset()


class Completions:
    """Functions that run when a future is complete, and futures that tell their end."""

    def __init__(self, solution: Solution, calls: Calls, threads: Threads) -> None:
        self._solution = solution
        self._calls = calls
        self._threads = threads
        self._known: dict[int, dict[int, Futures]] = {}
        self._all: dict[int, frozenset[Futures]] = {}

    def futures(self, thread: Thread, instance: int) -> Futures:
        """What completes when that has ended in which a thread runs an instance, where this is
        something that hangs on a future; nothing if it is the thread's own task."""
        return self.late(thread).get(instance, NO_FUTURES)

    def all_futures(self, thread: Thread) -> frozenset[Futures]:
        """All that `futures` may give for a thread."""
        if thread.number not in self._all:
            self._all[thread.number] = frozenset(self.late(thread).values())
        return self._all[thread.number]

    def behind(self, futures: Futures) -> list[Futures]:
        """Futures that are complete only when others are: each by itself tells it."""
        found: list[Futures] = []
        waiting, seen = [futures], set(futures)
        while waiting and len(found) < _MOST:
            here = waiting.pop()
            for sources, completed in self._links:
                if sources & here and not completed <= seen:
                    seen |= completed
                    found.append(completed)
                    waiting.append(completed)
        return found

    @cached_property
    def all(self) -> list[int]:
        """The objects that wait for all of their sources."""
        program = self._solution.program.engine
        above = program.find_class(f"{_FUTURE}$Completion")
        types = self._solution.engine.object_types()
        if above is None:
            return []
        fitting = [
            of
            for of in np.unique(types).tolist()
            if (class_id := program.type_class(of)) is not None
            and program.is_subclass(class_id, above)
            and not program.class_name(class_id).startswith(_ONE_OF_TWO)
        ]
        found: list[int] = np.flatnonzero(np.isin(types, fitting)).tolist()
        return found

    @cached_property
    def _links(self) -> list[tuple[Futures, Futures]]:
        """The futures that completions wait for, and those that they complete."""
        found = set()
        for number in self.all:
            sources = self._held(number, "src") | self._held(number, "snd")
            completed = self._held(number, "dep")
            if sources and completed:
                found.add((sources, completed))
        return sorted(found, key=lambda it: (sorted(it[0]), sorted(it[1])))

    def _held(self, number: int, name: str) -> Futures:
        engine, program = self._solution.engine, self._solution.program.engine
        class_id = self._solution.class_of(number)
        found: set[int] = set()
        while class_id is not None:
            for index, (field, _, _) in enumerate(program.fields(class_id)):
                if field == name:
                    found.update(engine.field(number, class_id, index).tolist())
            class_id = program.super_class(class_id)
        return frozenset(found)

    @cached_property
    def _functions(self) -> dict[int, Futures]:
        """Instances of the program that completions run, and what they then complete."""
        calls = self._calls
        runs = [
            it
            for place, method in enumerate(calls.methods)
            if method.owner.name.startswith(_FUTURE)
            and (method.name == _RUNS or method.name in RUN_FOR_FUTURE)
            for it in calls.instances_of(place)
        ]
        found: dict[int, set[int]] = {}
        for edge in np.flatnonzero(np.isin(calls.callers, runs)).tolist():
            callee = int(calls.callees[edge])
            if calls.is_own[callee] and calls.is_in_thread[edge]:
                found.setdefault(callee, set()).update(self._completed(int(calls.callers[edge])))
        return {callee: frozenset(futures) for callee, futures in found.items() if futures}

    def _completed(self, instance: int) -> set[int]:
        """What is complete when a method of the JDK has run a function."""
        code = self._calls.code_of(instance)
        if code is None or not code.parameters:
            return set()
        receivers = self._calls.objects(instance, code.parameters[0]).tolist()
        if code.method.name != _RUNS:
            return set(receivers)
        return {it for number in receivers for it in self._held(number, "dep")}

    def late(self, thread: Thread) -> dict[int, Futures]:
        """What a thread runs for completions alone, with the futures that these complete then."""
        if thread.number not in self._known:
            self._known[thread.number] = self._find_late(thread) if self._functions else {}
        return self._known[thread.number]

    def _find_late(self, thread: Thread) -> dict[int, Futures]:
        """What a thread runs for completions alone."""
        calls = self._calls
        runs = self._threads.runs_in(thread)
        mine = [it for it in self._functions if runs[it]]
        if not mine:
            return {}
        keep = calls.is_in_thread & ~np.isin(calls.callees, mine)
        others = Graph.from_edges(len(calls), calls.callers[keep], calls.callees[keep])
        early = others.reachable([it for it in thread.roots if it not in mine])
        found: dict[int, Futures] = {}
        for function in mine:
            below = others.reachable([function])
            for instance in np.flatnonzero(below & runs & ~early & calls.is_own).tolist():
                found[instance] = found.get(instance, NO_FUTURES) | self._functions[function]
        return found
