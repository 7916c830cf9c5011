"""Containers of libraries: objects of classes that change themselves and show no sign of threads.

`containers.toml` tells of the JDK's classes which methods read and which write. Of a library on the
class path nobody has told it, so it is found out from its code: a method reads or writes its object
if it does so with a plain field or with an array that the object holds, if it calls such a method
on the same object, or on a container that the object holds. A field that is filled where it was
found empty is a cache, and no change that others see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snarl.facts.code.stores import fills_lazily
from snarl.program import Op
from snarl.program.body import Instruction
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.signs import Signs
    from snarl.points_to import Solution

MethodKey = tuple[int, int]
"""A method: the class that declares it, and its place there."""

_LOOKED_AT = (Op.GET_FIELD, Op.PUT_FIELD, Op.INVOKE, Op.ARRAY_LOAD, Op.ARRAY_STORE)
_DEEPEST = 3
"""How many containers one may be held by another, to be looked at."""
_LONGEST_GETTER = 4
"""Instructions: its receiver, a load, a conversion, the return."""


@dataclass(frozen=True, slots=True)
class Effects:
    """What a call does with the state of its object."""

    reads: bool = False
    writes: bool = False

    def __or__(self, other: Effects) -> Effects:
        return Effects(self.reads or other.reads, self.writes or other.writes)


NOTHING, READS, WRITES = Effects(), Effects(reads=True), Effects(writes=True)


@dataclass(frozen=True, slots=True)
class _Summary:
    """What a method does with its object, and what it calls on what the object holds."""

    effects: Effects = NOTHING
    handed_on: frozenset[tuple[FieldKey, MethodKey]] = frozenset()

    def __or__(self, other: _Summary) -> _Summary:
        return _Summary(self.effects | other.effects, self.handed_on | other.handed_on)


class LibraryContainers:
    """What calls do with objects of libraries."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        signs: Signs,
        known: Callable[[int, str], Effects | None],
    ) -> None:
        """`known` tells what a method does with an object of the JDK's that is a container."""
        self._solution = solution
        self._program = solution.program
        self._calls = calls
        self._signs = signs
        self._known = known
        self._types = solution.engine.object_types()
        self._effects: dict[tuple[int, MethodKey], Effects] = {}
        self._selected: dict[tuple[int, MethodKey], tuple[int, MethodKey] | None] = {}
        self._summaries: dict[tuple[int, MethodKey], _Summary] = {}

    def effects(self, number: int, method: MethodKey, depth: int = 0) -> Effects:
        """What the call of a method, as it is named, does with an object."""
        key = (number, method)
        if key not in self._effects:
            self._effects[key] = NOTHING  # an object that holds itself
            self._effects[key] = self._find(number, method, depth)
        return self._effects[key]

    def may_have_effects(self, of: int, method: MethodKey) -> bool:
        """Whether the call of a method may do anything with objects of a type."""
        return self._select(of, method) is not None

    def _select(self, of: int, method: MethodKey) -> tuple[int, MethodKey] | None:
        """The class of a type, and the method of a library that is meant; None if it is another
        one, or the class is meant for threads."""
        key = (of, method)
        if key not in self._selected:
            self._selected[key] = self._find_selected(of, method)
        return self._selected[key]

    def _find_selected(self, of: int, method: MethodKey) -> tuple[int, MethodKey] | None:
        engine = self._program.engine
        class_id = engine.type_class(of)
        if class_id is None or engine.class_origin(class_id) == "jdk":
            return None
        try:
            selected = engine.select(class_id, *method)
        except LookupError:
            return None
        if engine.class_origin(selected[0]) != "library":
            return None
        cls = self._program.find_class(engine.class_name(class_id))
        if cls is None or self._signs.shows_threads(cls):
            return None
        return class_id, selected

    def _find(self, number: int, method: MethodKey, depth: int) -> Effects:
        engine = self._program.engine
        meant = None if depth > _DEEPEST else self._select(int(self._types[number]), method)
        if meant is None:
            return NOTHING
        summary = self._summary(*meant)
        found = summary.effects
        for field, called in summary.handed_on:
            name = engine.method(*called)[0]
            for held in self._solution.engine.field(number, *field).tolist():
                known = self._known(held, name)
                found |= self.effects(held, called, depth + 1) if known is None else known
        return found

    def _summary(self, class_id: int, method: MethodKey) -> _Summary:
        """What a method does with its receiver, which is of some class."""
        key = (class_id, method)
        if key not in self._summaries:
            self._summaries[key] = _Summary()  # a method that calls itself does no more
            found = _Summary()
            code = self._code(method)
            for part in () if code is None else self._parts(class_id, code):
                found |= part
            self._summaries[key] = found
        return self._summaries[key]

    def _code(self, method: MethodKey) -> Code | None:
        place = self._solution.call_graph.place(self._program.method(*method))
        return None if place is None else self._calls.code(place)

    def _parts(self, class_id: int, code: Code) -> Iterator[_Summary]:
        if not code.parameters or code.parameters[0] < 0:
            return
        itself = code.parameters[0]
        for inst, op in enumerate(code.ops):
            operands = code.operands(inst)
            if not operands or op not in _LOOKED_AT:
                continue
            base = code.source_of(operands[0])
            if base == itself:
                yield self._part_on_itself(class_id, code, inst)
                continue
            field = self._own_field(class_id, code, base)
            if field is None:
                continue
            if op == Op.INVOKE:
                called = self._named(code, inst)
                yield (
                    _Summary()
                    if called is None
                    else _Summary(NOTHING, frozenset({(field, called)}))
                )
            elif op in (Op.ARRAY_LOAD, Op.ARRAY_STORE):
                yield _Summary(WRITES if op == Op.ARRAY_STORE else READS)

    def _own_field(self, class_id: int, code: Code, value: int) -> FieldKey | None:
        """The field of a method's receiver of which a value was read, perhaps by a getter."""
        made = code.definitions[value]
        if made < 0 or code.ops[made] not in (Op.GET_FIELD, Op.INVOKE):
            return None
        operands = code.operands(made)
        if not operands or code.source_of(operands[0]) != code.parameters[0]:
            return None
        if code.ops[made] == Op.GET_FIELD:
            return code.field(made)
        target = self._target(class_id, code, made)
        getter = None if target is None else self._code(target)
        return None if getter is None else _got(getter)

    def _part_on_itself(self, class_id: int, code: Code, inst: int) -> _Summary:
        op = code.ops[inst]
        if op in (Op.GET_FIELD, Op.PUT_FIELD):
            field = code.field(inst)
            if field is None or self._program.field(*field).flags & (Flag.FINAL | Flag.VOLATILE):
                return _Summary()
            if op == Op.GET_FIELD:
                return _Summary(READS)
            return _Summary() if fills_lazily(code, inst) else _Summary(WRITES)
        target = self._target(class_id, code, inst) if op == Op.INVOKE else None
        return _Summary() if target is None else self._summary(class_id, target)

    def _target(self, class_id: int, code: Code, inst: int) -> MethodKey | None:
        """What a call means, if its receiver is of some class; of libraries alone."""
        engine, named = self._program.engine, code.reference(inst)
        kind = Instruction(code.body, inst).invoke_kind
        receiver = engine.class_name(class_id) if kind in ("virtual", "interface") else None
        try:
            found = engine.target(
                *(kind, code.method.owner.name, named.owner, named.name, named.descriptor),
                named.interface,
                receiver,
            )
        except LookupError:
            return None
        return found if engine.class_origin(found[0]) == "library" else None

    def _named(self, code: Code, inst: int) -> MethodKey | None:
        named = code.reference(inst)
        try:
            return self._program.engine.resolve_method(
                named.owner, named.name, named.descriptor, named.interface
            )
        except LookupError:
            return None


def _got(code: Code) -> FieldKey | None:
    """The field of its receiver that a method gives, and does nothing else."""
    loads, ends = code.having(int(Op.GET_FIELD)), code.having(int(Op.RETURN))
    if len(code) > _LONGEST_GETTER or len(loads) != 1 or len(ends) != 1 or not code.parameters:
        return None
    base, given = code.operands(loads[0])[0], code.operands(ends[0])
    if code.source_of(base) != code.parameters[0] or not given:
        return None
    return code.field(loads[0]) if code.source_of(given[0]) == code.results[loads[0]] else None
