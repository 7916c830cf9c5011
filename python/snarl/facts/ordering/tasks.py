"""Tasks: what stands for a thread where others wait for it: its task, its future, its executor."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.ordering.named_calls import NamedCalls, is_thread_class
from snarl.graph import distinct
from snarl.program.body import NO_VALUE

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.ordering.chains import Chains
    from snarl.facts.threads import Thread
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

_TASK_FIELDS = {"target", "holder", "task", "dep"}
"""Where a thread keeps its task, and a task its future."""
_BREAK_OFF = {"cancel", "orTimeout", "completeOnTimeout", "completeExceptionally"}
"""Methods after which a future may be complete although its task runs on."""


class Tasks:
    """The objects that stand for threads."""

    def __init__(
        self, solution: Solution, calls: Calls, once: Once, named: NamedCalls, chains: Chains
    ) -> None:
        self._solution = solution
        self._calls = calls
        self._once = once
        self._named = named
        self._chains = chains
        self._known_objects: dict[tuple[int, int], frozenset[int]] = {}
        self._known_elements: dict[tuple[int, int], frozenset[int]] = {}
        self._known_tasks: dict[int, set[int]] = {}
        self._known_held: dict[tuple[int, frozenset[str]], frozenset[int]] = {}
        self._known_fields: dict[tuple[int, frozenset[str]], list[tuple[int, int]]] = {}

    def of(self, child: Thread) -> set[int]:
        """What a join of a thread is called on: its thread, its task, its future."""
        if child.number not in self._known_tasks:
            self._known_tasks[child.number] = self._find(child)
        return self._known_tasks[child.number]

    def pools(self, child: Thread) -> set[int]:
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

    @cached_property
    def broken_off(self) -> frozenset[int]:
        """The futures that may be complete although their tasks run on."""
        found: set[int] = set()
        for method, inst, _ in self._named.of(_BREAK_OFF):
            code = self._calls.code(method)
            for instance in () if code is None else self._calls.instances_of(method):
                if code is not None:
                    found |= self.objects_at(instance, code.operands(inst)[0])
        return frozenset(found)

    def objects_at(self, instance: int, value: int) -> frozenset[int]:
        """What a value is, kept: every two threads ask it of every join."""
        key = (instance, value)
        if key not in self._known_objects:
            found = self._calls.objects(instance, value).tolist()
            self._known_objects[key] = frozenset(found)
        return self._known_objects[key]

    def elements_at(self, instance: int, value: int) -> frozenset[int]:
        """What the arrays that a value may be hold."""
        key = (instance, value)
        if key not in self._known_elements:
            elements = map(self._solution.engine.elements, self.objects_at(instance, value))
            held = [it for it in elements if it.size]
            found = distinct(np.concatenate(held)).tolist() if held else ()
            self._known_elements[key] = frozenset(found)
        return self._known_elements[key]

    def _find(self, child: Thread) -> set[int]:
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
        return stage in self._composers(child, self.of(child))

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
        program = self._solution.program
        code = self._calls.code(place)
        call = None if code is None else code.call_at(bci)
        if code is None or call is None or code.results[call] == NO_VALUE:
            return
        for instance in self._calls.instances_of(place):
            for number in self._calls.objects(instance, code.results[call]).tolist():
                class_id = self._solution.class_of(number)
                is_thread = class_id is not None and is_thread_class(program, class_id)
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
            class_id = self._solution.class_of(here)
            for field in () if class_id is None else self._fields_named(class_id, wanted):
                held = set(engine.field(here, *field).tolist()) - found
                found |= held
                waiting += held
        return frozenset(found)

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


def are_all(child: Thread, wanted: set[int], objects: Set[int]) -> bool:
    """Whether objects are all the threads or tasks of a kind, or all their futures."""
    tasks = set(child.tasks)
    return any(part and part <= objects for part in (wanted & tasks, wanted - tasks))
