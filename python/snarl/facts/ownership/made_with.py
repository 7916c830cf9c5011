"""Made with: parts that the constructors of an object make for it, and that never change.

    Page(String name) { this.parts = new ArrayList<>(); }

Whoever has made the page has made its parts, however the page has come to where it is asked for
them. Of a clone that is not so: its parts are those of another one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.heap import Heap
    from snarl.points_to import Solution

_CLONEABLE = "java.lang.Cloneable"
_GET_FIELD = int(Op.GET_FIELD)

IsFresh = Callable[[int, int, int], bool]
"""Whether what a value refers to is fresh: by instance, instruction and value."""


class MadeWith:
    """Which fields hold such parts."""

    def __init__(self, solution: Solution, calls: Calls, heap: Heap) -> None:
        self._solution = solution
        self._calls = calls
        self._heap = heap

    def is_made_with(self, instance: int, code: Code, load: int, is_fresh: IsFresh) -> bool:
        """Whether constructors alone fill a field that is read, with what is fresh there."""
        field = code.field(load) if code.ops[load] == _GET_FIELD else None
        writes = () if field is None else self._heap.writes(field)
        if not writes or not all(self._is_by_constructor(*it, is_fresh) for it in writes):
            return False
        owners = self._calls.objects(instance, code.operands(load)[0]).tolist()
        return not any(map(self._may_be_clone, owners))

    def _is_by_constructor(self, place: int, put: int, is_fresh: IsFresh) -> bool:
        code = self._calls.code(place)
        if code is None or code.method.name != "<init>":
            return False
        of, value = code.operands(put)
        return code.source_of(of) == code.parameters[0] and all(
            is_fresh(instance, put, value) for instance in self._calls.instances_of(place)
        )

    def _may_be_clone(self, number: int) -> bool:
        program = self._solution.program
        of, cloneable = map(program.find_class, (self._solution.object(number).type, _CLONEABLE))
        return of is None or cloneable is None or program.hierarchy.is_subtype(of, cloneable)
