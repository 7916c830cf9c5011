"""Registrations: threads that are told to a phaser before they are started.

    for (Worker worker : workers) phaser.register();
    for (Worker worker : workers) worker.start();            all are registered by then

    Phaser phaser = new Phaser(1);                           one for who registers the others
    for (int i = 0; i < count; i++) {
        phaser.register();
        new Worker(phaser).start();                          nobody passes, for he has not arrived
    }
    phaser.arriveAndDeregister();

In both cases nobody has passed the phaser when the last one is registered, so that all are in the
same phase from then on. Who registers himself when he runs may come when others have passed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.calls.reach import Kills, Point, Reaching

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snarl.facts.calls import Calls
    from snarl.facts.threads import Thread, Threads

REGISTER, REGISTER_MANY = "register", "bulkRegister"


class Registrations:
    """Whether all who wait at a phaser are registered before any of them passes it."""

    def __init__(self, calls: Calls, threads: Threads, reaching: Reaching) -> None:
        self._calls = calls
        self._threads = threads
        self._reaching = reaching

    def come_first(self, registers: set[Point], arrivals: set[Point], parties: object) -> bool:
        """Whether one thread registers all others before that. `arrivals` are the calls by which
        threads arrive at the phaser, `parties` is how many it is made with."""
        starters = self._running(registers)
        starter = starters[0] if len(starters) == 1 else None
        if starter is None or starter.many or starter.kind not in ("main", "spawn"):
            return False
        runs = self._threads.runs_in(starter)
        own = {it for it in arrivals if runs[it[0]]}
        if self._may_follow(starter, own, registers):
            return False
        starts = self._starts(starter, arrivals)
        if starts is None:
            return False
        if not self._may_follow(starter, starts, registers):
            return True
        waits_for_starter = isinstance(parties, int) and parties > 0 and bool(own)
        return waits_for_starter and all(self._has_its_own(it, starts, registers) for it in starts)

    def _running(self, points: set[Point]) -> list[Thread]:
        """The threads that come to one of some instructions."""
        instances = [instance for instance, _ in points]
        return [it for it in self._threads.all if self._threads.runs_in(it)[instances].any()]

    def _may_follow(self, thread: Thread, firsts: Iterable[Point], points: set[Point]) -> bool:
        """Whether a thread may come to one of some instructions after one of others."""
        reach = self._reaching.reach(thread, (), Kills(), blocking=False, after=firsts)
        return any(reach.at(*it) for it in points)

    def _starts(self, starter: Thread, arrivals: set[Point]) -> set[Point] | None:
        """Where a thread starts all others that arrive; None if somebody else may do so."""
        found: set[Point] = set()
        for thread in self._running(arrivals):
            if thread is starter:
                continue
            points = {point for site in thread.sites for point in self._points(*site)}
            if not points or self._running(points) != [starter]:
                return None
            found |= points
        return found

    def _points(self, place: int, bci: int) -> Iterable[Point]:
        code = self._calls.code(place)
        call = None if code is None else code.call_at(bci)
        return () if call is None else ((it, call) for it in self._calls.instances_of(place))

    def _has_its_own(self, start: Point, starts: set[Point], registers: set[Point]) -> bool:
        """Whether each time when an instruction starts a thread its method has registered somebody
        since it was called, and since it has started another thread."""
        instance, call = start
        code = self._calls.code_of(instance)
        here = [inst for where, inst in registers if where == instance]
        if code is None or len(here) != 1 or code.reference(here[0]).name != REGISTER:
            return False
        if self._threads.starts_many(code.place, code.bcis[call]):
            return False
        others = [inst for where, inst in starts if where == instance]
        return not code.may_begin_without(call, here[0]) and not any(
            code.may_follow_without(it, call, here[0]) for it in others
        )
