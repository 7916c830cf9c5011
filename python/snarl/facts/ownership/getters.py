"""Getters: calls that give a field of what they are called on.

    page.getLinks().add(link);

That is as good as `page.links`: who has a page for itself has its links, whoever else asks other
pages for theirs. Kotlin and Scala write all fields so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code

_RETURN, _GET_FIELD = int(Op.RETURN), int(Op.GET_FIELD)
_LONGEST = 12
"""Instructions; what is longer does more than to get a field."""
_MANY = 4
"""Classes whose getters a call may mean; a call of more is about something else."""


class Getters:
    """Finds what calls of getters read."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._known: dict[int, int | None] = {}

    def loads(self, code: Code, call: int) -> list[tuple[Code, int]]:
        """The instructions by which a call gets a field of its receiver, each with its code;
        nothing if it may do something else."""
        places = self._calls.methods_given(code.place, code.bcis[call])
        if not 0 < len(places) <= _MANY or not code.operands(call):
            return []
        found = []
        for place in places:
            there, load = self._calls.code(place), self._load(place)
            if there is None or load is None:
                return []
            found.append((there, load))
        return found

    def _load(self, place: int) -> int | None:
        if place not in self._known:
            self._known[place] = self._find(place)
        return self._known[place]

    def _find(self, place: int) -> int | None:
        """The one instruction by which a method gets what it returns from its object."""
        method, code = self._calls.methods[place], self._calls.code(place)
        if code is None or method.is_static or len(code) > _LONGEST or not code.parameters:
            return None
        ends = code.having(_RETURN)
        if len(ends) != 1 or not code.operands(ends[0]):
            return None
        load = code.definitions[code.source_of(code.operands(ends[0])[0])]
        if load < 0 or code.ops[load] != _GET_FIELD:
            return None
        is_own = code.source_of(code.operands(load)[0]) == code.parameters[0]
        return load if is_own else None
