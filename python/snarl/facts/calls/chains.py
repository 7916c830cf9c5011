"""Chains of calls that each give back what they are called on, as those of builders do.

    new StringBuilder().append(name).append(value)

is the object that was made first. It is the same whatever is asked of that object, so that all who
ask share what was found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.questions import Questions
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code

# As plain numbers: to look a member of an enumeration up takes longer than all else in a loop.
_INVOKE, _RETURN = int(Op.INVOKE), int(Op.RETURN)


class Chains:
    """Finds what chains begin with."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._gives_first = Questions(first=True, last=False)

    def first(self, instance: int, code: Code, value: int) -> int:
        """What the chain of calls begins with that a value is the end of."""
        value = code.source_of(value)
        made = code.definitions[value]
        while made >= 0 and code.ops[made] == _INVOKE:
            if not self._gives_receiver(instance, code, made):
                break
            value = code.source_of(code.operands(made)[0])
            made = code.definitions[value]
        return value

    def _gives_receiver(self, instance: int, code: Code, call: int) -> bool:
        """Whether a call gives back what it is called on."""
        callees = self._calls.callees_at(instance, code.bcis[call])
        return bool(callees) and all(map(self._returns_first, callees))

    def _returns_first(self, instance: int) -> bool:
        """Whether a method returns its first parameter, or what calls on it give back so."""
        # One that calls itself gives what the others give.
        return self._gives_first.ask(instance, self._find_whether_first, instance)

    def _find_whether_first(self, instance: int) -> bool:
        code = self._calls.code_of(instance)
        ends = () if code is None else (it for it, op in enumerate(code.ops) if op == _RETURN)
        found = [code is not None and self._is_first(instance, code, it) for it in ends]
        return bool(found) and all(found)

    def _is_first(self, instance: int, code: Code, end: int) -> bool:
        """Whether what a method returns at one of its ends is its first parameter."""
        operands = code.operands(end)
        while operands and code.parameters:
            value = code.source_of(operands[0])
            if value == code.parameters[0]:
                return True
            made = code.definitions[value]
            is_call = made >= 0 and code.ops[made] == _INVOKE
            if not is_call or not self._gives_receiver(instance, code, made):
                return False
            operands = code.operands(made)
        return False
