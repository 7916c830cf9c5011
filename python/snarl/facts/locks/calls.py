"""Calls into the JDK that change what is held: of its locks, of queues, of tasks, of threads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.code.constants import number as constant_number
from snarl.facts.locks.table import Effect, lock_table
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.code.values import Values
    from snarl.facts.locks.handmade.permits import Permits
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

_SYNCHRONIZER = "java.util.concurrent.locks.AbstractQueuedSynchronizer"
_FORKED = "java.util.concurrent.ForkJoinTask"
_TASKS = ("java.lang.Thread", _FORKED)
_TWO = 2


class LockCalls:
    """What calls of a program's methods mean."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        accesses: Accesses,
        once: Once,
        values: Values,
        permits: Permits,
    ) -> None:
        self._solution = solution
        self._values = values
        self._in_turn = permits
        self._calls = calls
        self._accesses = accesses
        self._once = once

    @property
    def methods(self) -> Iterator[int]:
        """The methods that make such calls."""
        yield from (method for method, _ in self.all)
        yield from self._task_joins
        yield from self._asks_for_itself

    def waited_for(self, method: int, inst: int) -> tuple[int, ...]:
        """The tasks of the program's own class for the end of which a call waits."""
        return self._task_joins.get(method, {}).get(inst, ())

    def asks_for_itself(self, method: int, inst: int) -> bool:
        """Whether a thread asks for itself by a call: nobody else gets the same answer."""
        return inst in self._asks_for_itself.get(method, ())

    def is_validated(self, place: int, code: Code, start: int) -> bool:
        """Whether an optimistic read is validated afterwards, and somebody looks at the answer."""
        return any(
            effect.kind == "release"
            and bool(code.uses.get(code.results[inst]))
            and code.may_follow(start, inst)
            for (method, inst), (effect, _) in self.all.items()
            if method == place and code.reference(inst).name == "validate"
        )

    @cached_property
    def all(self) -> dict[tuple[int, int], tuple[Effect, int]]:
        """Calls of the JDK's locks by (method, instruction): the effect, and the receiver."""
        hierarchy = self._solution.program.engine
        table = {
            class_id: effects
            for name, effects in lock_table().items()
            if (class_id := hierarchy.find_class(name)) is not None
        }
        names = {name for effects in table.values() for name in effects}
        known: dict[FieldKey, Effect | None] = {}
        found = {}
        for method, inst, called in self._accesses.calls_of(names):
            if called not in known:
                name = hierarchy.method(*called)[0]
                known[called] = next(
                    (
                        effects[name]
                        for above, effects in table.items()
                        if name in effects and hierarchy.is_subclass(called[0], above)
                    ),
                    None,
                )
            effect = known[called]
            code = self._calls.code(method)
            if effect is not None and code is not None and self._is_lock(method, inst, called):
                found[method, inst] = (effect, code.operands(inst)[0])
        return found

    def _is_lock(self, method: int, inst: int, called: FieldKey) -> bool:
        """Whether a call means a lock of the table: not one that the program implements itself, but
        for synchronizers that have one holder; of semaphores only those with one permit."""
        calls = self._calls
        code = calls.code(method)
        if code is None:
            return False
        for instance in calls.instances_of(method):
            for callee in calls.callees_at(instance, code.bcis[inst]):
                if calls.is_own[callee] and not self._is_in_table(callee):
                    return False
        owner = self._solution.program.engine.class_name(called[0])
        if owner.endswith(".Semaphore"):
            receiver = code.operands(inst)[0]
            field = self._in_turn.field(self._values.path(code, receiver))
            is_in_turn = field is not None and field in self._in_turn.stand_for
            return is_in_turn or self._has_one_permit(method, receiver)
        if owner == _SYNCHRONIZER:
            return self._has_one_holder(method, code.operands(inst)[0])
        return True

    def _is_in_table(self, callee: int) -> bool:
        """Whether a method is that of a library's class which is known by its name."""
        method = self._calls.method(callee)
        return method is not None and method.owner.name in lock_table()

    def _has_one_holder(self, method: int, value: int) -> bool:
        """Whether synchronizers are taken by setting a word that has one certain value when they
        are free."""
        objects = self._solution.numbers(self._calls.methods[method], value).tolist()
        classes = set(map(self._solution.class_of, objects))
        places = self._takings.keys() & {it for it in classes if it is not None}
        return bool(classes) and len(places) == len(classes) and all(map(self._takings.get, places))

    @cached_property
    def _takings(self) -> dict[int, bool]:
        """The classes that say how a synchronizer is taken, and whether they set such a word."""
        return {
            method.owner.id: self._sets_free_word(place)
            for place, method in enumerate(self._calls.methods)
            if method.name == "tryAcquire" and self._calls.is_own_method[place]
        }

    def _sets_free_word(self, place: int) -> bool:
        code = self._calls.code(place)
        if code is None:
            return False
        sets = [
            inst
            for inst, op in enumerate(code.ops)
            if op == Op.INVOKE and code.reference(inst).name == "compareAndSetState"
        ]
        return bool(sets) and all(
            constant_number(code, code.operands(it)[1]) is not None for it in sets
        )

    def _has_one_permit(self, method: int, value: int) -> bool:
        objects = self._solution.numbers(self._calls.methods[method], value)
        return len(objects) > 0 and all(self._permits(int(number)) == 1 for number in objects)

    def _permits(self, number: int) -> object:
        """The number of permits that a semaphore is made with, by a constructor or a function."""
        made = self._once.allocation(number)
        if made is None or made[0].ops[made[1]] != Op.INVOKE:
            return self._once.constant_argument(number, 0)
        code, call = made
        if not code.reference(call).name.startswith("Semaphore"):
            return None
        return constant_number(code, code.operands(call)[0])

    @cached_property
    def _asks_for_itself(self) -> dict[int, set[int]]:
        """Calls by which a thread asks for itself: nobody else gets the same answer."""
        found: dict[int, set[int]] = {}
        for method, inst, called in self._accesses.calls_of(("currentThread",)):
            if self._solution.program.engine.class_name(called[0]) == "java.lang.Thread":
                found.setdefault(method, set()).add(inst)
        return found

    @cached_property
    def _task_joins(self) -> dict[int, dict[int, tuple[int, ...]]]:
        """Calls that wait for the end of tasks which are objects of the program's own class."""
        engine = self._solution.program.engine
        above = [it for name in _TASKS if (it := engine.find_class(name)) is not None]
        found: dict[int, dict[int, tuple[int, ...]]] = {}
        for method, inst, called in self._accesses.calls_of(("join", "get", "invoke", "invokeAll")):
            code = self._calls.code(method)
            if code is None or not any(engine.is_subclass(called[0], it) for it in above):
                continue
            operands = tuple(code.operands(inst))
            if code.reference(inst).name == "invokeAll":
                if len(operands) == _TWO and all(self._is_task(code, it) for it in operands):
                    found.setdefault(method, {})[inst] = operands
                continue
            named = engine.find_class(code.reference(inst).owner)
            if len(operands) == 1 and named is not None and engine.class_origin(named) != "jdk":
                found.setdefault(method, {})[inst] = operands
        return found

    def _is_task(self, code: Code, value: int) -> bool:
        """Whether a value is a task of the program's own class."""
        engine = self._solution.program.engine
        named = engine.find_class(code.body.type_name(code.source_of(value)))
        task = engine.find_class(_FORKED)
        return (
            named is not None
            and task is not None
            and engine.class_origin(named) != "jdk"
            and engine.is_subclass(named, task)
        )
