"""Serial tasks: what an object leaves to its own executor, which has one thread.

    private final ExecutorService own = Executors.newSingleThreadExecutor();
    void add(Item item) { own.execute(() -> items.add(item)); }
    int size() { return own.submit(() -> items.size()).get(); }

    private val own = Dispatchers.Default.limitedParallelism(1)
    suspend fun add(item: Item) = withContext(own) { items.add(item) }

Each task of it runs as if it held a lock that the object has.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls.lambdas import Lambdas
from snarl.facts.code.values import Path
from snarl.facts.locks.words import Held, Lock, own_parameter
from snarl.facts.ordering.pools import is_serial
from snarl.facts.stand_ins import StandIn
from snarl.graph import distinct
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.code.values import Values
    from snarl.facts.threads import Threads
    from snarl.facts.threads.instances import Once

_LEAVES = {"execute", "submit", "schedule", "scheduleAtFixedRate", "scheduleWithFixedDelay"}
_OWNERS = ("java.util.concurrent.", "java.util.Timer")
_DISPATCHES = {
    "withContext": (0, 1),
    **dict.fromkeys(("launch", "async", "launch$default", "async$default"), (1, 3)),
}
"""Functions that leave a coroutine, or a part of one, to a dispatcher: where the two stand."""
_BUILDERS = "kotlinx.coroutines.BuildersKt"
_BODY = "invokeSuspend"
_CASTS = {int(Op.CHECK_CAST)}
_DEEPEST_CLASS = 1 << 16


class SerialTasks:
    """What tasks hold that an object's own executor runs."""

    def __init__(self, calls: Calls, values: Values, once: Once, threads: Threads) -> None:
        self._calls = calls
        self._values = values
        self._once = once
        self._threads = threads
        self._lambdas = Lambdas(calls)

    @cached_property
    def all(self) -> dict[int, Held]:
        """What is held where such tasks begin."""
        found = {}
        roots = {it for thread in self._threads.all for it in thread.roots}
        outside = self._threads.called_from_outside
        for entry in self._entries | {it for it in roots if self._calls.is_own[it]}:
            if entry not in outside and not self._is_called(entry):
                locks = self._locks(entry)
                if locks:
                    found[entry] = locks
        return self._bodies(found) | found

    @cached_property
    def _entries(self) -> set[int]:
        """The program's instances that the JDK calls in threads."""
        calls = self._calls
        edges = calls.is_in_thread & ~calls.is_own[calls.callers] & calls.is_own[calls.callees]
        return set(distinct(calls.callees[edges]).tolist())

    def _bodies(self, found: dict[int, Held]) -> dict[int, Held]:
        """The same for the bodies of coroutines. What Kotlin starts is a copy of the function that
        was left to the dispatcher: it has captured the same."""
        bodies: dict[int, Held] = {}
        for entry, locks in found.items():
            for body in self._bodies_of(entry):
                bodies[body] = bodies.get(body, locks) & locks
        return bodies

    def _bodies_of(self, entry: int) -> list[int]:
        """The instances of a coroutine's body that only it calls where it is entered."""
        method = self._calls.method(entry)
        if method is None:
            return []
        found = [
            int(it)
            for place in self._resumed.get(method.owner.id, ())
            for it in self._calls.instances_of(place)
        ]
        return [it for it in found if self._is_called_by(it, method.owner.id)]

    @cached_property
    def _resumed(self) -> dict[int, list[int]]:
        """The bodies of coroutines, by their classes."""
        found: dict[int, list[int]] = {}
        for place, method in enumerate(self._calls.methods):
            if method.name == _BODY and self._calls.is_own_method[place]:
                found.setdefault(method.owner.id, []).append(place)
        return found

    def _is_called_by(self, instance: int, class_id: int) -> bool:
        """Whether only a class itself calls an instance, and Kotlin, where it resumes it: that is
        in the dispatcher again."""
        calls = self._calls
        callers = [it for it, _, _ in calls.callers_of(instance) if calls.is_own[it]]
        methods = [calls.method(it) for it in callers]
        return all(it is not None and it.owner.id == class_id for it in methods)

    def _is_called(self, entry: int) -> bool:
        """Whether the program calls an instance itself."""
        return any(self._calls.is_own[caller] for caller, _, _ in self._calls.callers_of(entry))

    def _locks(self, entry: int) -> Held:
        code = self._calls.code_of(entry)
        if code is None:
            return frozenset()
        creations = self._lambdas.creations(code.method)
        if creations:
            each = [frozenset(self._of_lambda(*it)) for it in creations]
        else:
            each = [frozenset(self._of_object(it)) for it in self._receivers(entry, code)]
        return frozenset.intersection(*each) if each else frozenset()

    def _receivers(self, entry: int, code: Code) -> list[int]:
        if code.method.is_static or not code.parameters or code.parameters[0] < 0:
            return []
        found: list[int] = self._calls.objects(entry, code.parameters[0]).tolist()
        return found

    def _of_lambda(self, place: int, made: int) -> Iterator[Lock]:
        """What the body of a lambda holds, by what it has captured."""
        code = self._calls.code(place)
        left = None if code is None else self._left_to(code, code.results[made])
        if code is not None and left is not None:
            owner, key = left
            for position, operand in enumerate(code.operands(made)):
                if self._values.path(code, operand) == owner:
                    yield own_parameter(position, key)

    def _of_object(self, number: int) -> Iterator[Lock]:
        """The same for a task that is an object and knows who has made it."""
        made = self._once.allocation(number)
        if made is None or made[0].ops[made[1]] != Op.NEW:
            return
        code, new = made
        left = self._left_to(code, code.results[new])
        call = self._once.constructor_call(code, new)
        if left is None or call is None:
            return
        owner, key = left
        for position, operand in enumerate(code.operands(call)):
            if position and self._values.path(code, operand) == owner:
                for field in self._kept(code, call, position):
                    yield own_parameter(0, field, key)

    def _kept(self, code: Code, call: int, position: int) -> Iterator[FieldKey]:
        """The final fields in which a constructor keeps an argument."""
        for place in self._calls.methods_called(code.place, code.bcis[call]):
            there = self._calls.code(place)
            if there is None or position >= len(there.parameters):
                continue
            for store, op in enumerate(there.ops):
                field = there.field(store) if op == Op.PUT_FIELD else None
                if (
                    field is not None
                    and there.source_of(there.operands(store)[0]) == there.parameters[0]
                    and there.source_of(there.operands(store)[1]) == there.parameters[position]
                    and self._is_final(field)
                ):
                    yield field

    def _left_to(self, code: Code, task: int) -> tuple[Path, FieldKey] | None:
        """To whose executor a task is left, if to one only: the object, and the key of its lock."""
        executor = _left_to(code, task)
        if executor is None:
            return None
        path = self._values.path(code, executor)
        field = path.fields[-1] if path.fields else None
        if field is None or not self._is_final(field):
            return None
        pools = self._objects(code, executor)
        if not pools or not all(is_serial(self._calls.solution, self._once, it) for it in pools):
            return None
        return Path(path.root, path.fields[:-1]), serial_key(field)

    def _objects(self, code: Code, value: int) -> list[int]:
        instances = self._calls.instances_of(code.place)
        parts = [self._calls.objects(it, value) for it in instances]
        return distinct(np.concatenate(parts)).tolist() if parts else []

    def _is_final(self, field: FieldKey) -> bool:
        if field[0] < 0 or field[1] >= _DEEPEST_CLASS:
            return False
        return bool(self._calls.solution.program.field(*field).flags & Flag.FINAL)


def _left_to(code: Code, task: int) -> int | None:
    """The executor or dispatcher to which a task is left, if nothing else becomes of it."""
    uses = list(code.last_uses(task, _CASTS))
    uses = [(it, value) for it, value in uses if not _is_construction(code, it, value)]
    if len(uses) != 1 or code.ops[uses[0][0]] != Op.INVOKE:
        return None
    call, value = uses[0]
    named, operands = code.reference(call), code.operands(call)
    if named.name in _LEAVES and named.owner.startswith(_OWNERS):
        return operands[0]
    executor, position = _DISPATCHES.get(named.name, (0, -1))
    is_given = position >= 0 and operands[position] == value
    return operands[executor] if is_given and named.owner == _BUILDERS else None


def _is_construction(code: Code, use: int, value: int) -> bool:
    return (
        code.ops[use] == Op.INVOKE
        and code.operands(use)[0] == value
        and code.reference(use).name == "<init>"
    )


def moves_elsewhere(code: Code, call: int) -> bool:
    """Whether a call leaves a part of a coroutine to a dispatcher, which need not be the one that
    runs it here."""
    named = code.reference(call)
    return named.owner == _BUILDERS and named.name == "withContext"


def is_serial_key(field: FieldKey) -> bool:
    """Whether what stands for a field tells that of one thread."""
    return field[0] == StandIn.SERIAL.value


def serial_key(field: FieldKey) -> FieldKey:
    """In place of a field: that what a field holds runs tasks of its object in one thread."""
    return (StandIn.SERIAL.value, field[0] * _DEEPEST_CLASS + field[1])
