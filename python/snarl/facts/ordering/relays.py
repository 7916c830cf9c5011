"""Relays: tasks that start themselves again as their last deed.

    void tick() {
        count++;
        scheduler.schedule(this::tick, 1, SECONDS);
    }

Each run begins after the one before has started it: what a run does before that is in order with
all that the others do before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.threads import Thread, Threads
    from snarl.facts.threads.instances import Once

_AGAIN_AND_AGAIN = ("scheduleAt", "scheduleWith")
"""Beginnings of the names of methods that start a task more than once; those of `Timer` are told by
how many numbers they get."""
_TIMER = "java.util.Timer"
_DEEPEST = 8


class Relays:
    """The threads that start one more of themselves at most, each time."""

    def __init__(self, calls: Calls, threads: Threads, once: Once) -> None:
        self._calls = calls
        self._threads = threads
        self._once = once
        self._known: dict[int, bool] = {}

    def is_relay(self, thread: Thread) -> bool:
        """Whether somebody starts a thread once, and it starts itself once each time it runs."""
        if thread.number not in self._known:
            self._known[thread.number] = self._find(thread)
        return self._known[thread.number]

    def _find(self, thread: Thread) -> bool:
        if thread.kind != "spawn" or not thread.many or not thread.sites:
            return False
        if any(self._starts_more(*site) for site in thread.sites):
            return False
        by_itself = [it for it in thread.sites if thread in self._starters(it[0])]
        others = [it for it in thread.sites if it not in by_itself]
        if not by_itself or not self._is_one_of(by_itself):
            return False
        place = by_itself[0][0]
        starters = self._starters(place) - {thread}
        # Another call starts it first, or a run of the same task that somebody else began.
        if others:
            is_begun_once = len(others) == 1 and self._once.site_runs_once(*others[0])
            is_begun_once = is_begun_once and not starters
        else:
            is_begun_once = len(starters) == 1 and not any(it.many for it in starters)
        return is_begun_once and all(self._runs_once_each(it, place) for it in (thread, *starters))

    def _starters(self, place: int) -> set[Thread]:
        """The threads that run a method."""
        instances = self._calls.instances_of(place)
        return {thread for it in instances for thread in self._threads.of(int(it))}

    def _starts_more(self, place: int, bci: int) -> bool:
        """Whether one call starts several threads, or one again and again."""
        code = self._calls.code(place)
        call = None if code is None else code.call_at(bci)
        if code is None or call is None or self._threads.starts_many(place, bci):
            return True
        named = code.reference(call)
        if named.owner == _TIMER:
            return len(code.operands(call)) > 3 or named.name != "schedule"
        return named.name.startswith(_AGAIN_AND_AGAIN)

    def _is_one_of(self, sites: list[tuple[int, int]]) -> bool:
        """Whether a method comes to one of some calls at most, and once."""
        if len({place for place, _ in sites}) != 1:
            return False
        code = self._calls.code(sites[0][0])
        found = [None if code is None else code.call_at(bci) for _, bci in sites]
        calls = [it for it in found if it is not None]
        if code is None or len(calls) != len(sites):
            return False
        return not any(code.may_follow(one, two) for one in calls for two in calls)

    def _runs_once_each(self, thread: Thread, place: int) -> bool:
        """Whether a method runs once at most in each run of a thread."""
        runs = self._threads.runs_in(thread)
        here = [int(it) for it in self._calls.instances_of(place) if runs[it]]
        for _ in range(_DEEPEST):
            if len(here) != 1:
                return False
            edges = [
                edge
                for edge in self._calls.edges_to(here[0])
                if self._calls.is_in_thread[edge] and runs[int(self._calls.callers[edge])]
            ]
            callers = [int(it) for it in self._calls.callers[edges]]
            if not any(self._calls.is_own[it] for it in callers):
                return True  # who is given a task runs it once
            code = self._calls.code_of(callers[0])
            call = None if code is None else code.call_at(int(self._calls.sites[edges[0]]))
            if len(edges) != 1 or code is None or call is None or code.is_in_loop(call):
                return False
            if here[0] in thread.roots:
                return False
            here = [callers[0]]
        return False
