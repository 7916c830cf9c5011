"""Families: tasks that fork tasks, and wait for all of them before they end.

    left.fork();
    sum = right.compute() + left.join();

Which of them has started which is not known, for all run the same code. But the first one has
started all of them in the end, and has waited for all of them when it ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snarl.facts.threads import Thread

_MOST = 100
"""Threads; in larger programs nobody can tell who waits for whom."""


class Families:
    """Finds the first of those that wait for all that they start."""

    def __init__(
        self,
        threads: list[Thread],
        starters: dict[int, set[int]],
        parents: dict[int, Thread | None],
        waits: Callable[[Thread, Thread], bool],
    ) -> None:
        """`starters` are the threads that start each thread, `parents` has the only one where there
        is one; `waits` says whether a thread waits for another one before its own end."""
        self._threads = threads
        self._starters = starters
        self._parents = parents
        self._waits = waits

    def firsts(self) -> dict[int, Thread]:
        """The first of the family that each thread without a parent belongs to."""
        lost = {
            it.number
            for it in self._threads
            if it.kind == "spawn" and self._parents[it.number] is None and self._starters[it.number]
        }
        if not lost or len(self._threads) > _MOST:
            return {}
        found: dict[int, Thread] = {}
        for first in self._threads:
            parent = self._parents[first.number]
            if first.kind != "spawn" or parent is None or first.many:
                continue
            family = self._below(first)
            if family & lost and self._is_closed(family | {first.number}):
                found |= dict.fromkeys(family & lost, first)
        return found

    def _below(self, first: Thread) -> set[int]:
        """The threads that only start if a thread has started."""
        others = {it.number for it in self._threads if it.kind != "spawn"}
        others |= {number for number, by in self._starters.items() if not by}
        others.discard(first.number)
        changed = True
        while changed:
            new = {
                number
                for number, by in self._starters.items()
                if number != first.number and number not in others and by & others
            }
            changed = bool(new)
            others |= new
        return {it.number for it in self._threads} - others - {first.number}

    def _is_closed(self, family: set[int]) -> bool:
        """Whether all of a family wait for all that they start."""
        return all(
            self._waits(self._threads[starter], self._threads[number])
            for number in family
            for starter in self._starters[number]
            if starter in family
        )
