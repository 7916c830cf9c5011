"""Selves: values that are the running thread itself, and what threads keep in themselves.

    Worker self = (Worker) Thread.currentThread();
    Cache cache = self.cache;
    if (cache == null) { cache = new Cache(); self.cache = cache; }

No two threads are one, so what a thread finds in itself is its own, if all that is ever put there
was made by a thread that put it into itself. Getters and setters of the thread's class do the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.questions import Questions
from snarl.points_to import EdgeKind
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey

_INVOKE, _PARAMETER, _PHI = int(Op.INVOKE), int(Op.PARAMETER), int(Op.PHI)
_GET_FIELD, _PUT_FIELD, _RETURN = int(Op.GET_FIELD), int(Op.PUT_FIELD), int(Op.RETURN)

IsMade = Callable[[int, int, int], bool]
"""Whether the running thread has made a value: of an instance, at an instruction."""
IsFit = Callable[[int, int, list[int]], bool]
"""Whether what a call of an instance gives is as it should be: the call, and its operands."""


class Selves:
    """Finds parts of running threads."""

    def __init__(
        self, calls: Calls, accesses: Accesses, roots: set[int], trusted: frozenset[int]
    ) -> None:
        """Nobody knows what those give that call roots; those that call some setters are trusted to
        give threads what is theirs."""
        self._calls = calls
        self._accesses = accesses
        self._roots = roots
        self._trusted = trusted
        self._are_selves = Questions(first=True, last=False)

    def keeps(self, instance: int, load: int, is_made: IsMade) -> bool:
        """Whether an instruction that reads a field, or a call that does nothing else, gives what
        the running thread has made and put into itself."""
        code = self._calls.code_of(instance)
        if code is None:
            return False
        field = code.field(load) if code.ops[load] == _GET_FIELD else self._got_by(code, load)
        if field is None or not self.is_self(instance, code.operands(load)[0]):
            return False
        wanted = frozenset(self._calls.objects(instance, code.results[load]).tolist())
        return bool(wanted) and self.are_put_by_selves(field, wanted, is_made)

    @cached_property
    def has_open_setters(self) -> bool:
        """Whether those that are trusted call setters of threads."""
        program = self._calls.solution.program
        above = program.find_class("java.lang.Thread")
        return above is not None and any(
            program.engine.is_subclass(field[0], above.id)
            and not self._trusted.isdisjoint(self._calls.instances_of(place))
            for field, puts in self._puts.items()
            for place, _ in puts
        )

    def is_self(self, instance: int, value: int) -> bool:
        """Whether a value is the running thread."""
        code = self._calls.code_of(instance)
        if code is None:
            return False
        value = code.source_of(value)
        return self._are_selves.ask((instance, value), self._find_whether_self, instance, value)

    def _find_whether_self(self, instance: int, value: int) -> bool:
        code = self._calls.code_of(instance)
        made = -1 if code is None else code.definitions[value]
        if code is None or made < 0:
            return False
        if code.ops[made] == _INVOKE:
            named = code.reference(made)
            return (named.owner, named.name) == ("java.lang.Thread", "currentThread")
        if code.ops[made] == _PHI:
            return all(self.is_self(instance, it) for it in code.operands(made))
        return code.ops[made] == _PARAMETER and self._is_given_self(instance, code.constants[made])

    def _is_given_self(self, instance: int, position: int) -> bool:
        """Whether all who call an instance give it the running thread."""
        if instance in self._roots:
            return False
        callers = self._calls.callers_of(instance)
        return bool(callers) and all(
            self._gives(it, lambda caller, _, operands: self.is_self(caller, operands[position]))
            for it in callers
        )

    def _gives(self, edge: tuple[int, int, EdgeKind], is_fit: IsFit) -> bool:
        """Whether what a call gives is fit."""
        caller, site, kind = edge
        code = self._calls.code_of(caller)
        call = None if code is None or kind != EdgeKind.CALL else code.call_at(site)
        return code is not None and call is not None and is_fit(caller, call, code.operands(call))

    def are_put_by_selves(self, field: FieldKey, wanted: frozenset[int], is_made: IsMade) -> bool:
        """Whether all threads that put one of some objects into a field have made it, and put it
        into themselves."""
        puts = self._puts.get(field, [])
        return bool(puts) and all(
            self._is_put_by_self(instance, inst, is_made)
            for place, inst in puts
            for instance in self._calls.instances_of(place)
            if self._may_put(instance, inst, wanted)
        )

    def _may_put(self, instance: int, inst: int, wanted: frozenset[int]) -> bool:
        code = self._calls.code_of(instance)
        if code is None or code.ops[inst] != _PUT_FIELD:
            return True  # by a handle
        return not wanted.isdisjoint(self._calls.objects(instance, code.operands(inst)[1]).tolist())

    def _is_put_by_self(self, instance: int, inst: int, is_made: IsMade) -> bool:
        code = self._calls.code_of(instance)
        if code is None or code.ops[inst] != _PUT_FIELD:
            return False
        base, value = code.operands(inst)
        if self.is_self(instance, base) and is_made(instance, inst, value):
            return True
        if instance not in self._trusted:
            return False
        made = [code.definitions[code.source_of(it)] for it in (base, value)]
        if any(it < 0 or code.ops[it] != _PARAMETER for it in made):
            return False
        to, what = (code.constants[it] for it in made)
        return all(
            self._gives(
                edge,
                lambda caller, call, operands: (
                    self.is_self(caller, operands[to]) and is_made(caller, call, operands[what])
                ),
            )
            for edge in self._calls.callers_of(instance)
            if self._calls.code_of(edge[0]) is not None
        )

    @cached_property
    def _puts(self) -> dict[FieldKey, list[tuple[int, int]]]:
        """The instructions that write each field: method and place."""
        found: dict[FieldKey, list[tuple[int, int]]] = {}
        accesses = self._accesses
        columns, groups = accesses.lists, accesses.groups.tolist()
        for access, is_write in enumerate(columns.writes):
            field = accesses.fields[groups[access]] if is_write else None
            if field is not None:
                put = (columns.methods[access], columns.insts[access])
                found.setdefault((field.owner.id, field.index), []).append(put)
        return found

    def _got_by(self, code: Code, call: int) -> FieldKey | None:
        """The field of its receiver that all methods return which a call may mean."""
        if code.ops[call] != _INVOKE or not code.operands(call):
            return None
        places = self._calls.methods_called(code.place, code.bcis[call])
        found = {self._returned_by(place) for place in places}
        return found.pop() if len(found) == 1 else None

    def _returned_by(self, place: int) -> FieldKey | None:
        code = self._calls.code(place)
        if code is None or code.method.is_static or not code.parameters:
            return None
        fields = set()
        for end in (inst for inst, op in enumerate(code.ops) if op == _RETURN):
            value = code.source_of(code.operands(end)[0]) if code.operands(end) else -1
            load = code.definitions[value] if value >= 0 else -1
            if load < 0 or code.ops[load] != _GET_FIELD:
                return None
            is_own = code.source_of(code.operands(load)[0]) == code.parameters[0]
            fields.add(code.field(load) if is_own else None)
        return fields.pop() if len(fields) == 1 else None
