"""Known: objects that others know on a way that means something.

An object escapes if anything that is shared may hold it. A field, a static field or an argument
with objects of many classes says little of one of them, and what the JDK keeps for itself is mostly
not the program's. This is a hint and no proof.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls import NOBODY
from snarl.facts.code.values import ELEMENTS
from snarl.graph import distinct

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts.calls import Calls
    from snarl.facts.code import FieldKey
    from snarl.facts.heap import Heap
    from snarl.facts.ownership.escape import Escape
    from snarl.facts.ownership.for_one import ForOne
    from snarl.facts.threads import Threads
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

_CROWD = 8
"""Classes; a place with objects of more than these may hold anything."""


class Known:
    """Which objects others know."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        threads: Threads,
        escape: Escape,
        heap: Heap,
        once: Once,
        for_one: ForOne,
    ) -> None:
        self._solution = solution
        self._once = once
        self._for_one = for_one
        self._calls = calls
        self._threads = threads
        self._escape = escape
        self._heap = heap
        self._found: dict[int, bool] = {}
        self._crowds: dict[tuple[int, FieldKey], bool] = {}

    def prepare(self) -> None:
        """Finds out what is the same for all objects."""
        _ = (self._firsts, self._may_tell)

    def is_known(self, number: int) -> bool:
        """Whether a static field, a thread or a caller has an object, or something known does."""
        if number not in self._found:
            self._found[number] = self._search(number)
        return self._found[number]

    def _search(self, number: int) -> bool:
        """Goes back from an object over those that hold it, till one is known by itself."""
        held: dict[int, int | None] = {number: None}
        waiting, may_tell = [number], self._may_tell
        while waiting:
            here = waiting.pop()
            if here in self._firsts or self._found.get(here):
                self._tell_known(here, held)
                return True
            if self._found.get(here) is False:
                continue
            for holder, field in self._heap.holders_of_any(here):
                if holder in held or not may_tell[holder] or self.is_crowd(holder, field):
                    continue
                held[holder] = here
                waiting.append(holder)
        self._found.update(dict.fromkeys(held, False))
        return False

    def _tell_known(self, number: int, held: dict[int, int | None]) -> None:
        """Notes that an object is known, and so what it holds on the way that was gone."""
        here: int | None = number
        while here is not None:
            self._found[here] = True
            here = held[here]

    @cached_property
    def _may_tell(self) -> list[bool]:
        """Whether it means something that each object holds another: of what code of the JDK's
        makes, if others may have it; but its iterators go from hand to hand, and say little of
        what they go through."""
        makers = self._heap.makers
        is_of_jdk = makers != NOBODY
        is_of_jdk[is_of_jdk] = ~self._calls.is_own_method[makers[is_of_jdk]]
        mask = self._escape.shared | ~is_of_jdk
        for number in np.flatnonzero(is_of_jdk & self._escape.shared).tolist():
            mask[number] = not self._for_one.is_of_class(number)
        found: list[bool] = mask.tolist()
        return found

    def is_crowd(self, holder: int, field: FieldKey) -> bool:
        """Whether a field of an object holds objects of many classes."""
        key = (holder, field)
        found = self._crowds.get(key)
        if found is None:
            found = self._crowds[key] = self._is_crowd(self._held(holder, field))
        return found

    def _held(self, holder: int, field: FieldKey) -> NDArray[np.uint32]:
        """What a field of an object holds, or all of an array, or what a lambda has captured."""
        engine = self._solution.engine
        if field == ELEMENTS:
            return engine.elements(holder)
        if field[0] >= 0:
            return engine.field(holder, *field)
        made = self._once.allocation(holder)
        if made is None or field[1] >= len(made[0].operands(made[1])):
            return np.zeros(0, np.uint32)
        code, new = made
        return self._solution.numbers(code.method, code.operands(new)[field[1]])

    def _is_crowd(self, objects: NDArray[np.uint32]) -> bool:
        return len(objects) > _CROWD and len(distinct(self._types[objects])) > _CROWD

    @cached_property
    def _types(self) -> NDArray[np.uint32]:
        return self._solution.engine.object_types()

    @cached_property
    def _firsts(self) -> frozenset[int]:
        """What threads and static fields have by themselves."""
        owners, members, held = self._solution.engine.statics()
        is_own = ~np.isin(owners, self._solution.program.class_ids("jdk"))
        fields = owners[is_own].astype(np.int64) << 16 | members[is_own].astype(np.int64)
        order = np.argsort(fields, kind="stable")
        bounds = np.flatnonzero(np.diff(fields[order])) + 1
        parts = [*np.split(held[is_own][order], bounds), *self._escape.given()]
        found = {int(it) for part in parts if not self._is_crowd(part) for it in part}
        found.update(task for thread in self._threads.all for task in thread.tasks)
        return frozenset(found | self._escape.called)
