"""Captures: what a function that a thread runs has captured, and no other thread has.

    for (int i = 0; i < n; i++) {
        Counter own = new Counter();
        new Thread(() -> count(own)).start();
    }

A task of an inner class has the object that has made it, as a lambda has what it captured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.calls.lambdas import function_of
from snarl.facts.code import Code, made_anew, uses_but_construction
from snarl.facts.locks.words import Lock, once_for, own_parameter
from snarl.facts.stand_ins import StandIn
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.code import FieldKey
    from snarl.facts.locks.confinement.once_each import OnceEach
    from snarl.facts.locks.confinement.own_tasks import OwnTasks
    from snarl.facts.locks.confinement.walks import Walks
    from snarl.facts.locks.ground import Ground
    from snarl.program import Method
    from snarl.program.body import MemberReference

_ASK_FOR_NULL = ("java.util.Objects", "kotlin.jvm.internal.Intrinsics")
"""Whose methods compilers call to see that something is not null."""
_OF_WALK = StandIn.WALK.value


class Captures:
    """Finds the parameters of functions' bodies that are one thread's own."""

    def __init__(self, ground: Ground, tasks: OwnTasks, walks: Walks, once_each: OnceEach) -> None:
        self._solution = ground.solution
        self._calls = ground.calls
        self._once = ground.once
        self._tasks = tasks
        self._walks = walks
        self._once_each = once_each
        self._written = ground.accesses.written_fields

    def of(self, method: Method, tasks: Sequence[int]) -> frozenset[Lock]:
        """Parameters of a function's body that are a thread's own, which runs one of some tasks."""
        known = set(tasks)
        made = {
            (it.place, inst): it
            for task, it, inst in self._lambdas.get(_shape(method), ())
            if task in known
        }
        found = (self._own_captures(method, it, inst) for (_, inst), it in made.items())
        return frozenset().union(*found, self._once_for_each(method, made))

    @cached_property
    def _lambdas(self) -> dict[tuple[str, str], list[tuple[int, Code, int]]]:
        """The tasks that are functions, each with the instruction that makes it, by the name and
        the descriptor of the method that they run."""
        found: dict[tuple[str, str], list[tuple[int, Code, int]]] = {}
        for task in sorted(self._tasks.all):
            made = self._once.allocation(task)
            if made is not None and (method := _function(*made)) is not None:
                found.setdefault(method, []).append((task, *made))
        return found

    def _own_captures(self, method: Method, code: Code, inst: int) -> frozenset[Lock]:
        """Parameters of a lambda's body whose objects are made anew for each lambda."""
        found: set[Lock] = set()
        for position, operand in enumerate(code.operands(inst)):
            value = code.source_of(operand)
            new = code.definitions[value]
            uses = [use for use in uses_but_construction(code, value) if use != inst]
            if new < 0:
                continue
            is_kept = any(_keeps(code, use, value) for use in uses)
            if code.ops[new] in (Op.NEW, Op.NEW_ARRAY) and made_anew(code, new, inst):
                own = self._once_captured(method, position) if is_kept else own_parameter(position)
                found.update(() if own is None else (own,))
            elif not is_kept and self._walks.is_element(code, value, inst):
                # Others may walk too, and give the same elements to other functions.
                function = self._solution.call_graph.place(method)
                assert function is not None
                found.add(own_parameter(position, (_OF_WALK, function)))
        return frozenset(found)

    def _once_captured(self, method: Method, position: int) -> Lock | None:
        """What a lambda has that is made anew for each, and is known to others too: they may do
        anything with it but run the same function on it, if only one instruction makes such
        lambdas."""
        function = self._solution.call_graph.place(method)
        is_made_once = self._creations[method.owner.name, method.name, method.descriptor] == 1
        return once_for(position, function) if function is not None and is_made_once else None

    @cached_property
    def _creations(self) -> Counter[tuple[str, str, str]]:
        """How many instructions of the program's own code make functions of each method."""
        methods, insts, *_ = self._solution.engine.instructions([int(Op.INVOKE_DYNAMIC)])
        found: Counter[tuple[str, str, str]] = Counter()
        for place, inst in zip(methods.tolist(), insts.tolist(), strict=True):
            code = self._calls.code(place) if self._calls.is_own_method[place] else None
            handle = None if code is None else function_of(code, inst)
            if handle is not None:
                member = handle.member
                found[member.owner, member.name, member.descriptor] += 1
        return found

    def _once_for_each(self, method: Method, made: dict[tuple[int, int], Code]) -> frozenset[Lock]:
        """The object that a lambda has captured, if the lambda is made once for each of them: no
        second thread runs the same method on it."""
        if len(made) != 1:
            return frozenset()
        ((_, inst), code), *_ = made.items()
        if not self._once_each.is_once(code, inst):
            return frozenset()
        function = self._solution.call_graph.place(method)
        assert function is not None
        return frozenset(
            once_for(position, function)
            for position, operand in enumerate(code.operands(inst))
            if code.source_of(operand) == code.parameters[0]
        )

    def of_maker(self, code: Code) -> Iterator[Lock]:
        """The object that has made the task that a method is of, if it makes one such task: of an
        inner class, say. The task knows it by a field, and no second thread runs the same method
        for it."""
        made = {
            self._once.allocation(task)
            for instance in self._calls.instances_of(code.place)
            for task in self._calls.objects(instance, code.parameters[0]).tolist()
        }
        found = made.pop() if len(made) == 1 else None
        if found is None or not self._once_each.is_once(*found):
            return
        maker, new = found
        call = self._once.constructor_call(maker, new)
        operands = [] if call is None else maker.operands(call)
        for position, operand in enumerate(operands):
            if maker.source_of(operand) == maker.parameters[0]:
                for field in self._filled_by(maker, call, position):
                    yield own_parameter(0, field, *once_for(0, code.place).down)

    def _filled_by(self, maker: Code, call: int | None, position: int) -> Iterator[FieldKey]:
        """The fields of a new object that hold an argument of its constructor, and nothing else."""
        if call is None:
            return
        for place in self._calls.methods_called(maker.place, maker.bcis[call]):
            code = self._calls.code(place)
            if code is None or position >= len(code.parameters):
                continue
            for use in code.uses.get(code.parameters[position], ()):
                field = code.field(use) if code.ops[use] == Op.PUT_FIELD else None
                if field is None or code.source_of(code.operands(use)[0]) != code.parameters[0]:
                    continue
                if self._written.get(field) == [(place, use)]:
                    yield field


def _function(code: Code, inst: int) -> tuple[str, str] | None:
    """The method of which an instruction makes a function, if it makes one."""
    handle = function_of(code, inst)
    return None if handle is None else _shape(handle.member)


def _shape(member: Method | MemberReference) -> tuple[str, str]:
    return member.name, member.descriptor


def _keeps(code: Code, use: int, value: int) -> bool:
    """Whether an instruction may make a value known to others."""
    op = code.ops[use]
    if op in (Op.GET_FIELD, Op.PUT_FIELD):
        return op == Op.PUT_FIELD and code.operands(use)[1] == value
    if op in (Op.ARRAY_LOAD, Op.ARRAY_STORE):
        return op == Op.ARRAY_STORE and code.operands(use)[2] == value
    if op == Op.INVOKE and code.reference(use).owner in _ASK_FOR_NULL:
        return False
    return op in (Op.PUT_STATIC, Op.INVOKE, Op.INVOKE_DYNAMIC, Op.PHI, Op.RETURN)
