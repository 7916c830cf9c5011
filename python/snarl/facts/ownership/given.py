"""Given: parts that never change, and that the constructor was given.

    box = new Box(new ArrayList<>());
    box.items.add(item);

Where `items` is final, and the constructor puts there what it is given, `box.items` is the list
that was made here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey

_NEW, _INVOKE, _PARAMETER = int(Op.NEW), int(Op.INVOKE), int(Op.PARAMETER)
_GET_FIELD, _PUT_FIELD = int(Op.GET_FIELD), int(Op.PUT_FIELD)
_WAY = 4
"""Constructors that one may call after the other."""


class Given:
    """Finds what constructors were given."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def parts(self, code: Code, load: int) -> Iterator[int]:
        """The value that a part is which a method reads of what it has made, if it is known."""
        made = code.definitions[code.source_of(code.operands(load)[0])]
        field = code.field(load) if code.ops[load] == _GET_FIELD else None
        if made < 0 or code.ops[made] != _NEW or field is None:
            return
        if not self._calls.solution.program.field(*field).flags & Flag.FINAL:
            return
        value = code.results[made]
        for call in code.uses.get(value, ()):
            given = self._for(code, call, field, _WAY) if _constructs(code, call, value) else None
            if given is not None:
                yield given

    def _for(self, code: Code, call: int, field: FieldKey, way: int) -> int | None:
        """What a call of a constructor is given that this, or another one that it calls, puts into
        a field."""
        callees = self._calls.methods_called(code.place, code.bcis[call])
        there = self._calls.code(callees[0]) if len(callees) == 1 and way else None
        if there is None:
            return None
        stored = set(self._stored(there, field, way - 1))
        made = there.definitions[there.source_of(stored.pop())] if len(stored) == 1 else -1
        if made < 0 or there.ops[made] != _PARAMETER:
            return None
        return code.operands(call)[there.constants[made]]

    def _stored(self, code: Code, field: FieldKey, way: int) -> Iterator[int]:
        """What a constructor puts into a field of its object."""
        itself = code.parameters[0]
        for use in code.uses.get(itself, ()):
            if code.ops[use] == _PUT_FIELD and code.field(use) == field:
                yield code.operands(use)[-1]
            elif _constructs(code, use, itself):
                given = self._for(code, use, field, way)
                if given is not None:
                    yield given


def _constructs(code: Code, call: int, value: int) -> bool:
    """Whether an instruction calls a constructor of what a value refers to."""
    return (
        code.ops[call] == _INVOKE
        and code.reference(call).name == "<init>"
        and code.source_of(code.operands(call)[0]) == value
    )
