"""Silent: constructors that only use what they make to get at its fields.

    Box(List<Runnable> tasks) {
        task = () -> value++;       // knows the box,
        tasks.add(task);            // and tells others of it
        value = 9;
    }

Whoever tells nobody of an object, nor gives it to anything that could, has made all of its accesses
before others come to know it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.ownership.leaks import Leaking

_LOOKS = frozenset(
    int(op) for op in (Op.GET_FIELD, Op.INSTANCE_OF, Op.MONITOR_ENTER, Op.MONITOR_EXIT, Op.IF)
)
_COPIES = frozenset((int(Op.CHECK_CAST), int(Op.PHI)))


class Silent:
    """Finds the methods that keep a parameter to themselves."""

    def __init__(self, calls: Calls, leaking: Leaking) -> None:
        self._calls = calls
        self._leaking = leaking
        self._known: dict[tuple[int, int], bool] = {}

    def is_kept(self, method: int, position: int) -> bool:
        """Whether a method, by its place, tells nothing of a parameter, nor what it calls."""
        key = (method, position)
        if key not in self._known:
            self._known[key] = False  # what calls itself
            self._known[key] = self._find(method, position)
        return self._known[key]

    def _find(self, method: int, position: int) -> bool:
        code = self._calls.code(method)
        if method >= len(self._calls.methods) or code is None:
            return False
        if not self._calls.is_own_method[method]:
            return self._leaking.kept(method, position) == frozenset()
        if position >= len(code.parameters):
            return False
        uses = code.last_uses(code.parameters[position], _COPIES)
        return all(self._keeps(method, code, use, value) for use, value in uses)

    def _keeps(self, method: int, code: Code, use: int, value: int) -> bool:
        """Whether nobody knows more of a value after an instruction that uses it."""
        op, operands = code.ops[use], code.operands(use)
        if op == Op.PUT_FIELD:
            return operands[1] != value
        if op != Op.INVOKE:
            return op in _LOOKS
        callees = self._calls.methods_called(method, code.bcis[use])
        return bool(callees) and all(
            self.is_kept(callee, position)
            for callee in callees
            for position, operand in enumerate(operands)
            if operand == value
        )
