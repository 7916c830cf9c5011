"""Lifetimes: who starts whom, and what a thread may run while those that it has started live."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls.reach import EVERYWHERE, Kills, Reach, Reaching
from snarl.facts.ordering.beginnings import Beginnings
from snarl.facts.ordering.completions import NO_FUTURES, Futures
from snarl.facts.ordering.families import Families
from snarl.points_to import EdgeKind

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.ordering.joins import Joins
    from snarl.facts.ordering.windows import Call, Windows
    from snarl.facts.threads import Thread, Threads


class Lifetimes:
    """The tree of threads, and how long each lives for those above it."""

    def __init__(
        self, calls: Calls, threads: Threads, reaching: Reaching, joins: Joins, windows: Windows
    ) -> None:
        self._calls = calls
        self._threads = threads
        self._reaching = reaching
        self._joins = joins
        self._windows = windows
        self._alive: dict[tuple[int, int, Futures], Reach] = {}
        self._known_forks: dict[int, bool] = {}
        self._known_starts: dict[tuple[int, int], list[Call]] = {}

    @cached_property
    def starts(self) -> dict[int, list[int]]:
        """The calls that start each thread."""
        calls = self._calls
        spawns = np.flatnonzero(calls.kinds == EdgeKind.SPAWN)
        by_root: dict[int, list[int]] = {}
        for edge in spawns.tolist():
            by_root.setdefault(int(calls.callees[edge]), []).append(edge)
        return {
            thread.number: by_root.get(thread.roots[0], [])
            for thread in self._threads.all
            if thread.kind == "spawn"
        }

    @cached_property
    def beginnings(self) -> Beginnings:
        return Beginnings(
            self._calls, self._threads, self._reaching, self.starts, self._start_calls
        )

    @cached_property
    def parents(self) -> dict[int, Thread | None]:
        """The one thread that starts a thread; or the first of its family."""
        return self._only_parents | self._firsts

    @cached_property
    def _firsts(self) -> dict[int, Thread]:
        """The first of the family that a thread belongs to, where its parent is not known."""
        starters = {number: set(found) for number, found in self.beginnings.starters.items()}
        return Families(self._threads.all, starters, self._only_parents, self._waits_for).firsts()

    def _waits_for(self, thread: Thread, child: Thread) -> bool:
        """Whether a thread waits for another one that it starts before its own end."""
        return not self.reach_from_start(thread, child, with_joins=True).to_end

    @cached_property
    def _only_parents(self) -> dict[int, Thread | None]:
        """The one thread that starts a thread, if it is one and there is only one of it."""
        parents: dict[int, Thread | None] = {}
        for thread in self._threads.all:
            found = set(self.beginnings.starters[thread.number])
            started_outside = self.beginnings.is_started_outside(thread)
            # What starts more of itself, as a task that forks, was started by somebody first.
            found.discard(thread.number)
            if self._threads.is_of_stream(thread):
                found = self._who_asks(thread)
            parent = self._threads.all[found.pop()] if len(found) == 1 else None
            if parent is not None and (parent.many or started_outside):
                parent = None
            parents[thread.number] = parent
        return parents

    def _who_asks(self, thread: Thread) -> set[int]:
        """The threads that ask for the stream whose work a thread does: those that do it start each
        other, and are not waited for one by one, but all together."""
        waiting, seen, found = [thread.number], {thread.number}, set()
        while waiting:
            for edge in self.starts.get(waiting.pop(), ()):
                for starter in self._threads.of(int(self._calls.callers[edge])):
                    if not self._threads.is_of_stream(starter):
                        found.add(starter.number)
                    elif starter.number not in seen:
                        seen.add(starter.number)
                        waiting.append(starter.number)
        return found

    @cached_property
    def enclosing(self) -> dict[int, Thread]:
        """Of threads that many threads of one kind start, and each waits for its own before its
        end: that kind. Nobody runs beside them who does not run beside one of these."""
        found: dict[int, Thread] = {}
        for thread in self._threads.all:
            starters = set(self.beginnings.starters[thread.number])
            if self.parents[thread.number] is not None or len(starters) != 1:
                continue
            outer = self._threads.all[starters.pop()]
            if (
                thread.number not in _above(found, outer)
                and outer.kind == "spawn"
                and outer.many
                and not self.beginnings.is_started_outside(thread)
                and not self._threads.is_of_stream(thread)
                and self._waits_for(outer, thread)
            ):
                found[thread.number] = outer
        return found

    def ancestors(self, thread: Thread) -> list[Thread]:
        """The thread, who started it, who started that one, …"""
        line = [thread]
        while True:
            parent = self.parents[line[-1].number]
            if parent is None or parent in line:
                return line
            line.append(parent)

    @cached_property
    def mains(self) -> dict[int, frozenset[int]]:
        """The main threads (or the environment) that each thread descends from."""
        firsts = {it.number for it in self._threads.all if it.kind in ("main", "environment")}
        above: dict[int, set[int]] = {thread.number: set() for thread in self._threads.all}
        for thread in self._threads.all:
            if thread.kind == "initializer":
                above[thread.number] = set(firsts)
            elif thread.kind != "spawn":
                above[thread.number] = {thread.number}
        changed = True
        while changed:
            changed = False
            for thread in self._threads.all:
                for parent in self.beginnings.starters[thread.number]:
                    new = above[parent] - above[thread.number]
                    if new:
                        above[thread.number] |= new
                        changed = True
        return {number: frozenset(found) for number, found in above.items()}

    def starts_itself(self, thread: Thread) -> bool:
        """Whether a thread may start more of its kind."""
        if thread.number not in self._known_forks:
            starters = self.beginnings.starters[thread.number]
            self._known_forks[thread.number] = thread.number in starters
        return self._known_forks[thread.number]

    def alive(self, parent: Thread, child: Thread, futures: Futures = NO_FUTURES) -> Reach:
        """What a thread may run while another one, that it started or caused to start, lives; or
        while what some futures tell the end of is not complete."""
        if self._firsts.get(child.number) == parent:
            return EVERYWHERE
        key = (parent.number, child.number, futures)
        if key not in self._alive:
            line = self.ancestors(child)
            direct = line[line.index(parent) - 1]
            ended_with = (
                direct == child
                or self._ends_before(direct, child)
                or self._joins.is_composed(direct, child)
            )
            # Who waits for a thread does not wait for what that has started.
            blocking = ended_with
            futures = futures if direct == child else NO_FUTURES
            if ended_with and self.starts_itself(direct):
                ended_with = not self.reach_from_start(direct, direct, with_joins=True).to_end
            if ended_with:
                kills = self._joins.of(parent, direct, futures)
            elif line[1] == direct:
                kills = self._joins_behind(parent, direct, child)
            else:
                kills = Kills()
            self._alive[key] = self._reach_past(parent, direct, kills, blocking=blocking)
        return self._alive[key]

    def _joins_behind(self, parent: Thread, starter: Thread, child: Thread) -> Kills:
        """The calls by which a thread waits for one that another one has started, when that has
        ended: before, it might wait for nothing."""
        joins = self._joins.of(parent, child)
        if not joins or self.starts_itself(starter):
            return Kills()
        before = self.reach_from_start(parent, starter, with_joins=True)
        points = {it for it in joins.points if not before.at(*it)}
        blocks = {
            (instance, block)
            for instance, block in joins.blocks
            if (code := self._reaching.code(instance)) is not None
            and not before.at(instance, code.block_offsets[block])
        }
        return Kills(points, joins.leaky & points, blocks)

    def reach_from_start(
        self,
        parent: Thread,
        child: Thread,
        *,
        with_joins: bool,
    ) -> Reach:
        """What a thread may run once it has started another one, up to the joins of that."""
        kills = self._joins.of(parent, child) if with_joins else Kills()
        return self._reach_past(parent, child, kills, blocking=True)

    def _reach_past(self, parent: Thread, child: Thread, kills: Kills, *, blocking: bool) -> Reach:
        """What a thread may run once it has started another one, without passing some calls."""
        starts = self._start_calls(parent, child)
        return self._reaching.reach(parent, starts, kills, blocking=blocking)

    def _start_calls(self, parent: Thread, child: Thread) -> list[Call]:
        """The calls by which a thread starts another one, by their bytecode indices."""
        key = (parent.number, child.number)
        if key not in self._known_starts:
            starts = [
                (int(self._calls.callers[edge]), int(self._calls.sites[edge]))
                for edge in self.starts[child.number]
            ]
            self._known_starts[key] = self._windows.starts(parent, child, starts)
        return self._known_starts[key]

    def after_start(
        self, parent: Thread, child: Thread, ends: Kills, is_caught: Callable[[int], bool]
    ) -> Reach:
        """What a thread may run once it has started another one, or caused it to start, without
        passing the calls after which that has ended; `is_caught` says of instances whether what
        they throw is caught. Nothing else is believed."""
        line = self.ancestors(child)
        direct = line[line.index(parent) - 1]
        starts = self._start_calls(parent, direct)
        kills = ends if direct == child and not self.starts_itself(child) else Kills()
        return self._reaching.reach(parent, starts, kills, blocking=False, is_caught=is_caught)

    def _ends_before(self, thread: Thread, child: Thread) -> bool:
        """Whether a thread surely waits for a child before its own end."""
        return not self.alive(thread, child).to_end

    def overlap(self, mine: list[Thread], others: list[Thread], common: Thread) -> bool:
        """Whether two threads with a common ancestor may live at the same time; each is the first
        of its line."""
        first, second = mine[mine.index(common) - 1], others[others.index(common) - 1]
        return self.may_start(common, second, self.alive(common, mine[0])) or self.may_start(
            common, first, self.alive(common, others[0])
        )

    def may_start(self, parent: Thread, thread: Thread, reach: Reach) -> bool:
        """Whether a thread may start another one within a reach."""
        starts = self._start_calls(parent, thread)
        return any(self._reaching.is_within(it, reach) for it in starts)

    @cached_property
    def descendants(self) -> dict[int, list[Thread]]:
        """The threads that each thread starts or causes to start."""
        found: dict[int, list[Thread]] = {thread.number: [] for thread in self._threads.all}
        for thread in self._threads.all:
            for above in self.ancestors(thread)[1:]:
                found[above.number].append(thread)
        return found


def _above(outer_of: Mapping[int, Thread], thread: Thread) -> set[int]:
    """A thread, the one around it, the one around that, …"""
    found = {thread.number}
    while (outer := outer_of.get(thread.number)) is not None and outer.number not in found:
        found.add(outer.number)
        thread = outer
    return found
