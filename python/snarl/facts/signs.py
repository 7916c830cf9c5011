"""Signs that a class is meant for several threads: monitors, volatile fields, promises."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.promises import Promises
    from snarl.points_to import Solution
    from snarl.program import Class

_TASKS = {"java.lang.Runnable", "java.util.concurrent.Callable"}
# Fields of such types show that a class expects several threads; an executor alone does not.
_CONCURRENT = (
    "Ljava/lang/invoke/VarHandle;",
    *(
        f"Ljava/util/concurrent/{name}"
        for name in ("locks/", "atomic/", "Concurrent", "CopyOnWrite", "CountDown", "Semaphore")
    ),
)
_MADE = tuple(
    f"java.util.{name}"
    for name in ("concurrent.Concurrent", "concurrent.CopyOnWrite", "Collections$Synchronized")
)


class Signs:
    """Which classes of the program, or those that they extend, show such signs."""

    def __init__(self, solution: Solution, calls: Calls, promises: Promises) -> None:
        self._solution = solution
        self._calls = calls
        self._promises = promises
        self._known: dict[int, bool] = {}

    def shows_threads(self, cls: Class) -> bool:
        """Whether a class shows that it is meant for several threads."""
        if cls.id not in self._known:
            self._known[cls.id] = self._find(cls)
        return self._known[cls.id]

    def _find(self, cls: Class) -> bool:
        above: Class | None = cls
        while above is not None and above.origin != "jdk":
            if (
                any(it.flags & Flag.SYNCHRONIZED for it in above.methods)
                or any(it.flags & Flag.VOLATILE for it in above.fields)
                or any(it.descriptor.startswith(_CONCURRENT) for it in above.fields)
                or self._promises.is_for_threads(above)
                or above.id in self._classes_with_monitors
                or above.id in self._makers_of_concurrent
                or any(it.name in _TASKS for it in above.interfaces)
            ):
                return True
            above = above.super_class
        return False

    @cached_property
    def _classes_with_monitors(self) -> set[int]:
        methods = self._solution.engine.instructions([int(Op.MONITOR_ENTER)])[0]
        return {self._calls.methods[place].owner.id for place in methods.tolist()}

    @cached_property
    def _makers_of_concurrent(self) -> set[int]:
        """Classes whose constructors, or initializers, make collections for several threads,
        whatever the type of the field: `Map<String, User> users = new ConcurrentHashMap<>()`."""
        engine, program = self._solution.engine, self._solution.program.engine
        types = engine.object_types()
        fitting = [
            of
            for of in np.unique(types).tolist()
            if (class_id := program.type_class(of)) is not None
            and program.class_name(class_id).startswith(_MADE)
        ]
        found = set()
        for number in np.flatnonzero(np.isin(types, fitting)).tolist():
            place = self._solution.object(number).place
            if place is not None and place.method.name in ("<init>", "<clinit>"):
                found.add(place.method.owner.id)
        return found
