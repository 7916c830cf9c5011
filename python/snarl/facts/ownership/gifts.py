"""Gifts: where a method gives a value away, so that it is no longer its own.

What the object keeps whose method runs is not given away: it is still whose the object is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.ownership.leaks import Leaking

_INVOKE = int(Op.INVOKE)
_DEEPEST = 3
"""Methods that call each other with what one of them gives away."""


class Gifts:
    """Finds what methods give away."""

    def __init__(self, calls: Calls, leaking: Leaking) -> None:
        self._calls = calls
        self._leaking = leaking

    def of(self, code: Code, value: int, depth: int = 0) -> frozenset[int]:
        """The instructions of a method that make a value known to others than its own object, or
        put it into a collection of that."""
        leaks = self._leaking.leaks(code.place, code, value)
        is_static = code.method.is_static
        others = {
            inst
            for inst, to in leaks.to_parameters
            if is_static
            or to > 0
            or _is_of_collection(code, inst)
            or self._is_given_by_call(code, inst, value, depth)
        }
        return leaks.to_all | others

    def _is_given_by_call(self, code: Code, call: int, value: int, depth: int) -> bool:
        """Whether an instruction calls a method that gives a value away, which the object whose
        method runs has kept then."""
        if code.ops[call] != _INVOKE:
            return False
        if depth >= _DEEPEST:
            return True
        value = code.source_of(value)
        positions = [
            position
            for position, it in enumerate(code.operands(call))
            if code.source_of(it) == value
        ]
        callees = self._calls.methods_called(code.place, code.bcis[call])
        return any(self._gives(it, position, depth + 1) for it in callees for position in positions)

    def _gives(self, place: int, position: int, depth: int) -> bool:
        """Whether a method gives one of its parameters away."""
        code = self._calls.code(place)
        if code is None or position >= len(code.parameters):
            return False
        parameter = code.parameters[position]
        return parameter >= 0 and bool(self.of(code, parameter, depth))


def _is_of_collection(code: Code, inst: int) -> bool:
    """Whether an instruction calls a method of the JDK's collections."""
    return code.ops[inst] == _INVOKE and code.reference(inst).owner.startswith("java.util.")
