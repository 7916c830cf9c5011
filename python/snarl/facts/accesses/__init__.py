"""Accesses: instructions that read or write a field, the elements of an array, or a container.

Paper 1, figure 5, and DESIGN, section 6: an unsynchronized collection is accessed at the program's
calls of its methods, not at the fields inside it. Accesses are rows of a table; an *occurrence* is
an access in one context, with the objects that it may touch there.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.accesses.array_calls import add_array_calls
from snarl.facts.accesses.container_calls import ContainerCalls
from snarl.facts.accesses.fences import mark_fenced
from snarl.facts.accesses.handles import HandleCalls, ordered_points
from snarl.facts.accesses.instructions import Instructions
from snarl.facts.accesses.table import ARRAYS, STATIC_ROW, AccessTable, Additions, Kind, held_by
from snarl.facts.code.compiler_fields import is_made_by_compiler
from snarl.facts.code.constants import number as constant_number
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from snarl.facts.calls import Calls
    from snarl.facts.code import FieldKey
    from snarl.facts.signs import Signs
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution
    from snarl.program import Class, Field

__all__ = ["STATIC_ROW", "Accesses", "Kind"]

_READS, _WRITES = (Op.GET_STATIC, Op.GET_FIELD), (Op.PUT_STATIC, Op.PUT_FIELD)
_OF_ARRAYS = (Op.ARRAY_LOAD, Op.ARRAY_STORE)
_VOLATILE = int(Flag.VOLATILE)


class Accesses(AccessTable):
    """All accesses of the program's own code that could be part of a race."""

    def __init__(self, solution: Solution, calls: Calls, once: Once, signs: Signs) -> None:
        super().__init__()
        self.solution = solution
        self.program = solution.program
        self.calls = calls
        self.groups_by_field: dict[FieldKey, int] = {}
        self.fields: list[Field | None] = [None, None]
        """The field of each group; none for arrays (0) and containers (1)."""
        self._instructions = Instructions(solution, (*_OF_ARRAYS, *_READS, *_WRITES, Op.INVOKE))
        self._add_fields_and_arrays()
        containers = ContainerCalls(self, calls, self._instructions, once, signs)
        containers.add()
        self.references = containers.references
        """Accesses by whoever runs a reference to a container's method, and the method's name."""
        add_array_calls(self, calls, self._instructions)
        HandleCalls(self, calls, self._instructions).add(self._group_of)
        mark_fenced(self, calls, self._instructions)

    def _add_fields_and_arrays(self) -> None:
        there = self._instructions
        group = np.full(len(there.ops), -1, np.int64)
        group[np.isin(there.ops, _OF_ARRAYS)] = ARRAYS
        named = there.rows((*_READS, *_WRITES))
        keys = there.classes[named].astype(np.int64) << 16 | there.members[named]
        distinct, which = np.unique(keys, return_inverse=True)
        numbers = [self._field_group((key >> 16, key & 0xFFFF)) for key in distinct.tolist()]
        group[named] = np.array(numbers, np.int64)[which]
        kinds = np.full(len(there.ops), Kind.FIELD)
        kinds[group == ARRAYS] = Kind.ARRAY
        kinds[np.isin(there.ops, (Op.GET_STATIC, Op.PUT_STATIC))] = Kind.STATIC
        at = np.flatnonzero(group >= 0)
        writes = np.isin(there.ops[at], (*_WRITES, Op.ARRAY_STORE))
        self.append(there, at, Additions(kinds[at], group[at], writes, there.operands[at]))
        held = held_by(self.calls, self.methods, self.bases)
        self.sets = held.sets
        self.append_occurrences(held.of, held.instances, held.rows)
        self.rows[self.kinds[self.of] == Kind.STATIC] = STATIC_ROW

    def _group_of(self, field: Field) -> int:
        key = (field.owner.id, field.index)
        if key not in self.groups_by_field:
            return self._field_group(key)
        return self.groups_by_field[key]

    def _field_group(self, key: FieldKey) -> int:
        """The group of a field; -1 if it cannot be part of a race."""
        field = self.program.field(*key)
        if field.flags & _VOLATILE or field.owner.origin == "jdk":
            return -1
        if is_made_by_compiler(field):
            return -1
        self.groups_by_field[key] = len(self.fields)
        self.fields.append(field)
        return len(self.fields) - 1

    @cached_property
    def is_own(self) -> NDArray[np.bool_]:
        """Whether each access is in the application's own code."""
        return self.calls.is_application_method[self.methods]

    def index(self, access: int) -> int | None:
        """The element of an array that an access is to, if it is always the same."""
        if access not in self._indices:
            code = self.calls.code(int(self.methods[access]))
            inst = int(self.insts[access])
            found = None
            if code is not None and code.ops[inst] in _OF_ARRAYS:
                found = constant_number(code, code.operands(inst)[1])
            self._indices[access] = found
        return self._indices[access]

    @cached_property
    def _indices(self) -> dict[int, int | None]:
        return {}

    def volatile_points(self, *, writes: bool) -> list[tuple[FieldKey, int, int]]:
        """Where volatile fields are read, or written, by whatever means that orders: (field,
        method, instruction)."""
        fields = self.written_fields if writes else self.read_fields
        found = [
            (field, method, inst)
            for field, points in fields.items()
            if self.program.field(*field).flags & _VOLATILE
            for method, inst in points
        ]
        return [*found, *ordered_points(self.calls, writes=writes)]

    @cached_property
    def written_fields(self) -> dict[FieldKey, list[tuple[int, int]]]:
        """Where each field is written, volatile and final ones too: (method, instruction). Fields
        of classes that are missing are nowhere."""
        return self._instructions.fields(_WRITES)

    @cached_property
    def read_fields(self) -> dict[FieldKey, list[tuple[int, int]]]:
        """Where each field is read, likewise."""
        return self._instructions.fields(_READS)

    def calls_of(self, names: Iterable[str]) -> list[tuple[int, int, FieldKey]]:
        """Calls of methods with some names: (method, instruction, method named)."""
        return self._instructions.calls_of(names)

    def owner_class(self, group: int) -> Class | None:
        """The class that declares the field of a group."""
        field = self.fields[group]
        return None if field is None else field.owner
