"""Alone: arguments that were made for a call, and are held by nothing yet.

    Node node = new Node(item);
    add(queue, node);

Whatever becomes of the other arguments, they do not lead to this one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.points_to import EdgeKind
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.ownership.leaks import Leaking

_CALL = int(EdgeKind.CALL)
_PUT_FIELD, _INVOKE, _CONSTANT = int(Op.PUT_FIELD), int(Op.INVOKE), int(Op.CONSTANT)
_MAKES = frozenset((int(Op.NEW), int(Op.NEW_ARRAY), int(Op.NEW_MULTI_ARRAY)))


class Alone:
    """Which parameters nothing leads to when a method is called."""

    def __init__(self, calls: Calls, leaking: Leaking) -> None:
        self._calls = calls
        self._leaking = leaking
        self._known: dict[tuple[int, int, int], bool] = {}

    def is_given(self, instance: int, position: int) -> bool:
        """Whether all callers hand over what they have just made and put nowhere, or nothing."""
        for caller, site, kind in self._calls.callers_of(instance):
            code = self._calls.code_of(caller)
            call = None if code is None or kind != _CALL else code.call_at(site)
            operands = () if code is None or call is None else code.operands(call)
            if code is None or call is None or position >= len(operands):
                return False
            given = code.source_of(operands[position])
            if not self._is_alone(code, given, call):
                return False
            is_null = code.ops[code.definitions[given]] == _CONSTANT
            if not is_null and sum(code.source_of(it) == given for it in operands) > 1:
                return False
        return True

    def _is_alone(self, code: Code, value: int, inst: int) -> bool:
        """Whether nothing holds what a value refers to at an instruction."""
        key = (code.place, value, inst)
        if key not in self._known:
            self._known[key] = self._find_whether_alone(code, value, inst)
        return self._known[key]

    def _find_whether_alone(self, code: Code, value: int, inst: int) -> bool:
        made = code.definitions[value]
        op = code.ops[made] if made >= 0 else -1
        if op not in _MAKES:
            return op == _CONSTANT
        return not any(
            code.may_follow_without(use, inst, made)
            and not (code.ops[use] == _PUT_FIELD and code.operands(use)[-1] != value)
            and not self._only_constructs(code, use, value)
            for use in code.uses.get(value, ())
        )

    def _only_constructs(self, code: Code, use: int, value: int) -> bool:
        """Whether an instruction calls the constructor of what is made, which keeps it nowhere."""
        return (
            code.ops[use] == _INVOKE
            and code.reference(use).name == "<init>"
            and code.operands(use).count(value) == 1
            and code.operands(use)[0] == value
            and all(
                self._leaking.kept(it, 0) == frozenset()
                for it in self._calls.methods_called(code.place, code.bcis[use])
            )
        )
