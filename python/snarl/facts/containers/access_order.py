"""Access order: maps that put what is looked up last, so that to look up is to write.

    new LinkedHashMap<>(16, 0.75f, true)

A class that extends such a map may ask for this order itself, or hand on what it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.code.constants import number as constant_number
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution
    from snarl.program.body import MemberReference

_ORDERED_MAP = "java.util.LinkedHashMap"


class AccessOrder:
    """Which maps are in this order."""

    def __init__(self, solution: Solution, calls: Calls, once: Once) -> None:
        self._solution = solution
        self._program = solution.program
        self._calls = calls
        self._once = once
        self._known: dict[int, bool] = {}

    def holds(self, number: int) -> bool:
        """Whether a map puts what is looked up last: one that is made in the order of access."""
        if number not in self._known:
            self._known[number] = self._find(number)
        return self._known[number]

    def _find(self, number: int) -> bool:
        class_id = self._solution.class_of(number)
        made = self._once.allocation(number)
        if class_id is None or made is None:
            return False
        if self._program.engine.class_name(class_id) == _ORDERED_MAP:
            return _is_ordered_by_access(*made)
        return self._is_extended(class_id, *made)

    def _is_extended(self, class_id: int, made_in: Code, made: int) -> bool:
        """Whether a class that extends such a map asks for this order in a constructor, or hands on
        to it what it is asked for."""
        for index, (name, descriptor, _) in enumerate(self._program.engine.methods(class_id)):
            if name != "<init>":
                continue
            place = self._solution.call_graph.place(self._program.method(class_id, index))
            code = None if place is None else self._calls.code(place)
            if code is None or not code.parameters:
                continue
            asked = _order_asked_for(code, code.definitions[code.parameters[0]])
            if asked is None:
                continue
            if constant_number(*asked) == 1 or _is_passed_on(*asked, made_in, made, descriptor):
                return True
        return False


def _constructions(code: Code, made: int) -> Iterator[tuple[MemberReference, tuple[int, ...]]]:
    """The constructors that are called on an object, and with what."""
    for use in code.uses.get(code.results[made], ()):
        if code.ops[use] == Op.INVOKE and code.reference(use).name == "<init>":
            yield code.reference(use), tuple(code.operands(use))


def _order_asked_for(code: Code, made: int) -> tuple[Code, int] | None:
    """What says whether an object is made in the order of access, and where; None if nothing."""
    for named, operands in _constructions(code, made):
        if (named.owner, named.descriptor) == (_ORDERED_MAP, "(IFZ)V"):
            return code, operands[3]
    return None


def _is_ordered_by_access(code: Code, made: int) -> bool:
    """Whether the constructor that is called on an object asks for the order of access."""
    asked = _order_asked_for(code, made)
    return asked is not None and constant_number(*asked) == 1


def _is_passed_on(constructor: Code, value: int, code: Code, made: int, descriptor: str) -> bool:
    """Whether a value is an argument of a constructor, and an object is made by it with true: the
    class of `new LinkedHashMap<>(16, 0.75f, true) {…}` hands on what it is given."""
    source = constructor.definitions[constructor.source_of(value)]
    if source < 0 or constructor.ops[source] != Op.PARAMETER:
        return False
    position = constructor.constants[source]
    return any(
        named.descriptor == descriptor and constant_number(code, operands[position]) == 1
        for named, operands in _constructions(code, made)
    )
