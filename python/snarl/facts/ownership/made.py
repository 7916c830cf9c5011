"""Made: what the running thread has made itself, whether or not others know it.

A node that waits in a queue is known to all, and yet much of it may be left to the thread that has
put it there. Two accesses to one object, each by the thread that has made it, are of one thread.
What a thread gets from a thread-local is such an object too, if it was made for that; so is what it
has bound to a scoped value, and what it has put into itself (`selves`). A helper that anybody may
call gets such objects from those alone who have made them, if nobody outside has them.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls import NOBODY
from snarl.facts.heap.outside import Outside
from snarl.facts.ownership.publication import Publication
from snarl.facts.ownership.selves import Selves
from snarl.points_to import EdgeKind
from snarl.program import Op

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.calls.chains import Chains
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.heap import Heap
    from snarl.facts.ownership.leaks import Leaking
    from snarl.facts.threads import Threads
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

_THREAD_LOCAL = "java.lang.ThreadLocal"
_INHERITED = "java.lang.InheritableThreadLocal"
_SCOPED = "java.lang.ScopedValue"
_CARRIER = "java.lang.ScopedValue$Carrier"
_SCOPE_OF_TASKS = "java.util.concurrent.StructuredTaskScope"
"""Its tasks have what is bound where they are forked."""
_BRIDGES = 2
"""Methods between a thread-local and the one that makes its value: a bridge, a factory."""
_HELPERS = 3
"""Methods that hand on what they were given, from one that callers from outside call, too."""


_GETTERS = {"get", "orElseThrow"}


class Made(Publication):
    """Which values are of objects that the thread has made: fresh ones, and those that no longer
    are."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        threads: Threads,
        heap: Heap,
        leaking: Leaking,
        chains: Chains,
        accesses: Accesses,
        once: Once,
    ) -> None:
        super().__init__(solution, calls, threads, heap, leaking, chains)
        self._accesses = accesses
        self._once = once
        self._outside = Outside(solution, calls, threads, once)

    def _is_leaked(
        self,
        instance: int,
        code: Code,
        value: int,
        inst: int,
        to: int,
        since: int | None = None,
    ) -> bool:
        return False

    def _is_leaked_with_others(
        self, instance: int, code: Code, value: int, inst: int, to: int
    ) -> bool:
        return False

    def _is_stale(self, instance: int, value: int) -> bool:
        return (instance, value) in self._stale

    def _is_fresh_part(self, instance: int, code: Code, load: int, inst: int) -> bool:
        if code.ops[load] != Op.GET_FIELD:
            return False
        if self._selves.keeps(instance, load, self.is_fresh):
            return True
        if not self.is_fresh(instance, inst, code.operands(load)[0]):
            return False
        return self._made_with.is_made_with(instance, code, load, self.is_fresh)

    def _is_fresh_content(self, instance: int, code: Code, call: int, inst: int) -> bool:
        return False  # others who know the collection put into it what is theirs

    @cached_property
    def _selves(self) -> Selves:
        return Selves(self._calls, self._accesses, self._roots, self._trusted)

    @property
    def _trusted(self) -> frozenset[int]:
        """Instances that get from outside what is their callers' own."""
        return frozenset()

    def _is_fresh_capture(self, code: Code, position: int) -> bool:
        return False

    def _find_fresh_parameter(self, instance: int, code: Code, position: int) -> bool:
        if super()._find_fresh_parameter(instance, code, position):
            return True
        value = code.parameters[position] if position < len(code.parameters) else -1
        if value < 0 or not self._near_outside[instance]:
            return False
        wanted = frozenset(self._calls.objects(instance, value).tolist())
        if not wanted or self._outside.has_one(wanted):
            return False
        return self._is_handed_on(instance, position, wanted, _HELPERS)

    @cached_property
    def _near_outside(self) -> NDArray[np.bool_]:
        """Whether callers from outside call each instance, or one that calls it."""
        calls = self._calls
        near = np.zeros(len(calls), bool)
        near[list(self._outside.calls)] = True
        for _ in range(_HELPERS):
            near[calls.callees[calls.is_in_thread & near[calls.callers]]] = True
        return near

    def _is_handed_on(self, instance: int, position: int, wanted: frozenset[int], way: int) -> bool:
        """Whether all who hand over one of some objects, which callers from outside do not have,
        have made it, or were handed it by those who have."""
        if instance in self._captured or instance in self._roots - self._outside.calls:
            return False
        for caller, site, kind in self._callers(instance):
            there = self._calls.code_of(caller)
            call = None if there is None or kind != EdgeKind.CALL else there.call_at(site)
            if there is None or call is None or position >= len(there.operands(call)):
                return False
            operand = there.operands(call)[position]
            here = wanted.intersection(self._calls.objects(caller, operand).tolist())
            if not here or self.is_fresh(caller, call, operand):
                continue
            made = there.definitions[there.source_of(operand)]
            if not way or made < 0 or there.ops[made] != Op.PARAMETER:
                return False
            if not self._is_handed_on(caller, there.constants[made], here, way - 1):
                return False
        return True

    def _is_made_receiver(self, code: Code) -> bool:
        """A finalizer runs in another thread than the constructor."""
        return code.method.name != "finalize" and super()._is_made_receiver(code)

    def _is_fresh_result(self, instance: int, code: Code, call: int) -> bool:
        if super()._is_fresh_result(instance, code, call):
            return True
        named = code.reference(call)
        if named.name not in _GETTERS or not self._is_of_thread(named.owner):
            return self._selves.keeps(instance, call, self.is_fresh)
        locals_ = self._calls.objects(instance, code.operands(call)[0]).tolist()
        found = self._calls.objects(instance, code.results[call]).tolist()
        return all(self._is_value_of_one(it, locals_) for it in found)

    def _is_value_of_one(self, number: int, locals_: list[int]) -> bool:
        """Whether one thread alone gets an object from thread-locals: it has made it when they had
        no value yet, or has set what it had made."""
        sets = [it for local in locals_ for it in self._sets.get((local, number), ())]
        if not self._is_first_value(number) and not (sets and self._begin_empty(locals_)):
            return False
        return all(it[2] >= 0 and self.is_fresh(*it) for it in sets)

    def _begin_empty(self, locals_: list[int]) -> bool:
        """Whether thread-locals have no first values."""
        return all(self._solution.object(it).type in (_THREAD_LOCAL, _SCOPED) for it in locals_)

    def _is_of_thread(self, name: str) -> bool:
        """Whether each thread has a value of its own in an object of a class."""
        if name == _SCOPED:
            return not self._has_scopes_of_tasks
        return self._is_thread_local(name)

    @cached_property
    def _has_scopes_of_tasks(self) -> bool:
        return any(it.owner.name.startswith(_SCOPE_OF_TASKS) for it in self._calls.methods)

    def _is_thread_local(self, name: str) -> bool:
        program = self._solution.program
        named, above, inherited = map(program.find_class, (name, _THREAD_LOCAL, _INHERITED))
        if named is None or above is None or not program.hierarchy.is_subtype(named, above):
            return False
        return inherited is None or not program.hierarchy.is_subtype(named, inherited)

    def _is_first_value(self, number: int) -> bool:
        """Whether an object is only ever made for a thread-local that has no value yet."""
        made = self._once.allocation(number)
        if made is None:
            return False
        code, new = made
        if code.ops[new] == Op.INVOKE_DYNAMIC:
            return self._is_given_to_thread_local(code, code.results[new])
        return self._is_called_by_thread_local(code.place)

    def _is_given_to_thread_local(self, code: Code, supplier: int) -> bool:
        """Whether a reference to a constructor only serves a thread-local."""
        uses = code.uses.get(supplier, ())
        return bool(uses) and all(
            code.ops[use] == Op.INVOKE and code.reference(use).name == "withInitial" for use in uses
        )

    def _is_called_by_thread_local(self, place: int, depth: int = 0) -> bool:
        """Whether thread-locals alone call a method, maybe through another one of the same name."""
        calls = self._calls
        callers = {
            int(calls.method_of[caller])
            for instance in calls.instances_of(place)
            for caller, _, _ in calls.callers_of(instance)
        }
        return bool(callers) and all(
            calls.methods[it].owner.name.startswith(_THREAD_LOCAL)
            or (depth < _BRIDGES and self._is_called_by_thread_local(it, depth + 1))
            for it in callers
            if it != NOBODY
        )

    @cached_property
    def _sets(self) -> dict[tuple[int, int], list[tuple[int, int, int]]]:
        """Where the program itself sets which values of which thread-locals, or binds them:
        instance, instruction and value; -1 for what is bound for others."""
        found: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
        for place, inst, _ in self._accesses.calls_of(("set", "where")):
            code = self._calls.code(place)
            if code is None or not self._sets_value(code, inst):
                continue
            where, what = code.operands(inst)[-2:]
            made = what if code.reference(inst).name == "set" or _runs_here(code, inst) else -1
            for instance in self._calls.instances_of(place):
                values = self._calls.objects(instance, what).tolist()
                for local in self._calls.objects(instance, where).tolist():
                    for number in values:
                        found.setdefault((local, number), []).append((instance, inst, made))
        return found

    def _sets_value(self, code: Code, call: int) -> bool:
        named = code.reference(call)
        if named.name == "where":
            return named.owner in (_SCOPED, _CARRIER)
        return self._is_thread_local(named.owner)


class LikelyMade(Made):
    """The same, if callers from outside give no thread what another one has made for itself."""

    @cached_property
    def _trusted(self) -> frozenset[int]:
        return self._outside.calls

    @cached_property
    def says_more(self) -> bool:
        """Whether some caller is trusted at all."""
        return self._selves.has_open_setters

    def _find_fresh_parameter(self, instance: int, code: Code, position: int) -> bool:
        if super()._find_fresh_parameter(instance, code, position):
            return True
        if instance not in self._trusted or instance in self._captured:
            return False
        value = code.parameters[position] if position < len(code.parameters) else -1
        given = [] if value < 0 else self._calls.objects(instance, value).tolist()
        if not given or not all(map(self._is_for_threads, given)):
            return False
        callers = (it for it in self._callers(instance) if self._calls.code_of(it[0]) is not None)
        return self._is_given_by(list(callers), position, is_made=False)

    def _is_for_threads(self, number: int) -> bool:
        """Whether an object is one that threads make and keep for themselves, and nobody else."""
        if int(self._once.makers[number]) == NOBODY:
            return False
        key = ("for threads", number)
        return self._fresh.ask(key, self._find_whether_for_threads, number)

    def _find_whether_for_threads(self, number: int) -> bool:
        holders = self._heap.holders(number)
        return bool(holders) and all(self._keeps_own(*it, number) for it in holders)

    def _keeps_own(self, holder: int, field: FieldKey, number: int) -> bool:
        if self._is_of_thread(self._solution.object(holder).type):
            return self._is_value_of_one(number, [holder])
        puts_own = self._selves.are_put_by_selves
        return field[0] >= 0 and puts_own(field, frozenset({number}), self.is_fresh)


def _runs_here(code: Code, binding: int) -> bool:
    """Whether what a call binds to a scoped value is bound for what the same method runs next: who
    gets the carrier may run others with it, in any thread."""
    uses = code.uses.get(code.results[binding], ())
    return all(
        code.ops[use] == Op.INVOKE
        and code.reference(use).owner == _CARRIER
        and code.results[binding] not in code.operands(use)[1:]
        and (code.reference(use).name != "where" or _runs_here(code, use))
        for use in uses
    )
