"""Stages: functions that a future runs when others are complete, in whatever thread.

    first = supplyAsync(this::load);      runs in a thread of the pool
    second = first.thenApply(this::parse) runs in that thread, or in this one if it is late

Whoever runs the second, the first has ended. So the end of the first is a signal that the second
has seen, and so have all stages behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from snarl.facts.calls.reach import Kills, Point
from snarl.facts.ordering.completions import RUN_FOR_FUTURE
from snarl.facts.ordering.tasks import are_all
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.ordering.completions import Completions
    from snarl.facts.ordering.named_calls import NamedCalls
    from snarl.facts.ordering.tasks import Tasks
    from snarl.facts.threads import Thread, Threads
    from snarl.facts.threads.instances import Once
    from snarl.program import Method

_FUTURE = "java.util.concurrent.CompletableFuture"
_COMPLETION = f"{_FUTURE}$"
_RUNS = "tryFire"
_RELAY = "Relay"
_COMPOSED = "$UniCompose"
_WAITS = {"get", "join"}
_WAITED_FOR = ("java.util.concurrent.Future", "java.lang.Thread")
_OF_ONE_OF_TWO = ("Or", "AnyOf")
"""Stages that wait for one of two, or of many."""

End = tuple[str, int]
"""What is waited for: the end of a thread, by its number, or of a stage, by its object."""


class AllRuns(NamedTuple):
    """The end of all runs of a function, by its instance: a signal for who has waited for all."""

    function: int


@dataclass(slots=True)
class _Stage:
    functions: set[int] = field(default_factory=set)
    """The instances of the program that it runs."""
    sources: set[int] = field(default_factory=set)
    """The futures that it waits for."""


class Stages:
    """The stages of which there is one."""

    def __init__(
        self,
        calls: Calls,
        once: Once,
        threads: Threads,
        named: NamedCalls,
        tasks: Tasks,
        completions: Completions,
    ) -> None:
        self._calls = calls
        self._once = once
        self._threads = threads
        self._named = named
        self._tasks = tasks
        self._completions = completions
        self._waited_for: dict[int, bool] = {}

    def ends(self) -> Iterator[tuple[End, set[Point], Kills]]:
        """What stages wait for: the end, where it comes, and what has seen it."""
        seen: dict[End, set[int]] = {}
        for number, stage in self._stages.items():
            for end in self._before(number):
                seen.setdefault(end, set()).update(stage.functions)
        waits = self._waits()
        # One that nobody waits for runs once all the same, whoever runs it.
        alone: set[End] = {("stage", number) for number, it in self._stages.items() if it.functions}
        for end in sorted({*seen, *waits, *alone}):
            blocks = {(it, 0) for it in seen.get(end, ())}
            yield end, self._points(end), Kills(points=waits.get(end, set()), blocks=blocks)

    def registered(self) -> Iterator[tuple[int, set[Point], Kills]]:
        """Stages, the calls that make them, and what they run after that."""
        for number, stage in self._stages.items():
            made = self._once.allocation(number)
            if made is not None and stage.functions:
                code, call = made
                calls = {(it, call) for it in self._calls.instances_of(code.place)}
                yield number, calls, Kills(blocks={(it, 0) for it in stage.functions})

    def runs_waited_for(self) -> Iterator[tuple[int, set[Point], Kills]]:
        """Functions that many threads run for futures of which a stage waits for all, those of an
        array: the instance, where its runs end, and what has seen the end of them all."""
        gathered = {
            number: self._all_runs(self._tasks.elements_at(*given))
            for number in self._stages
            if (given := self._given_array(number)) is not None
        }
        if not any(gathered.values()):
            return
        seen: dict[int, Kills] = {}
        for number, stage in self._stages.items():
            for relay in ("stage", number), *self._before(number):
                for function in gathered.get(relay[1], ()) if relay[0] == "stage" else ():
                    seen.setdefault(function, Kills()).blocks.update(
                        (it, 0) for it in stage.functions
                    )
        for (kind, number), points in self._waits().items():
            for function in gathered.get(number, ()) if kind == "stage" else ():
                seen.setdefault(function, Kills()).points.update(points)
        for function in sorted(seen):
            yield function, set(self._returns(function)), seen[function]

    def _all_runs(self, futures: frozenset[int]) -> set[int]:
        """The functions that many threads run, and whose every run completes one of some futures,
        or is over when one of them is complete."""
        completions = self._completions
        found: set[int] = set()
        for thread in self._threads.all:
            if thread.kind != "spawn" or not thread.many:
                continue
            if self._are_of_all(thread, futures):
                own = self._calls.own_callees(thread.roots)
                found.update(it for it in own if len(self._threads.of(it)) == 1)
            found.update(
                function
                for function, completed in completions.late(thread).items()
                if any(it <= futures for it in (completed, *completions.behind(completed)))
                and all(function in completions.late(it) for it in self._threads.of(function))
            )
        return found

    def _are_of_all(self, thread: Thread, futures: frozenset[int]) -> bool:
        """Whether some futures are those of all threads of a kind, or hang on all of those."""
        tasks = self._tasks.of(thread)
        if are_all(thread, tasks, futures):
            return True
        return self._tasks.broken_off.isdisjoint(tasks) and any(
            are_all(thread, set(it), futures) for it in self._completions.behind(frozenset(tasks))
        )

    def _given_array(self, number: int) -> tuple[int, int] | None:
        """The array of futures that a stage which runs nothing was made for, and where."""
        made = self._once.allocation(number)
        if made is None or not self._calls.solution.object(number).type.endswith(_RELAY):
            return None
        code, call = made
        instances = self._calls.instances_of(code.place)
        if code.ops[call] != Op.INVOKE or not code.operands(call) or len(instances) != 1:
            return None
        return int(instances[0]), code.operands(call)[0]

    def _waits(self) -> dict[End, set[Point]]:
        """The calls that wait for the future that a stage completes: whoever runs it, it has ended
        then, and so has all that it has waited for itself."""
        found: dict[End, set[Point]] = {}
        for method, inst, called in self._named.of(_WAITS):
            if not self._may_be_waited_for(called[0]):
                continue
            code = self._calls.code(method)
            for instance in self._calls.instances_of(method) if code is not None else ():
                assert code is not None
                if len(code.operands(inst)) != 1:
                    continue
                futures = self._calls.objects(instance, code.operands(inst)[0]).tolist()
                for end in self._ends_of(futures[0]) if len(futures) == 1 else ():
                    others = self._before(end[1]) if end[0] == "stage" else ()
                    for before in (end, *others):
                        found.setdefault(before, set()).add((instance, inst))
        return found

    def _may_be_waited_for(self, class_id: int) -> bool:
        """Whether a class is of futures or threads: many others have a method `get`."""
        if class_id not in self._waited_for:
            program = self._calls.solution.program
            known = (program.find_class(name) for name in _WAITED_FOR)
            self._waited_for[class_id] = any(
                it is not None and program.engine.is_subclass(class_id, it.id) for it in known
            )
        return self._waited_for[class_id]

    def _points(self, end: End) -> set[Point]:
        kind, number = end
        if kind == "thread":
            return {(root, 0) for root in self._threads.all[number].roots}
        return {it for function in self._stages[number].functions for it in self._returns(function)}

    def _returns(self, instance: int) -> Iterator[Point]:
        code = self._calls.code_of(instance)
        for inst, op in enumerate(() if code is None else code.ops):
            if op == Op.RETURN:
                yield instance, inst

    @cached_property
    def _stages(self) -> dict[int, _Stage]:
        calls = self._calls
        runs = [place for place, method in enumerate(calls.methods) if _is_run(method)]
        instances = [it for place in runs for it in calls.instances_of(place)]
        found: dict[int, _Stage] = {}
        shared: set[int] = set()
        for edge in np.flatnonzero(np.isin(calls.callers, instances)).tolist():
            callee = int(calls.callees[edge])
            if not calls.is_own[callee]:
                continue
            objects = self._completions_of(int(calls.callers[edge]))
            if len(objects) != 1 or not self._once.is_single(objects[0]):
                shared.add(callee)
                continue
            stage = found.setdefault(objects[0], _Stage())
            stage.functions.add(callee)
            for name in ("src", "snd"):
                held = self._tasks.held_in(objects[0], {name})
                stage.sources |= held if len(held) == 1 else set()
        found |= self._relays(found)
        by_function: dict[int, int] = {}
        for stage in found.values():
            for function in stage.functions:
                by_function[function] = by_function.get(function, 0) + 1
        # A function of several stages has seen the end of none of them for sure.
        for stage in found.values():
            stage.functions = {
                it for it in stage.functions if by_function[it] == 1 and it not in shared
            }
        return found

    def _relays(self, known: Mapping[int, _Stage]) -> dict[int, _Stage]:
        """Stages that run nothing, and only wait: those of `allOf`."""
        found: dict[int, _Stage] = {}
        for number in self._all:
            kind = self._calls.solution.object(number).type
            if number in known or not kind.endswith(_RELAY) or not self._once.is_single(number):
                continue
            found[number] = _Stage(sources=self._relayed(number))
        return found

    def _relayed(self, number: int) -> set[int]:
        """What a stage that runs nothing surely waits for: the source that it has, or all that are
        named in a call of `allOf`."""
        held = set(self._tasks.held_in(number, {"src"}))
        made = self._once.allocation(number)
        if len(held) == 1 or made is None:
            return held if len(held) == 1 else set()
        code, call = made
        array = code.source_of(code.operands(call)[0]) if code.operands(call) else -1
        if array < 0 or code.definitions[array] < 0:
            return set()
        if code.ops[code.definitions[array]] != Op.NEW_ARRAY:
            return set()
        found: set[int] = set()
        for use in code.uses.get(array, ()):
            if code.ops[use] == Op.ARRAY_STORE:
                for instance in self._calls.instances_of(code.place):
                    futures = self._calls.objects(instance, code.operands(use)[2]).tolist()
                    found.update(futures if len(futures) == 1 else ())
        return found

    def _completions_of(self, instance: int) -> list[int]:
        """The stages for which a method of the JDK runs a function: its receivers, or those that
        complete the future that it is a method of."""
        receivers = self._receivers(instance)
        method = self._calls.method(instance)
        if method is None or method.name == _RUNS:
            return receivers
        return [it for it in self._all if self._tasks.held_in(it, {"dep"}) & set(receivers)]

    @cached_property
    def _all(self) -> list[int]:
        """All objects that are stages."""
        return self._completions.all

    def _receivers(self, instance: int) -> list[int]:
        code = self._calls.code_of(instance)
        if code is None or not code.parameters or code.parameters[0] < 0:
            return []
        found: list[int] = self._calls.objects(instance, code.parameters[0]).tolist()
        return found

    @cached_property
    def _completes(self) -> dict[int, End]:
        """Who completes a future, of which there is one."""
        found: dict[int, End] = {}
        for thread in self._threads.all:
            if thread.kind == "spawn" and not thread.many:
                own = [it for it in thread.tasks if self._once.is_single(it)]
                for number in (*own, *self._futures_of(thread)):
                    found[number] = ("thread", thread.number)
        for number in self._stages:
            for future in self._tasks.held_in(number, {"dep"}):
                if self._once.is_single(future):
                    found[future] = ("stage", number)
        return found

    def _futures_of(self, thread: Thread) -> list[int]:
        held = {it for task in thread.tasks for it in self._tasks.held_in(task, {"dep"})}
        return [it for it in held if self._once.is_single(it)]

    def _before(self, number: int) -> set[End]:
        """All ends that a stage comes after."""
        found: set[End] = set()
        waiting = [number]
        while waiting:
            sources = self._stages[waiting.pop()].sources
            for end in (end for source in sources for end in self._ends_of(source)):
                if end not in found and end != ("stage", number):
                    found.add(end)
                    if end[0] == "stage":
                        waiting.append(end[1])
        return found

    def _ends_of(self, future: int) -> list[End]:
        """What has ended when a future is complete: who completes it, and of a function that gives
        a future itself (`thenCompose`), who completes that."""
        found: list[End] = []
        waiting = [future]
        while waiting:
            future = waiting.pop()
            # One that is broken off is complete although what it stands for runs on.
            is_broken_off = future in self._tasks.broken_off
            end = None if is_broken_off else self._completes.get(future)
            if end is not None and end not in found:
                found.append(end)
                waiting += self._given_by(end[1]) if end[0] == "stage" else ()
        return found

    def _given_by(self, number: int) -> list[int]:
        """The one future that the function of a stage gives, if the stage waits for it."""
        if not self._calls.solution.object(number).type.endswith(_COMPOSED):
            return []
        given: set[int] = set()
        for instance in self._stages[number].functions:
            code = self._calls.code_of(instance)
            if code is None:
                return []
            for inst, op in enumerate(code.ops):
                if op == Op.RETURN:
                    given.update(self._calls.objects(instance, code.operands(inst)[0]).tolist())
        return list(given) if len(given) == 1 else []


def _is_run(method: Method) -> bool:
    """Whether a method of the JDK runs a function for a stage that waits for all its sources."""
    if method.name == _RUNS and method.owner.name.startswith(_COMPLETION):
        return not method.owner.name.removeprefix(_COMPLETION).startswith(_OF_ONE_OF_TWO)
    return method.owner.name == _FUTURE and method.name in RUN_FOR_FUTURE
