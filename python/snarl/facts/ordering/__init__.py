"""What may happen in parallel: starts and joins, signals, and all that orders two threads.

Paper 1 asks its users for this (42 times); here it is inferred: from who starts whom and how long
that lives (`lifetimes`), who waits for whose end (`joins`), what runs in turn (`serial`), what
tells others to go on (`signals`), and where they wait for each other (`rounds`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.calls import Calls
from snarl.facts.calls.reach import Point, Reaching
from snarl.facts.ordering.beginnings import Children
from snarl.facts.ordering.chains import Chains
from snarl.facts.ordering.completions import NO_FUTURES, Completions, Futures
from snarl.facts.ordering.coroutines import Coroutines
from snarl.facts.ordering.countdowns import AllCounted
from snarl.facts.ordering.joins import Joins
from snarl.facts.ordering.lifetimes import Lifetimes
from snarl.facts.ordering.named_calls import NamedCalls
from snarl.facts.ordering.pool_ends import PoolEnds
from snarl.facts.ordering.relays import Relays
from snarl.facts.ordering.rounds import NO_PARTS, Part, Rounds
from snarl.facts.ordering.serial import Serial
from snarl.facts.ordering.signals import Signals
from snarl.facts.ordering.stages import AllRuns, Stages
from snarl.facts.ordering.stream_runs import NO_RUNS, Run, StreamRuns
from snarl.facts.ordering.tasks import Tasks
from snarl.facts.ordering.windows import Windows

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
        self._reaching = Reaching(calls, threads)
        self._completions = Completions(solution, calls, threads)
        coroutines = Coroutines(solution, calls, accesses, once, threads)
        named = NamedCalls(solution.program, accesses)
        chains = Chains(calls, self._reaching)
        tasks = Tasks(solution, calls, once, named, chains)
        joins = Joins(
            solution,
            calls,
            accesses,
            self._reaching,
            named,
            tasks,
            self._completions,
            coroutines,
            chains,
        )
        self._joins = joins
        windows = Windows(solution, calls, accesses, self._reaching)
        self.lifetimes = Lifetimes(calls, threads, self._reaching, joins, windows)
        self._serial = Serial(solution, calls, once, tasks, coroutines)
        stages = Stages(calls, once, threads, named, tasks, self._completions)
        pool_ends = PoolEnds(calls, once, threads, named, tasks)
        self._signals = Signals(
            solution,
            calls,
            accesses,
            once,
            threads,
            named,
            stages,
            pool_ends,
            self._reaching,
            atomics,
            guarded,
        )
        self._rounds = Rounds(solution, calls, once, threads, named, self._reaching)
        self._stream_runs = StreamRuns(calls, threads)
        self._relays = Relays(calls, threads, once)
        self._known_still: dict[int, bool] = {}
        self._moments: dict[tuple[int, int, int], Moment] = {}
        self._known_likeness: dict[int, object] = {}

    def overlaps_itself(self, thread: Thread) -> bool:
        """Whether two threads that are started alike may live at the same time."""
        if not thread.many or self._serial.executors(thread) or self._is_started_once(thread):
            return False
        parent = self.lifetimes.parents[thread.number]
        if parent is None or self._threads.is_of_stream(thread):
            return True
        if self.lifetimes.starts_itself(thread):
            return True
        if any(self._threads.starts_many(*site) for site in thread.sites):
            return True
        return self.lifetimes.may_start(parent, thread, self.lifetimes.alive(parent, thread))

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
                    for child in self.lifetimes.descendants[thread.number]
                    for futures in (NO_FUTURES, *self._futures_of(child))
                    if self.lifetimes.alive(thread, child, futures).at(*at)
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
                self.lifetimes.beginnings.begun(thread, at),
            )
        return self._moments[key]

    def prepare(self) -> None:
        """Finds out what is the same for all threads."""
        _ = (self._signals.all, self._rounds.all)

    def _itself(self, thread: Thread, at: Point) -> frozenset[tuple[int, Futures]]:
        """The thread itself, if it is a task that may have started its next run already."""
        if not self._relays.is_relay(thread):
            return frozenset()
        reach = self.lifetimes.reach_from_start(thread, thread, with_joins=False)
        return frozenset({(thread.number, NO_FUTURES)}) if reach.at(*at) else frozenset()

    def may_be_told(self, at: Point) -> bool:
        """Whether a thread may be told by a signal that it has seen when it runs an instruction."""
        return self._signals.may_be_seen(at)

    def is_still(self, thread: Thread) -> bool:
        """Whether all moments of a thread are alike, but where it may have seen a signal."""
        if thread.number not in self._known_still:
            self._known_still[thread.number] = not (
                self._relays.is_relay(thread)
                or self.lifetimes.descendants[thread.number]
                or self.lifetimes.beginnings.has_any(thread)
                or self._signals.concern(thread)
                or self._rounds.concern(thread)
                or self._futures_of(thread)
                or self._stream_runs.any
            )
        return self._known_still[thread.number]

    def _futures_of(self, thread: Thread) -> frozenset[Futures]:
        """All that tells the end of something that a thread runs when its task has ended. Nobody
        waits for a thread of which it is not known who starts it."""
        if self.lifetimes.parents[thread.number] is None:
            return frozenset()
        return self._completions.all_futures(thread)

    def likeness(self, thread: Thread) -> object:
        """The same for threads of which the same is known: those that run beside all others and
        beside themselves, and that come to be alike, in the same of several programs."""
        if thread.number not in self._known_likeness:
            found: object = thread.number
            if self._is_unordered(thread):
                found = (self.lifetimes.beginnings.origin(thread), self._programs_of(thread))
            self._known_likeness[thread.number] = found
        return self._known_likeness[thread.number]

    def _programs_of(self, thread: Thread) -> frozenset[int]:
        """The main methods beside which a thread runs: two of these are two programs. Who calls
        from outside does so during each."""
        mains = frozenset(it.number for it in self._threads.all if it.kind == "main")
        if thread.kind == "environment":
            return mains
        return self.lifetimes.mains[thread.number] & mains

    def _is_unordered(self, thread: Thread) -> bool:
        """Whether nothing is known of a thread but how it came to be."""
        return (
            thread.kind in ("environment", "spawn")
            and not thread.told
            and self.lifetimes.parents[thread.number] is None
            and self.overlaps_itself(thread)
        )

    def parallel(self, first: Thread, one: Moment, second: Thread, two: Moment) -> bool:
        """Whether two instructions may run at the same time, each in its thread."""
        if one.parts and two.parts and self._rounds.are_apart(first, one.parts, second, two.parts):
            return False
        if one.once & two.once or self._stream_runs.are_apart(one.streams, two.streams):
            return False
        if first == second:
            return self._is_beside_itself(first, one, two)
        if self._threads.are_said_apart(first, second) or self._joins.follows(first, second):
            return False
        if self._serial.are_in_turn(first, second):
            return False
        if one.counted & two.awaited or two.counted & one.awaited:
            return False
        return self._live_together(first, one, second, two)

    def _is_beside_itself(self, thread: Thread, one: Moment, two: Moment) -> bool:
        """The same for two threads that are started alike. A task that starts its next run does so
        at its end."""
        if _is_after_all(one, two) or _is_after_all(two, one):
            return False
        is_started_again = (thread.number, NO_FUTURES) in one.alive | two.alive
        if self._relays.is_relay(thread) and not is_started_again:
            return False
        return self.overlaps_itself(thread)

    def _live_together(self, first: Thread, one: Moment, second: Thread, two: Moment) -> bool:
        """The same by who starts whom."""
        mains = self.lifetimes.mains
        if not mains[first.number] & mains[second.number]:
            kinds = {
                self._threads.all[it].kind for it in mains[first.number] | mains[second.number]
            }
            # Two main methods are two programs; the environment may call during either.
            if "environment" in kinds or not (mains[first.number] and mains[second.number]):
                return True
            return self._meet_in_turn(first, second)
        if self._is_enclosed_apart(first, one, second, two):
            return False
        if self._is_enclosed_apart(second, two, first, one):
            return False
        mine, others = self.lifetimes.ancestors(first), self.lifetimes.ancestors(second)
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
        return common is None or self.lifetimes.overlap(mine, others, common)

    def _meet_in_turn(self, first: Thread, second: Thread) -> bool:
        """Whether one of two threads was started, and runs on, while one thread calls in turn what
        both come from: a listener starts one, and the next listener is called."""
        mains = self.lifetimes.mains
        if not all(mains[it.number] & self._in_turn for it in (first, second)):
            return False
        return any(self._outlives_starter(it) for it in (first, second))

    def _outlives_starter(self, thread: Thread) -> bool:
        """Whether a thread may live when what has started it, or its starter, has ended."""
        first = self.lifetimes.ancestors(thread)[-1]
        return thread != first and self.lifetimes.alive(first, thread).to_end

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

    def _is_enclosed_apart(
        self, inner: Thread, moment: Moment, other: Thread, others: Moment
    ) -> bool:
        """Whether a thread runs only while one does that another thread does not run beside."""
        outer = self.lifetimes.enclosing.get(inner.number)
        if outer is None or moment.futures or outer in self.lifetimes.ancestors(other):
            return False
        return not self.parallel(outer, ANY_MOMENT, other, others)

    def _is_before(self, main: Thread, moment: Moment, thread: Thread) -> bool:
        """Whether a main thread has started nothing yet by which another thread comes to be."""
        leading = self.lifetimes.beginnings.leading(main, thread)
        return bool(leading) and leading not in moment.begun


def _is_after_all(one: Moment, two: Moment) -> bool:
    """Whether what all threads do comes after one of two moments and before the other: all runs of
    a function end, or all have counted, whichever of many threads it is."""
    return any(isinstance(it, (AllRuns, AllCounted)) for it in one.counted & two.awaited)
