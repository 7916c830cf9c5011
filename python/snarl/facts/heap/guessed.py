"""What is in a field only because reflection may have put it there.

Serializers set the fields of whatever class they are given: a call of `Field.set` that may mean any
field puts anything into each. That is seldom what happens, and says little of one object.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.accesses import Kind
from snarl.facts.accesses.handles import FEW_FIELDS, is_writing
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import FieldKey
    from snarl.points_to import Solution

_HELD = (int(Kind.ARRAY), int(Kind.CONTAINER))


class Guessed:
    """Tells what is put into fields by name from what may be put there by reflection alone."""

    def __init__(self, solution: Solution, calls: Calls, accesses: Accesses) -> None:
        self._solution = solution
        self._calls = calls
        self._accesses = accesses
        self._put: dict[FieldKey, frozenset[int]] = {}

    def is_used_by_guess(self, access: int, numbers: Iterable[int]) -> bool:
        """Whether an access, of an array or container, means some objects only for such a guess."""
        if not self._fields:
            return False
        field = self._read_by(access)
        return field in self._fields and all(self.is_guess(field, it) for it in numbers)

    def _read_by(self, access: int) -> FieldKey | None:
        """The field that an access has got its object from."""
        columns = self._accesses.lists
        if columns.kinds[access] not in _HELD:
            return None
        code = self._calls.code(columns.methods[access])
        if code is None:
            return None
        made = code.definitions[code.source_of(columns.bases[access])]
        is_read = made >= 0 and code.ops[made] in (Op.GET_FIELD, Op.GET_STATIC)
        return code.field(made) if is_read else None

    def is_guess(self, field: FieldKey, number: int) -> bool:
        """Whether an object is in a field only if a call that may set any field puts it there."""
        return field in self._fields and number not in self._put_by_name(field)

    @cached_property
    def _fields(self) -> frozenset[FieldKey]:
        """The fields that a call may set which may set many."""
        writes = [it for it in self._solution.accesses_by_handle if is_writing(it.mode)]
        meant = Counter((it.method, it.bci) for it in writes)
        return frozenset(
            (it.field.owner.id, it.field.index)
            for it in writes
            if it.field is not None and meant[it.method, it.bci] > FEW_FIELDS
        )

    def _put_by_name(self, field: FieldKey) -> frozenset[int]:
        if field not in self._put:
            self._put[field] = frozenset(self._find_put(field))
        return self._put[field]

    def _find_put(self, field: FieldKey) -> set[int]:
        found: set[int] = set()
        for place, inst in self._accesses.written_fields.get(field, ()):
            code = self._calls.code(place)
            if code is None:
                continue
            found.update(self._solution.numbers(code.method, code.operands(inst)[-1]).tolist())
        return found
