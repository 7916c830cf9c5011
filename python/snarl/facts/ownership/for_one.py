"""For one: objects that whoever asks for them uses alone, iterators and streams above all.

Whoever shares one has to take care himself: its class says so, or everybody knows. What only such
objects hold is as much for one as they are.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snarl.facts.heap import Heap
    from snarl.facts.ownership.escape import Escape
    from snarl.facts.promises import Promises
    from snarl.points_to import Solution
    from snarl.program import Class

_NAMES = (
    "java.util.Iterator",
    "java.util.Enumeration",
    "java.util.Spliterator",
    "java.util.stream.BaseStream",
)
_MOST = 64
"""Objects that hold each other, up to an iterator."""


class ForOne:
    """What is used by one thread at a time."""

    def __init__(self, solution: Solution, promises: Promises, escape: Escape, heap: Heap) -> None:
        self._solution = solution
        self._promises = promises
        self._escape = escape
        self._heap = heap
        self._classes: dict[int, bool] = {}
        self._types: dict[int, bool] = {}
        self._objects: dict[int, bool] = {}

    @cached_property
    def _firsts(self) -> frozenset[int]:
        """What others have by themselves."""
        return self._heap.in_statics | self._escape.called

    def is_class(self, cls: Class) -> bool:
        """Whether objects of a class are: it says so, or is an iterator or
        a stream."""
        if cls.id not in self._classes:
            self._classes[cls.id] = self._promises.is_not_for_threads(cls) or self._is_iterator(cls)
        return self._classes[cls.id]

    def _is_iterator(self, cls: Class) -> bool:
        program = self._solution.program
        return any(
            (above := program.find_class(name)) is not None
            and program.hierarchy.is_subtype(cls, above)
            for name in _NAMES
        )

    def is_of_class(self, number: int) -> bool:
        """Whether an object is of such a class."""
        of = self._type_of[number]
        found = self._types.get(of)
        if found is None:
            program = self._solution.program
            cls = program.find_class(program.engine.type_name(of))
            found = self._types[of] = cls is not None and self.is_class(cls)
        return found

    @cached_property
    def _type_of(self) -> list[int]:
        """The type of each object."""
        found: list[int] = self._solution.engine.object_types().tolist()
        return found

    def is_object(self, number: int) -> bool:
        """Whether an object is of such a class, or only such objects hold it and what holds it."""
        if number not in self._objects:
            self._objects[number] = self._find(number)
        return self._objects[number]

    def _find(self, number: int) -> bool:
        """Goes back from an object over those that hold it, up to iterators."""
        seen, waiting, found = {number}, [number], False
        while waiting:
            here = waiting.pop()
            if self.is_of_class(here):
                found = True
                continue
            if len(seen) > _MOST or here in self._firsts:
                return False
            above = {holder for holder, _ in self._heap.holders(here)}
            if not above:
                return False
            waiting += above - seen
            seen |= above
        return found
