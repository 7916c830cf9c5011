"""Trace: where one index comes from, back to the numbers that a thread was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.code.constants import number as constant_number
from snarl.facts.elements.counted import is_counted, keeps_apart
from snarl.facts.elements.parts import Leaf, Part
from snarl.program import Op

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from snarl.facts.code import Code, FieldKey
    from snarl.facts.elements import Elements
    from snarl.facts.threads import Thread


class Trace:
    """Where one index comes from."""

    def __init__(
        self,
        elements: Elements,
        thread: Thread,
        runs: NDArray[np.bool_],
        array: FieldKey | None,
    ) -> None:
        """For an array that is read from a field, if it is known from which."""
        self._elements = elements
        self._thread = thread
        self._runs = runs
        self._array = array
        self._seen: set[tuple[int, int]] = set()
        self.leaves: set[Leaf] = set()
        self.is_plain = True

    def follow(self, code: Code, value: int, depth: int) -> bool:
        """Adds what a value is computed from; says whether that is known."""
        value = code.source_of(value)
        if (code.place, value) in self._seen:
            return True
        self._seen.add((code.place, value))
        made = code.definitions[value]
        if made < 0 or depth == 0:
            return False
        op, operands = code.ops[made], code.operands(made)
        if op == Op.CONSTANT:
            self.leaves.add(("constant", constant_number(code, value)))
            return True
        if op in (Op.PHI, Op.BINARY):
            self.is_plain = False
            if op == Op.BINARY and not keeps_apart(code, made):
                return False
            return all(self.follow(code, it, depth) for it in operands)
        if op == Op.CONVERT or (op == Op.INVOKE and code.reference(made).name == "intValue"):
            return self.follow(code, operands[0], depth)
        if op == Op.PARAMETER:
            return self._follow_parameter(code, code.constants[made], depth)
        if op == Op.INVOKE:
            return self._follow_ticket(code, made)
        if op == Op.ARRAY_LENGTH:
            self.is_plain = False
            return True
        field = code.field(made) if op in (Op.GET_FIELD, Op.GET_STATIC) else None
        if field is None:
            return False
        if op == Op.GET_STATIC or not self._elements.differs(field):
            self.is_plain = False
            return self._elements.never_changes(field)
        is_own = self._elements.is_own_number(code, made, field, self._thread)
        self.leaves.add(("own" if is_own else "field", field))
        return True

    def part(self) -> Part | None:
        """What was found so far."""
        if not self.leaves:
            return None
        return Part(frozenset(self.leaves), self.is_plain and len(self.leaves) == 1)

    def _follow_ticket(self, code: Code, call: int) -> bool:
        """A number that an atomic has given: each call gets another one."""
        field = self._elements.tickets.field(code, call, self._array)
        if field is None:
            return False
        self.leaves.add(("ticket", field))
        return True

    def _follow_parameter(self, code: Code, position: int, depth: int) -> bool:
        captured = self._elements.captured(code, position)
        if captured is not None:
            return all(self.add_captured(there, inst, value) for there, inst, value in captured)
        if self._elements.is_of_range(code):
            self.leaves.add(("stream", code.place))
            return True
        given = self._elements.arguments(code, position, self._runs)
        return given is not None and all(
            self.follow(there, value, depth - 1) for there, _, value in given
        )

    def add_captured(self, code: Code, inst: int, value: int) -> bool:
        """What a lambda captures: the number of the loop or of the stream that makes it, or what
        is the same for all that are made."""
        if is_counted(code, inst, value) or self._elements.is_made_of_range(code, inst, value):
            self.leaves.add(("loop", (code.place, inst)))
        elif is_counted(code, inst, value, is_likely=True):
            self.is_plain = False
            self.leaves.add(("loop", (code.place, inst)))
        else:
            constant = constant_number(code, value)
            if constant is not None:
                self.leaves.add(("constant", constant))
        return True
