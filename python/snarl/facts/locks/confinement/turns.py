"""Turns: what the JDK lets one function at a time work on.

A function that `ConcurrentHashMap.compute` calls has the value of its key for itself. A stage of a
future runs once, in whatever thread. An element of a stream, or a task of `invokeAll`, that was put
into the collection once is given to one call. Whoever has his turn is as good as a holder of a lock
that all the others with the same turn would need.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls.lambdas import Creation, Lambdas
from snarl.facts.code.values import Root
from snarl.facts.locks.confinement.walks import Walks
from snarl.facts.locks.words import TAKEN, Held, Lock, once_for, own_parameter
from snarl.facts.stand_ins import StandIn
from snarl.graph import distinct
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.heap import Heap
    from snarl.facts.ownership.publication import Publication
    from snarl.facts.threads.instances import Once
    from snarl.program import Method

_MAP = "java.util.concurrent.ConcurrentHashMap"
_MAP_CALLS = {"compute": 1, "computeIfPresent": 1, "merge": 2}
"""Which argument, from the last, is the value that the map has."""
_STAGE = "java.util.concurrent.CompletableFuture$"
_FIRST = {"supplyAsync"}
_STEPS = {"thenApply", "thenApplyAsync", "thenAccept", "thenAcceptAsync"}
"""Methods of a future that make another one with a function, or make one behind it."""
_STREAM = "java.util.stream."
_WALKS = ("forEachRemaining", "tryAdvance")
_TASK = "java.util.concurrent.FutureTask"
_TASKS = {"call": "java.util.concurrent.Callable", "run": "java.lang.Runnable"}

_AT_KEY, _OF_FUNCTION = StandIn.KEY.value, StandIn.FUNCTION.value


class Turns:
    """Functions of the program that the JDK calls in turn."""

    def __init__(self, calls: Calls, once: Once, heap: Heap, publication: Publication) -> None:
        self._calls = calls
        self._once = once
        self._heap = heap
        self._publication = publication
        self._lambdas = Lambdas(calls)
        self._walks = Walks(calls.solution, calls, once, heap)

    @cached_property
    def all(self) -> dict[int, Held]:
        """What instances that the JDK calls, and nobody else, have for themselves."""
        found = {}
        for instance in self._called_back:
            callers = {caller for caller, _, _ in self._calls.callers_of(instance)}
            methods = {int(self._calls.method_of[it]) for it in callers}
            code = self._calls.code_of(instance)
            if code is None or not methods <= self._callers.keys():
                continue
            locks = frozenset(self._turn(instance, code, callers, methods))
            if locks:
                found[instance] = locks
        return found

    @cached_property
    def _callers(self) -> dict[int, str]:
        """The methods of the JDK that call functions in turn, by their places: what they are."""
        return {
            place: kind
            for place, method in enumerate(self._calls.methods)
            if (kind := _kind(method)) is not None
        }

    @cached_property
    def _called_back(self) -> list[int]:
        """The program's instances that one of these methods calls."""
        calls = self._calls
        is_caller = np.zeros(len(calls.methods) + 1, bool)
        is_caller[list(self._callers)] = True
        places = np.minimum(calls.method_of[calls.callers], len(calls.methods))
        edges = calls.is_in_thread & is_caller[places] & calls.is_own[calls.callees]
        found: list[int] = distinct(calls.callees[edges]).tolist()
        return found

    def _turn(
        self, instance: int, code: Code, callers: set[int], methods: set[int]
    ) -> Iterator[Lock]:
        kinds = {self._callers[it] for it in methods}
        if len(kinds) != 1:
            return
        kind = kinds.pop()
        if kind in _MAP_CALLS:
            yield from self._at_key(instance, code, callers, _MAP_CALLS[kind])
        elif kind == "stage":
            yield from self._of_stage(callers)
            yield from self._of_argument(code)
        elif kind == "task":
            yield from self._of_task(instance, code, callers)
        else:
            yield from self._of_element(instance, code)

    def _at_key(
        self, instance: int, code: Code, callers: set[int], from_last: int
    ) -> Iterator[Lock]:
        """The value of a key, if nothing but the map gets to know it."""
        position = _count(code.method) - from_last
        kept = self._publication.leaking.kept(code.place, position)
        contexts = {int(self._calls.context_of[it]) for it in callers}
        if kept is None or not kept <= {-1} or len(contexts) != 1:
            return
        value = code.parameters[position] if position < len(code.parameters) else -1
        if value >= 0 and self._returns_only(instance, code, value):
            key = (_AT_KEY, contexts.pop())
            yield own_parameter(position, key)

    def _returns_only(self, instance: int, code: Code, value: int) -> bool:
        """Whether a function returns a parameter, or what is not known to anybody."""
        for end in (inst for inst, op in enumerate(code.ops) if op == Op.RETURN):
            waiting, seen = list(code.operands(end)), set()
            while waiting:
                here = code.source_of(waiting.pop())
                made = code.definitions[here]
                if here == value or here in seen:
                    continue
                seen.add(here)
                if made >= 0 and code.ops[made] == Op.PHI:
                    waiting += code.operands(made)
                elif not self._publication.is_fresh(instance, end, here):
                    return False
        return True

    def _of_stage(self, callers: set[int]) -> Iterator[Lock]:
        """The stage itself, if there is one: it runs once."""
        stages = {it for caller in callers for it in self._receivers(caller)}
        if len(stages) == 1 and self._once.is_single(min(stages)):
            yield Lock(Root("object", (min(stages),)), mode="own")

    def _of_argument(self, code: Code) -> Iterator[Lock]:
        """What a stage is given, if the one before has made it and gives it to this one alone."""
        creations = self._lambdas.creations(code.method)
        if creations and all(self._is_given_alone(*it) for it in creations):
            position = _count(code.method) - 1
            yield own_parameter(position)._replace(depth=TAKEN)

    def _is_given_alone(self, place: int, made: int) -> bool:
        """Whether a function becomes one stage, behind a future that nobody else uses, whose result
        nobody else knows."""
        code = self._calls.code(place)
        uses = () if code is None else code.uses.get(code.results[made], ())
        if code is None or len(uses) != 1 or not _is_call(code, uses[0], _STEPS):
            return False
        future = code.operands(uses[0])[0]
        before = code.definitions[future]
        if before < 0 or len(code.uses.get(future, ())) != 1:
            return False
        if not _is_call(code, before, {*_STEPS, *_FIRST}):
            return False
        is_first = code.reference(before).name in _FIRST
        function = code.definitions[code.operands(before)[0 if is_first else 1]]
        body = None if function < 0 else self._lambdas.body(code, function)
        if body is None or not (is_first or self._is_given_alone(place, function)):
            return False
        given = -1 if is_first else body.parameters[_count(body.method) - 1]
        return all(
            self._returns_only(it, body, given) for it in self._calls.instances_of(body.place)
        )

    def _of_task(self, instance: int, code: Code, callers: set[int]) -> Iterator[Lock]:
        """A task that is put into one collection, once: it runs once, if the collection is given
        away as a whole. What a lambda has captured is no task, though its code is called on it."""
        creations = self._lambdas.creations(code.method)
        if creations:
            yield from self._of_lambda(creations)
        elif self._is_task(code.method) and self._are_invoked(callers):
            objects = self._receivers(instance)
            if objects and all(map(self._heap.is_put_once, objects)):
                yield once_for(0, code.place)

    def _are_invoked(self, callers: set[int]) -> bool:
        """Whether `invokeAll` or its like has made all futures that call a task, or a walk that
        comes to each once: `tasks.stream().map(pool::submit)`."""
        made = {self._once.place(it) for caller in callers for it in self._receivers(caller)}
        place, bci = (made.pop() if len(made) == 1 else None) or (-1, -1)
        code = self._calls.code(place) if place >= 0 else None
        inst = None if code is None else code.call_at(bci)
        if code is None or inst is None:
            return False
        is_invoked = code.ops[inst] == Op.INVOKE and code.reference(inst).name.startswith("invoke")
        return is_invoked or self._walks.gives_each(code, inst)

    def _of_lambda(self, creations: list[Creation]) -> Iterator[Lock]:
        """The lambda itself, if there is one."""
        made = {it for place, inst in creations for it in self._made(place, inst)}
        if len(made) == 1 and self._once.is_single(min(made)) and self._heap.is_put_once(min(made)):
            yield Lock(Root("object", (min(made),)), mode="own")

    def _made(self, place: int, inst: int) -> Iterator[int]:
        code = self._calls.code(place)
        if code is not None:
            for instance in self._calls.instances_of(place):
                yield from self._calls.objects(instance, code.results[inst]).tolist()

    def _is_task(self, method: Method) -> bool:
        """Whether a method is what a task does, and no method that a lambda refers to."""
        program = self._calls.solution.program
        above = program.find_class(_TASKS.get(method.name, ""))
        if above is None or method.is_static:
            return False
        return program.engine.is_subclass(method.owner.id, above.id)

    def _of_element(self, instance: int, code: Code) -> Iterator[Lock]:
        """An element of a stream that is there once; the stream must be there once too."""
        creations = self._lambdas.creations(code.method)
        if not creations or not all(
            (there := self._calls.code(place)) is not None
            and self._once.site_runs_once(place, there.bcis[inst])
            for place, inst in creations
        ):
            return
        position = _count(code.method) - 1
        value = code.parameters[position] if 0 <= position < len(code.parameters) else -1
        objects = [] if value < 0 else self._calls.objects(instance, value).tolist()
        if objects and all(map(self._heap.is_put_once, objects)):
            key = (_OF_FUNCTION, code.place)
            yield own_parameter(position, key)

    def _receivers(self, instance: int) -> list[int]:
        code = self._calls.code_of(instance)
        if code is None or not code.parameters or code.parameters[0] < 0:
            return []
        found: list[int] = self._calls.objects(instance, code.parameters[0]).tolist()
        return found


def _is_call(code: Code, inst: int, names: set[str]) -> bool:
    """Whether an instruction calls a method of a future with one of some names."""
    if code.ops[inst] != Op.INVOKE:
        return False
    named = code.reference(inst)
    return named.name in names and named.owner.startswith("java.util.concurrent.Complet")


def _kind(method: Method) -> str | None:
    owner = method.owner.name
    if owner == _MAP and method.name in _MAP_CALLS:
        return method.name
    if owner.startswith(_STAGE) and method.name == "tryFire":
        return "stage"
    if owner == _TASK and method.name == "run":
        return "task"
    is_walk = owner.startswith("java.util.") and method.name in _WALKS
    return "element" if is_walk or owner.startswith(_STREAM) else None


def _count(method: Method) -> int:
    """How many parameters a method has, with its receiver."""
    parameters, _ = method.signature
    return len(parameters) + (not method.is_static)
