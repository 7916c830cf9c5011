"""Starts: calls that start a thread which was kept somewhere, in a list or an array.

    workers.add(new Worker(task));
    workers.get(0).start();

What such a thread knows is known to others from then on, though the call names nothing of it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.threads import Threads
    from snarl.points_to import Solution

_KEPT = frozenset((int(Op.GET_FIELD), int(Op.ARRAY_LOAD), int(Op.INVOKE)))
"""What gives a value that was kept somewhere: a field, an array, a collection."""
_EXECUTOR = "java.util.concurrent.Executor"


class Starts:
    """Finds such calls."""

    def __init__(self, solution: Solution, calls: Calls, threads: Threads) -> None:
        self._solution = solution
        self._calls = calls
        self._threads = threads

    def of(self, place: int) -> dict[int, set[int]]:
        """The calls of a method that start threads which were kept somewhere, and all that these
        know; or that call a method which does."""
        return self._all.get(place, {})

    @cached_property
    def _all(self) -> dict[int, dict[int, set[int]]]:
        found = self._own
        for place, starts in list(found.items()):
            known = set().union(*starts.values())
            for instance in self._calls.instances_of(place):
                for caller, bci, _ in self._calls.callers_of(instance):
                    code = self._calls.code_of(caller) if self._calls.is_own[caller] else None
                    call = None if code is None else code.call_at(bci)
                    if code is not None and call is not None:
                        found.setdefault(code.place, {}).setdefault(call, set()).update(known)
        return found

    @property
    def _own(self) -> dict[int, dict[int, set[int]]]:
        """The calls of each method that themselves start threads which were kept somewhere."""
        found: dict[int, dict[int, set[int]]] = {}
        for place, bci in {site for thread in self._threads.all for site in thread.sites}:
            code = self._calls.code(place) if self._calls.is_own_method[place] else None
            call = None if code is None else code.call_at(bci)
            if code is None or call is None:
                continue
            kept = [
                it
                for it in code.operands(call)
                if _was_kept(code, it) and not self._is_executor(code, it)
            ]
            if kept:
                known = found.setdefault(place, {}).setdefault(call, set())
                known.update(*(self._known_to(code, it) for it in kept))
        return found

    def _is_executor(self, code: Code, value: int) -> bool:
        """Whether a value is what runs tasks: a call on it starts the one that it is given, and
        others were told to all when they were given to it."""
        program = self._solution.program
        executor = program.find_class(_EXECUTOR)
        held = self._solution.numbers(code.method, value).tolist()
        types = set(map(self._solution.class_of, held))
        return (
            executor is not None
            and bool(types)
            and all(it is not None and program.engine.is_subclass(it, executor.id) for it in types)
        )

    def _known_to(self, code: Code, value: int) -> list[int]:
        """All objects that are reached from what a value refers to."""
        engine = self._solution.engine
        held = self._solution.numbers(code.method, value)
        found: list[int] = np.flatnonzero(engine.reachable(held, np.zeros(0, np.uint32))).tolist()
        return found


def _was_kept(code: Code, value: int) -> bool:
    made = code.definitions[code.source_of(value)]
    return made >= 0 and code.ops[made] in _KEPT
