"""What may happen in parallel: starts and joins, signals, and all that orders two threads.

Paper 1 asks its users for this (42 times); here it is inferred: from who starts whom, while what a
thread lives (`reach`), who waits for it (`tasks`), and what tells it to go on (`signals`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls import Calls
from snarl.facts.calls.reach import EVERYWHERE, Kills, Point, Reach, Reaching
from snarl.facts.ordering.beginnings import Beginnings, Children
from snarl.facts.ordering.completions import NO_FUTURES, Completions, Futures
from snarl.facts.ordering.coroutines import Coroutines
from snarl.facts.ordering.families import Families
from snarl.facts.ordering.relays import Relays
from snarl.facts.ordering.rounds import NO_PARTS, Part, Rounds
from snarl.facts.ordering.signals import Signals
from snarl.facts.ordering.stream_runs import NO_RUNS, Run, StreamRuns
from snarl.facts.ordering.tasks import Tasks
from snarl.points_to import EdgeKind

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.atomics import Atomics
    from snarl.facts.ordering.guarded import Guarded
    from snarl.facts.threads import Thread, Threads
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known of the time when a thread runs an instruction."""

    alive: frozenset[tuple[int, Futures]]
    """Threads that it has started and that may still run, each with what may still be incomplete of
    what they run when their tasks have ended."""
    counted: frozenset[object]
    """Signals that it has not given yet."""
    awaited: frozenset[object]
    """Signals that it has seen."""
    parts: frozenset[Part] = NO_PARTS
    """Where it is between the waits at barriers."""
    once: frozenset[object] = frozenset()
    """What it is in that runs once, whoever runs it."""
    futures: Futures = NO_FUTURES
    """What tells the end of what it runs now, if its task has ended."""
    streams: frozenset[Run] = NO_RUNS
    """The calls of streams that it runs this for."""
    begun: frozenset[Children] = frozenset()
    """Of a main thread: what it may have started, by the first threads of that."""

    def within(self, call: Moment) -> Moment:
        """The same, if it is within a call that has started nothing yet."""
        if self.alive <= call.alive and self.begun <= call.begun:
            return self
        return replace(self, alive=self.alive & call.alive, begun=self.begun & call.begun)


ANY_MOMENT = Moment(frozenset(), frozenset(), frozenset())


class Ordering:
    """Which accesses of which threads may happen in parallel."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        accesses: Accesses,
        threads: Threads,
        once: Once,
        atomics: Atomics,
        guarded: Guarded,
    ) -> None:
        self._calls = calls
        self._threads = threads
        self._once = once
        self._reaching = Reaching(calls, threads)
        self._completions = Completions(solution, calls, threads)
        coroutines = Coroutines(solution, calls, accesses, once, threads)
        self._tasks = Tasks(
            solution, calls, accesses, once, self._reaching, self._completions, coroutines
        )
        self._signals = Signals(
            solution, calls, accesses, once, threads, self._tasks, self._reaching, atomics, guarded
        )
        self._rounds = Rounds(solution, calls, once, threads, self._tasks, self._reaching)
        self._stream_runs = StreamRuns(calls, threads)
        self._alive: dict[tuple[int, int, Futures], Reach] = {}

    # Who starts whom

    @cached_property
    def _starts(self) -> dict[int, list[int]]:
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
    def _beginnings(self) -> Beginnings:
        return Beginnings(self._calls, self._threads, self._reaching, self._starts)

    @cached_property
    def _relays(self) -> Relays:
        return Relays(self._calls, self._threads, self._once)

    @cached_property
    def _parents(self) -> dict[int, Thread | None]:
        """The one thread that starts a thread; or the first of its family."""
        return self._only_parents | self._firsts

    @cached_property
    def _firsts(self) -> dict[int, Thread]:
        """The first of the family that a thread belongs to, where its parent is not known."""
        starters = {number: set(found) for number, found in self._beginnings.starters.items()}
        return Families(self._threads.all, starters, self._only_parents, self._waits_for).firsts()

    def _waits_for(self, thread: Thread, child: Thread) -> bool:
        """Whether a thread waits for another one that it starts before its own end."""
        return not self._reach_from_start(thread, child, with_joins=True).to_end

    @cached_property
    def _only_parents(self) -> dict[int, Thread | None]:
        """The one thread that starts a thread, if it is one and there is only one of it."""
        parents: dict[int, Thread | None] = {}
        for thread in self._threads.all:
            found = set(self._beginnings.starters[thread.number])
            started_outside = self._beginnings.is_started_outside(thread)
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
            for edge in self._starts.get(waiting.pop(), ()):
                for starter in self._threads.of(int(self._calls.callers[edge])):
                    if not self._threads.is_of_stream(starter):
                        found.add(starter.number)
                    elif starter.number not in seen:
                        seen.add(starter.number)
                        waiting.append(starter.number)
        return found

    def ancestors(self, thread: Thread) -> list[Thread]:
        """The thread, who started it, who started that one, …"""
        line = [thread]
        while True:
            parent = self._parents[line[-1].number]
            if parent is None or parent in line:
                return line
            line.append(parent)

    @cached_property
    def _mains(self) -> dict[int, frozenset[int]]:
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
                for parent in self._beginnings.starters[thread.number]:
                    new = above[parent] - above[thread.number]
                    if new:
                        above[thread.number] |= new
                        changed = True
        return {number: frozenset(found) for number, found in above.items()}

    def _starts_itself(self, thread: Thread) -> bool:
        """Whether a thread may start more of its kind."""
        if thread.number not in self._known_forks:
            starters = self._beginnings.starters[thread.number]
            self._known_forks[thread.number] = thread.number in starters
        return self._known_forks[thread.number]

    @cached_property
    def _known_forks(self) -> dict[int, bool]:
        return {}

    # While what a thread lives

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
                or self._tasks.is_composed(direct, child)
            )
            # Who waits for a thread does not wait for what that has started.
            blocking = ended_with
            futures = futures if direct == child else NO_FUTURES
            if ended_with and self._starts_itself(direct):
                ended_with = not self._reach_from_start(direct, direct, with_joins=True).to_end
            if ended_with:
                kills = self._tasks.joins(parent, direct, futures)
            elif line[1] == direct:
                kills = self._joins_behind(parent, direct, child)
            else:
                kills = Kills()
            self._alive[key] = self._reach_past(parent, direct, kills, blocking=blocking)
        return self._alive[key]

    def _joins_behind(self, parent: Thread, starter: Thread, child: Thread) -> Kills:
        """The calls by which a thread waits for one that another one has started, when that has
        ended: before, it might wait for nothing."""
        joins = self._tasks.joins(parent, child)
        if not joins or self._starts_itself(starter):
            return Kills()
        before = self._reach_from_start(parent, starter, with_joins=True)
        points = {it for it in joins.points if not before.at(*it)}
        blocks = {
            (instance, block)
            for instance, block in joins.blocks
            if (code := self._reaching.code(instance)) is not None
            and not before.at(instance, code.block_offsets[block])
        }
        return Kills(points, joins.leaky & points, blocks)

    def _reach_from_start(
        self,
        parent: Thread,
        child: Thread,
        *,
        with_joins: bool,
    ) -> Reach:
        """What a thread may run once it has started another one, up to the joins of that."""
        kills = self._tasks.joins(parent, child) if with_joins else Kills()
        return self._reach_past(parent, child, kills, blocking=True)

    def _reach_past(self, parent: Thread, child: Thread, kills: Kills, *, blocking: bool) -> Reach:
        """What a thread may run once it has started another one, without passing some calls."""
        starts = [
            (int(self._calls.callers[edge]), int(self._calls.sites[edge]))
            for edge in self._starts[child.number]
        ]
        return self._reaching.reach(parent, starts, kills, blocking=blocking)

    def after_start(
        self, parent: Thread, child: Thread, ends: Kills, is_caught: Callable[[int], bool]
    ) -> Reach:
        """What a thread may run once it has started another one, or caused it to start, without
        passing the calls after which that has ended; `is_caught` says of instances whether what
        they throw is caught. Nothing else is believed."""
        line = self.ancestors(child)
        direct = line[line.index(parent) - 1]
        calls = self._calls
        starts = [
            (int(calls.callers[it]), int(calls.sites[it])) for it in self._starts[direct.number]
        ]
        kills = ends if direct == child and not self._starts_itself(child) else Kills()
        return self._reaching.reach(parent, starts, kills, blocking=False, is_caught=is_caught)

    def _ends_before(self, thread: Thread, child: Thread) -> bool:
        """Whether a thread surely waits for a child before its own end."""
        return not self.alive(thread, child).to_end

    def overlaps_itself(self, thread: Thread) -> bool:
        """Whether two threads that are started alike may live at the same time."""
        if not thread.many or self._tasks.serial(thread) or self._is_started_once(thread):
            return False
        parent = self._parents[thread.number]
        if parent is None or self._starts_itself(thread) or self._threads.is_of_stream(thread):
            return True
        if any(self._threads.starts_many(*site) for site in thread.sites):
            return True
        reach = self.alive(parent, thread)
        return any(self._is_start_within(edge, reach) for edge in self._starts[thread.number])

    def _is_started_once(self, thread: Thread) -> bool:
        """Whether a thread is started by a stage, which runs once."""
        if len(thread.sites) != 1 or self._threads.starts_many(*thread.sites[0]):
            return False
        place, bci = thread.sites[0]
        code = self._calls.code(place)
        call = None if code is None else code.call_at(bci)
        instances = self._calls.instances_of(place)
        if code is None or call is None or code.is_in_loop(call) or len(instances) != 1:
            return False
        return self._signals.runs_once(int(instances[0]))

    def _is_start_within(self, edge: int, reach: Reach) -> bool:
        """Whether a thread may be started within a reach."""
        calls = self._calls
        stack = [(int(calls.callers[edge]), int(calls.sites[edge]))]
        seen = set()
        while stack:
            instance, bci = stack.pop()
            if instance in seen:
                continue
            seen.add(instance)
            code = self._reaching.code(instance) if calls.is_own[instance] else None
            if code is not None:
                inst = code.call_at(bci)
                if inst is not None and reach.at(instance, inst):
                    return True
                continue
            stack += [
                (int(calls.callers[it]), int(calls.sites[it])) for it in calls.edges_to(instance)
            ]
        return False

    # What may happen in parallel

    def moment(self, thread: Thread, at: Point) -> Moment:
        """All that orders an instruction of a thread with those of others."""
        if self.is_still(thread) and not self._signals.may_be_seen(at):
            return ANY_MOMENT
        key = (thread.number, *at)
        if key not in self._moments:
            seen = self._signals.seen(thread, at)
            self._moments[key] = Moment(
                frozenset(
                    (child.number, futures)
                    for child in self._descendants[thread.number]
                    for futures in (NO_FUTURES, *self._futures_of(child))
                    if self.alive(thread, child, futures).at(*at)
                )
                | self._itself(thread, at),
                # Who has seen a signal comes after it, whether or not he gives it once more.
                self._signals.not_given(thread, at) - seen,
                seen,
                self._rounds.parts(thread, at),
                self._signals.inside(thread, at),
                self._completions.futures(thread, at[0])
                if self._futures_of(thread)
                else NO_FUTURES,
                self._stream_runs.of(at[0]) if self._stream_runs.any else NO_RUNS,
                self._beginnings.begun(thread, at),
            )
        return self._moments[key]

    def prepare(self) -> None:
        """Finds out what is the same for all threads."""
        _ = (self._signals.all, self._rounds.all)

    def _itself(self, thread: Thread, at: Point) -> frozenset[tuple[int, Futures]]:
        """The thread itself, if it is a task that may have started its next run already."""
        if not self._relays.is_relay(thread):
            return frozenset()
        reach = self._reach_from_start(thread, thread, with_joins=False)
        return frozenset({(thread.number, NO_FUTURES)}) if reach.at(*at) else frozenset()

    def may_be_told(self, at: Point) -> bool:
        """Whether a thread may be told by a signal that it has seen when it runs an instruction."""
        return self._signals.may_be_seen(at)

    def is_still(self, thread: Thread) -> bool:
        """Whether all moments of a thread are alike, but where it may have seen a signal."""
        if thread.number not in self._known_still:
            self._known_still[thread.number] = not (
                self._relays.is_relay(thread)
                or self._descendants[thread.number]
                or self._beginnings.has_any(thread)
                or self._signals.concern(thread)
                or self._rounds.concern(thread)
                or self._futures_of(thread)
                or self._stream_runs.any
            )
        return self._known_still[thread.number]

    @cached_property
    def _known_still(self) -> dict[int, bool]:
        return {}

    def _futures_of(self, thread: Thread) -> frozenset[Futures]:
        """All that tells the end of something that a thread runs when its task has ended. Nobody
        waits for a thread of which it is not known who starts it."""
        if self._parents[thread.number] is None:
            return frozenset()
        return self._completions.all_futures(thread)

    @cached_property
    def _moments(self) -> dict[tuple[int, int, int], Moment]:
        return {}

    @cached_property
    def _descendants(self) -> dict[int, list[Thread]]:
        """The threads that each thread starts or causes to start."""
        found: dict[int, list[Thread]] = {thread.number: [] for thread in self._threads.all}
        for thread in self._threads.all:
            for above in self.ancestors(thread)[1:]:
                found[above.number].append(thread)
        return found

    def likeness(self, thread: Thread) -> object:
        """The same for threads of which the same is known: those that run beside all others and
        beside themselves, and that come to be alike, in the same of several programs."""
        if thread.number not in self._known_likeness:
            found: object = thread.number
            if self._is_unordered(thread):
                found = (self._beginnings.origin(thread), self._programs_of(thread))
            self._known_likeness[thread.number] = found
        return self._known_likeness[thread.number]

    @cached_property
    def _known_likeness(self) -> dict[int, object]:
        return {}

    def _programs_of(self, thread: Thread) -> frozenset[int]:
        """The main methods beside which a thread runs: two of these are two programs. Who calls
        from outside does so during each."""
        mains = frozenset(it.number for it in self._threads.all if it.kind == "main")
        return mains if thread.kind == "environment" else self._mains[thread.number] & mains

    def _is_unordered(self, thread: Thread) -> bool:
        """Whether nothing is known of a thread but how it came to be."""
        return (
            thread.kind in ("environment", "spawn")
            and not thread.told
            and self._parents[thread.number] is None
            and self.overlaps_itself(thread)
        )

    def parallel(self, first: Thread, one: Moment, second: Thread, two: Moment) -> bool:
        """Whether two instructions may run at the same time, each in its thread."""
        if one.parts and two.parts and self._rounds.are_apart(first, one.parts, second, two.parts):
            return False
        if one.once & two.once or self._stream_runs.are_apart(one.streams, two.streams):
            return False
        if first == second:
            if self._relays.is_relay(first) and not self._is_started_again(first, one, two):
                return False
            return self.overlaps_itself(first)
        if self._threads.are_said_apart(first, second) or self._tasks.follows(first, second):
            return False
        if self._tasks.are_serial(first, second):
            return False
        if one.counted & two.awaited or two.counted & one.awaited:
            return False
        mains = self._mains
        if not mains[first.number] & mains[second.number]:
            kinds = {
                self._threads.all[it].kind for it in mains[first.number] | mains[second.number]
            }
            # Two main methods are two programs; the environment may call during either.
            if "environment" in kinds or not (mains[first.number] and mains[second.number]):
                return True
            return self._meet_in_turn(first, second)
        mine, others = self.ancestors(first), self.ancestors(second)
        if second in mine:
            return (first.number, one.futures) in two.alive
        if first in others:
            return (second.number, two.futures) in one.alive
        if self._is_before(first, one, second) or self._is_before(second, two, first):
            return False
        if "initializer" in (first.kind, second.kind):
            return False  # the JVM orders it before all that uses its class
        if self._threads.is_of_stream(first) and self._threads.is_of_stream(second):
            return True
        common = next((it for it in mine if it in others), None)
        return common is None or self._overlap(mine, others, common)

    def _meet_in_turn(self, first: Thread, second: Thread) -> bool:
        """Whether one of two threads was started, and runs on, while one thread calls in turn what
        both come from: a listener starts one, and the next listener is called."""
        if not all(self._mains[it.number] & self._in_turn for it in (first, second)):
            return False
        return any(self._outlives_starter(it) for it in (first, second))

    def _outlives_starter(self, thread: Thread) -> bool:
        """Whether a thread may live when what has started it, or its starter, has ended."""
        first = self.ancestors(thread)[-1]
        return thread != first and self.alive(first, thread).to_end

    @cached_property
    def _in_turn(self) -> frozenset[int]:
        """The main threads that are calls of one thread."""
        wanted = self._calls.solution.roots.in_turn
        return frozenset(
            thread.number
            for thread in self._threads.all
            if thread.kind == "main"
            and any(self._calls.method(root) in wanted for root in thread.roots)
        )

    def _is_started_again(self, thread: Thread, one: Moment, two: Moment) -> bool:
        """Whether a task may have started its next run at one of two moments."""
        return (thread.number, NO_FUTURES) in one.alive | two.alive

    def _is_before(self, main: Thread, moment: Moment, thread: Thread) -> bool:
        """Whether a main thread has started nothing yet by which another thread comes to be."""
        leading = self._beginnings.leading(main, thread)
        return bool(leading) and leading not in moment.begun

    def _overlap(self, mine: list[Thread], others: list[Thread], common: Thread) -> bool:
        """Whether two threads with a common ancestor may live at the same time."""
        one, two = mine[0], others[0]
        one_start = self._starts[mine[mine.index(common) - 1].number]
        two_start = self._starts[others[others.index(common) - 1].number]
        return any(
            self._is_start_within(edge, self.alive(common, one)) for edge in two_start
        ) or any(self._is_start_within(edge, self.alive(common, two)) for edge in one_start)
