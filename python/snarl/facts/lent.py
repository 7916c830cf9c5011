"""Lent: what a caller from outside gives as an argument is his own until it is kept.

An open program that works on an argument before it has put it anywhere works on what nobody else
has, unless its caller gave it to somebody before. This is a hint and no proof: it ignores the ways
to an instruction on which a lock is held, since they have their own reason to be safe.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.publication import Publication
from snarl.points_to import EdgeKind

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.heap import Heap
    from snarl.facts.locks import Locks
    from snarl.facts.threads import Threads
    from snarl.points_to import Solution


class Lent(Publication):
    """Which objects are their caller's own where: fresh, or an argument that nobody has kept."""

    def __init__(
        self, solution: Solution, calls: Calls, threads: Threads, heap: Heap, locks: Locks
    ) -> None:
        super().__init__(solution, calls, threads, heap)
        self._locks = locks

    def _is_fresh_parameter(self, instance: int, code: Code, position: int, depth: int) -> bool:
        is_argument = position > 0 or code.method.is_static
        if instance not in self._entry_points:
            return super()._is_fresh_parameter(instance, code, position, depth)
        return is_argument and self._is_given_by(
            self._callers(instance), position, depth, is_made=False
        )

    def _callers(self, instance: int) -> list[tuple[int, int, EdgeKind]]:
        """The calls of an instance at which no lock is held."""
        calls, locks = self._calls, self._locks
        return [
            (caller, int(calls.sites[edge]), EdgeKind(calls.kinds[edge]))
            for edge in calls.edges_to(instance)
            if calls.is_in_thread[edge]
            and not locks.is_call_locked[edge]
            and not locks.is_called_locked(caller := int(calls.callers[edge]))
        ]

    @cached_property
    def _entry_points(self) -> set[int]:
        """What callers from outside call."""
        return {
            root
            for thread in self._threads.all
            if thread.kind == "environment"
            for root in thread.roots
        }
