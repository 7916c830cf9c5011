"""Beginnings: what a main thread does before a thread can be there, whoever starts that.

    limit = 10;                       // before all that is sent
    new Thread(this::listen).start(); // a listener answers, and sends what was lost once more
    send(message);                    // so does main

A thread that several others start has no one parent. But if all of these descend from main, none of
them is there before main has started the first one that leads to it. Nothing is said of its end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.calls.reach import Kills, Point, Reach, Reaching

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.threads import Thread, Threads

Children = frozenset[int]
"""Threads that a main thread starts itself, and by which others come to be."""


class Beginnings:
    """Which threads may be there when a main thread runs an instruction."""

    def __init__(
        self,
        calls: Calls,
        threads: Threads,
        reaching: Reaching,
        starts: Mapping[int, list[int]],
        start_calls: Callable[[Thread, Thread], list[Point]],
    ) -> None:
        """`starts` are the calls that start each thread, `start_calls` those since which it may run
        for a thread that starts it."""
        self._calls = calls
        self._threads = threads
        self._reaching = reaching
        self._starts = starts
        self._start_calls = start_calls
        self._reaches: dict[tuple[int, Children], Reach] = {}

    def leading(self, main: Thread, thread: Thread) -> Children:
        """The threads that main starts and without which another one is not there; none if that
        may come to be in another way."""
        if main.kind != "main" or thread.kind != "spawn":
            return frozenset()
        return self._leading[main.number].get(thread.number, frozenset())

    def begun(self, main: Thread, at: Point) -> frozenset[Children]:
        """What may have been started, by its first threads, when main runs an instruction."""
        leading = self._all_leading(main)
        if not leading:
            return leading
        return frozenset(it for it in leading if self._reach(main, it).at(*at))

    def origin(self, thread: Thread) -> tuple[Children, ...]:
        """By which threads of each main thread's a thread comes to be."""
        return tuple(by.get(thread.number, frozenset()) for by in self._leading.values())

    def has_any(self, thread: Thread) -> bool:
        """Whether a thread is a main thread that starts others."""
        return bool(self._all_leading(thread))

    def _all_leading(self, main: Thread) -> frozenset[Children]:
        if main.number not in self._sets:
            found = self._leading.get(main.number, {})
            self._sets[main.number] = frozenset(found.values())
        return self._sets[main.number]

    @cached_property
    def _sets(self) -> dict[int, frozenset[Children]]:
        return {}

    @cached_property
    def starters(self) -> dict[int, frozenset[int]]:
        """The threads that start each thread."""
        of = self._threads.of
        return {
            thread.number: frozenset(
                starter.number
                for edge in self._starts.get(thread.number, ())
                for starter in of(int(self._calls.callers[edge]))
            )
            for thread in self._threads.all
        }

    def is_started_outside(self, thread: Thread) -> bool:
        """Whether code that no thread runs, as far as is known, starts a thread."""
        of = self._threads.of
        return any(
            not of(int(self._calls.callers[edge])) for edge in self._starts.get(thread.number, ())
        )

    @cached_property
    def _leading(self) -> dict[int, dict[int, Children]]:
        """By main thread and thread."""
        mains = [it.number for it in self._threads.all if it.kind == "main"]
        below = self._below
        unknown = [it.number for it in self._threads.all if self._is_of_unknown_start(it)]
        others = set(unknown).union(*(below[it] for it in unknown))
        return {main: self._children_by_thread(main, others) for main in mains}

    def _is_of_unknown_start(self, thread: Thread) -> bool:
        """Whether a thread may start at any time, as far as is known."""
        if thread.kind != "spawn":
            return thread.kind != "main"
        return not self.starters[thread.number] or self.is_started_outside(thread)

    def _children_by_thread(self, main: int, others: set[int]) -> dict[int, Children]:
        """By which children of main's each thread comes to be, without some threads."""
        found: dict[int, set[int]] = {}
        for child, starters in self.starters.items():
            if main in starters:
                for number in {child, *self._below[child]} - others:
                    found.setdefault(number, set()).add(child)
        return {number: frozenset(children) for number, children in found.items()}

    @cached_property
    def _below(self) -> dict[int, set[int]]:
        """The threads that each thread starts or causes to start."""
        children: dict[int, list[int]] = {thread.number: [] for thread in self._threads.all}
        for number, starters in self.starters.items():
            for starter in starters:
                children[starter].append(number)
        return {number: _all_from(number, children) for number in children}

    def _reach(self, main: Thread, children: Children) -> Reach:
        """What main may run once it has started one of some threads."""
        key = (main.number, children)
        if key not in self._reaches:
            starts = [
                start
                for child in sorted(children)
                for start in self._start_calls(main, self._threads.all[child])
            ]
            # Calls that wait for what they start do not wait for what that has started.
            self._reaches[key] = self._reaching.reach(main, starts, Kills(), blocking=False)
        return self._reaches[key]


def _all_from(number: int, children: Mapping[int, list[int]]) -> set[int]:
    """All that is below a thread."""
    found: set[int] = set()
    waiting = list(children[number])
    while waiting:
        child = waiting.pop()
        if child not in found:
            found.add(child)
            waiting += children[child]
    return found
