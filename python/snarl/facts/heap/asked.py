"""Methods that give nobody their object: whoever calls one still has it for himself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.questions import Questions
from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.points_to import Solution

_PHI, _PUT_FIELD, _INVOKE = int(Op.PHI), int(Op.PUT_FIELD), int(Op.INVOKE)
_LOOKS = (Op.GET_FIELD, Op.INSTANCE_OF, Op.IF, Op.MONITOR_ENTER, Op.MONITOR_EXIT)
_USES = frozenset((_PHI, _PUT_FIELD, *map(int, _LOOKS)))
"""What does nothing with an object but look into it, or change it."""


class Asked:
    """Finds what is done with an object where a method is called on it."""

    def __init__(self, solution: Solution, calls: Calls) -> None:
        self._engine = solution.program.engine
        self._calls = calls
        self._keeps_nothing = Questions(first=True, last=False)

    def is_only_asked(self, code: Code, use: int, value: int) -> bool:
        """Whether an instruction looks into an object, changes it, or calls it, and gives it to
        nobody; or is where ways join."""
        if code.ops[use] in _USES:
            return code.ops[use] != _PUT_FIELD or code.operands(use)[1] != value
        operands = code.operands(use)
        if code.ops[use] != _INVOKE or operands[0] != value or operands.count(value) != 1:
            return False
        if Instruction(code.body, use).invoke_kind == "static":
            return False
        owner = self._engine.find_class(code.reference(use).owner)
        if owner is None:
            return False
        if code.reference(use).owner.startswith("java.util."):
            return True
        if self._engine.class_origin(owner) == "library":
            return True
        callees = self._calls.methods_called(code.place, code.bcis[use])
        return bool(callees) and all(map(self._gives_nobody, callees))

    def _gives_nobody(self, place: int) -> bool:
        """Whether a method of the program uses its object, and gives it to nobody."""
        return self._keeps_nothing.ask(place, self._find_whether, place)

    def _find_whether(self, place: int) -> bool:
        code = self._calls.code(place)
        if code is None or not self._calls.is_own_method[place] or not code.parameters:
            return False
        return all(
            self.is_only_asked(code, use, value)
            for value in and_joined(code, code.parameters[0])
            for use in code.uses.get(value, ())
        )


def and_joined(code: Code, value: int) -> list[int]:
    """A value, and those that may be it where ways join."""
    found = [value]
    for it in found:
        joined = (code.results[use] for use in code.uses.get(it, ()) if code.ops[use] == _PHI)
        found.extend(other for other in joined if other not in found)
    return found
