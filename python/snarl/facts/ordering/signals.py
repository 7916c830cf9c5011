"""Signals: what one thread does and another waits for. Latches, barriers, flags, stages.

What comes before the signal in the one thread happens before what comes after the wait in the
other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from dataclasses import field as dc_field
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.calls import Calls
from snarl.facts.calls.passing import MayHavePassed, Passed
from snarl.facts.calls.reach import Kills, Point, Reaching
from snarl.facts.code.amounts import ONE, Amount, made_with, number_of
from snarl.facts.ordering.announcements import Announcements
from snarl.facts.ordering.countdowns import AllCounted, Countdown, Countdowns
from snarl.facts.ordering.limits import gives_up, is_told_to_others, told
from snarl.facts.ordering.pool_ends import PoolEnd, PoolEnds
from snarl.facts.ordering.stages import AllRuns, Stages
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.atomics import Atomics
    from snarl.facts.code import Code
    from snarl.facts.ordering.guarded import Guarded
    from snarl.facts.ordering.named_calls import NamedCalls
    from snarl.facts.threads import Thread, Threads
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

_LATCHES = {
    "java.util.concurrent.CountDownLatch": ({"countDown"}, {"await"}),
    "java.util.concurrent.CyclicBarrier": ({"await"}, {"await"}),
    "java.util.concurrent.Phaser": (
        {"arrive", "arriveAndAwaitAdvance", "arriveAndDeregister"},
        {"awaitAdvance", "arriveAndAwaitAdvance"},
    ),
    # One that the program itself completes.
    "java.util.concurrent.CompletableFuture": (
        {"complete", "completeExceptionally", "completeOnTimeout", "completeAsync", "cancel"},
        {"get", "join"},
    ),
    "kotlinx.coroutines.CompletableDeferred": ({"complete", "completeExceptionally"}, {"await"}),
    # One that has no permit at first is a signal.
    "java.util.concurrent.Semaphore": (
        {"release"},
        {"acquire", "acquireUninterruptibly", "tryAcquire"},
    ),
}
_OF_MANY_RUNS = (AllRuns, PoolEnd)
"""Ends of what may run often: each time it is not the end yet."""
_EMPTY_FIRST = ("Future", "Deferred")
_MAKES_EMPTY = "CompletableDeferred$default"
"""Makes one that nobody has completed."""


@dataclass(frozen=True, slots=True)
class Signal:
    """Something that one thread does and another waits for: a latch, or a flag."""

    key: object
    counts: set[Point]
    awaits: Kills
    enough: Amount | None
    """How many counts are enough, whoever counts; None if it is not known."""
    inside: Kills = dc_field(default_factory=Kills)
    """Where that begins at whose end it is given, and which runs once, or of which all runs are
    waited for."""

    only_in: Kills = dc_field(default_factory=Kills)
    """Where only one thread ever comes, if it is given there alone."""

    @property
    def is_of_one_run(self) -> bool:
        """Whether it is the end of something that runs once, whoever runs it."""
        return bool(self.inside.blocks) and not isinstance(self.key, _OF_MANY_RUNS)

    @property
    def is_of_one_of_many(self) -> bool:
        """Whether it is given by one of many threads, of which it is not known which one."""
        return self.enough == ONE and not self.inside.blocks and not self.only_in.blocks


class Signals:
    """All signals of a program, and what they order."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        accesses: Accesses,
        once: Once,
        threads: Threads,
        named: NamedCalls,
        stages: Stages,
        pool_ends: PoolEnds,
        reaching: Reaching,
        atomics: Atomics,
        guarded: Guarded,
    ) -> None:
        self._atomics = atomics
        self._guarded = guarded
        self._threads = threads
        self._solution = solution
        self._calls = calls
        self._accesses = accesses
        self._once = once
        self._named = named
        self._stages = stages
        self._pool_ends = pool_ends
        self._reaching = reaching

    def not_given(self, thread: Thread, at: Point) -> frozenset[object]:
        """The signals that a thread surely gives only after an instruction, if it does."""
        gives = self._gives_by_thread[thread.number]
        if not gives:
            return frozenset()
        given = self._given.at(thread, *at)
        # Whoever is inside what runs once gives its end later, whatever was called before.
        inside = self._inside.at(thread, *at) if self._has_inside else 0
        alone = self._alone.at(thread, *at) if self._has_alone else 0
        return frozenset(
            self.all[number].key
            for number in gives
            if inside >> number & 1
            or (
                not given >> number & 1
                and (alone >> number & 1 or not self._is_given_inside(thread, self.all[number]))
            )
        )

    def inside(self, thread: Thread, at: Point) -> frozenset[object]:
        """What a thread surely runs at an instruction and nobody else does, as it runs once."""
        if not self._has_inside:
            return frozenset()
        inside = self._inside.at(thread, *at)
        return frozenset(
            it.key
            for number, it in enumerate(self.all)
            if it.is_of_one_run and inside >> number & 1
        )

    def concern(self, thread: Thread) -> bool:
        """Whether a thread gives a signal, or has seen one before it begins."""
        return bool(self._gives_by_thread[thread.number] or self._seen_at_start(thread))

    def may_be_seen(self, at: Point) -> bool:
        """Whether a thread may surely have seen a signal before an instruction, or be in what runs
        once."""
        if not self.all:
            return False
        return self._awaited.may_be_passed(*at) or (
            self._has_inside and self._inside.may_be_passed(*at)
        )

    def runs_once(self, instance: int) -> bool:
        """Whether an instance is a stage, which runs once, whoever runs it."""
        return any(it.is_of_one_run and (instance, 0) in it.inside.blocks for it in self.all)

    def seen(self, thread: Thread, at: Point) -> frozenset[object]:
        """The signals that a thread has surely seen before an instruction."""
        if thread.kind == "environment":
            return frozenset()
        passed = self._awaited.at(thread, *at) | self._seen_at_start(thread)
        return frozenset(it.key for number, it in enumerate(self.all) if passed >> number & 1)

    def _seen_at_start(self, thread: Thread) -> int:
        """The signals that whoever starts a thread has surely seen by then."""
        if thread.number not in self._known_at_start:
            self._known_at_start[thread.number] = 0  # of one that starts more of itself
            self._known_at_start[thread.number] = self._find_seen_at_start(thread)
        return self._known_at_start[thread.number]

    def _find_seen_at_start(self, thread: Thread) -> int:
        if thread.kind != "spawn" or not self.all:
            return 0
        found: int | None = None
        for place, bci in thread.sites:
            code = self._calls.code(place)
            call = None if code is None else code.call_at(bci)
            if call is None:
                return 0
            for instance in self._calls.instances_of(place):
                for starter in self._threads.of(instance):
                    if starter.kind == "environment":
                        return 0
                    seen = self._awaited.at(starter, instance, call) | self._seen_at_start(starter)
                    found = seen if found is None else found & seen
        return found or 0

    @cached_property
    def _known_at_start(self) -> dict[int, int]:
        return {}

    @cached_property
    def all(self) -> list[Signal]:
        """All that can order something: somebody of whom it is known when gives them."""
        found = [*self._latches(), *self._announcements()]
        found = [replace(it, only_in=self._last_alone(it.counts)) for it in found]
        return [
            it
            for it in (*found, *self._of_stages(), *self._countdowns())
            if any(self._gives(thread, it) for thread in self._threads.all) and self._needs_all(it)
        ]

    @cached_property
    def _gives_by_thread(self) -> dict[int, list[int]]:
        """The numbers of the signals that each thread gives."""
        return {
            thread.number: [number for number, it in enumerate(self.all) if self._gives(thread, it)]
            for thread in self._threads.all
        }

    def _gives(self, thread: Thread, signal: Signal) -> bool:
        """Whether a thread gives a signal, and what it did before is then done."""
        if thread.kind not in ("main", "spawn"):
            return False
        if thread.many and signal.is_of_one_of_many:
            return False
        return self._may_give(thread, signal)

    def _is_given_inside(self, thread: Thread, signal: Signal) -> bool:
        """Whether a thread gives a signal only if it is inside that whose end it is: one of many
        threads runs it, and what it runs later has nothing to do with it."""
        return isinstance(signal.key, _OF_MANY_RUNS) or (thread.many and signal.enough == ONE)

    def _may_give(self, thread: Thread, signal: Signal) -> bool:
        runs = self._reaching.runs_in(thread)
        return any(runs[instance] for instance, _ in signal.counts)

    def _needs_all(self, signal: Signal) -> bool:
        """Whether nobody goes on before all who may give a signal have given it. What runs once
        has one end, whoever runs it; and the last one is one."""
        if signal.enough is None or signal.inside.blocks or signal.only_in.blocks:
            return True
        givers = [thread for thread in self._threads.all if self._may_give(thread, signal)]
        return not number_of(self._calls, givers).exceeds(signal.enough)

    def _latches(self) -> Iterator[Signal]:
        """Latches and barriers of which there is one."""
        program = self._solution.program
        counts: dict[int, set[Point]] = {}
        awaits: dict[int, Kills] = {}
        of_many: set[int] = set()
        for name, (counting, waiting) in _LATCHES.items():
            owner = program.engine.find_class(name)
            if owner is None:
                continue
            for method, inst, called in self._named.of(counting | waiting):
                code = self._calls.code(method)
                if code is None or not self._is_of(called[0], owner):
                    continue
                called_name = program.engine.method(*called)[0]
                for instance in self._calls.instances_of(method):
                    objects = self._calls.objects(instance, code.operands(inst)[0]).tolist()
                    if len(objects) != 1 or not self._once.is_single(objects[0]):
                        continue
                    if name.endswith("Semaphore") and self._permits(objects[0]) != 0:
                        continue
                    if name.endswith(_EMPTY_FIRST) and not self._is_made_empty(objects[0]):
                        continue
                    if called_name in counting:
                        counts.setdefault(objects[0], set()).add((instance, inst))
                    if called_name in waiting:
                        if code.is_in_loop(inst) or len(code.operands(inst)) > 1:
                            of_many.add(objects[0])
                        _add_await(awaits.setdefault(objects[0], Kills()), instance, code, inst)
        for latch in sorted(counts.keys() & awaits):
            enough = self._enough(latch, acquires_many=latch in of_many)
            yield Signal(latch, counts[latch], awaits[latch], enough)

    def _is_of(self, called: int, owner: int) -> bool:
        """Whether a call means a latch of a class: its own method, or that of its library's that
        it has from above."""
        engine = self._solution.program.engine
        return called == owner or (
            engine.class_origin(owner) != "jdk"
            and engine.class_name(called).startswith("kotlinx.coroutines.")
            and engine.is_subclass(owner, called)
        )

    def _is_made_empty(self, future: int) -> bool:
        """Whether the program makes a future itself, which nobody completes but by its methods."""
        made = self._once.allocation(future)
        if made is None:
            return False
        code, inst = made
        if code.ops[inst] == Op.INVOKE and code.reference(inst).name.startswith(_MAKES_EMPTY):
            return self._solution.object(future).type.endswith("CompletableDeferredImpl")
        return code.ops[inst] == Op.NEW

    def _enough(self, latch: int, *, acquires_many: bool) -> Amount | None:
        """How many counts a latch waits for. Permits may be acquired often, or several at once; to
        a phaser, more parties may come."""
        counted = ("CountDownLatch", "CyclicBarrier")
        kind = self._solution.object(latch).type
        if kind.endswith("Semaphore") and not acquires_many:
            return ONE
        if kind.endswith(("CompletableFuture", "CompletableDeferredImpl")):
            return ONE
        return made_with(self._once, latch) if kind.endswith(counted) else None

    def _of_stages(self) -> Iterator[Signal]:
        """Ends of tasks and stages that other stages wait for; and the making of stages, before
        which they run nothing."""
        for number, counts, awaits in self._stages.registered():
            yield Signal(("made", number), counts, awaits, ONE)
        for function, counts, awaits in self._stages.runs_waited_for():
            inside = Kills(blocks={(function, 0)})
            yield Signal(AllRuns(function), counts, awaits, None, inside)
        for pool, begun, awaits in self._pool_ends.all():
            starts = {(it, 0) for it in begun}
            yield Signal(pool, starts, awaits, None, Kills(blocks=starts))
        for end, counts, awaits in self._stages.ends():
            inside = Kills(blocks={(instance, 0) for instance, _ in counts})
            yield Signal(end, counts, awaits, ONE, inside)

    @cached_property
    def _counted_down(self) -> list[Countdown]:
        return list(Countdowns(self._calls, self._atomics, self._once).all())

    def _countdowns(self) -> Iterator[Signal]:
        """Atomics that are counted down: the last one comes after all, and is alone."""
        for it in self._counted_down:
            last = Kills(blocks=it.last)
            yield Signal(("last", it.atomic), it.counts, Kills(), ONE, last)
            if not it.may_be_repeated:
                yield Signal(AllCounted(it.atomic), it.counts, last, it.enough)

    def _last_alone(self, counts: set[Point]) -> Kills:
        """Where only the last of those comes who count something down, if some points are there."""
        for it in self._counted_down:
            if all(it.is_last(self._calls, point) for point in counts):
                return Kills(blocks=it.last)
        return Kills()

    def _permits(self, latch: int) -> int | None:
        found = self._once.constant_argument(latch, 0)
        return found if isinstance(found, int) else None

    def _announcements(self) -> Iterator[Signal]:
        """Volatile fields, guarded ones and atomics that are set, and looked at by a branch."""
        found = Announcements(
            self._solution, self._calls, self._accesses, self._atomics, self._guarded
        )
        for it in found.all():
            if it.enough is not None or self._are_of_one(it.sets):
                enough = None if it.enough is None else Amount(it.enough)
                yield Signal(it.asked, it.sets, Kills(blocks=it.seen), enough)

    def _are_of_one(self, stores: set[Point]) -> bool:
        """Whether all of some stores are to one object, or to a static field."""
        objects: set[int] = set()
        for instance, inst in stores:
            code = self._calls.code_of(instance)
            if code is not None and code.ops[inst] == Op.PUT_FIELD:
                objects.update(self._calls.objects(instance, code.operands(inst)[0]).tolist())
        return len(objects) <= 1 and all(map(self._once.is_single, objects))

    @cached_property
    def _awaited(self) -> Passed:
        return Passed(self._calls, self._threads, [signal.awaits for signal in self.all])

    @cached_property
    def _has_inside(self) -> bool:
        return any(signal.inside.blocks for signal in self.all)

    @cached_property
    def _inside(self) -> Passed:
        return Passed(self._calls, self._threads, [signal.inside for signal in self.all])

    @cached_property
    def _has_alone(self) -> bool:
        return any(signal.only_in.blocks for signal in self.all)

    @cached_property
    def _alone(self) -> Passed:
        return Passed(self._calls, self._threads, [signal.only_in for signal in self.all])

    @cached_property
    def _given(self) -> MayHavePassed:
        return MayHavePassed(self._calls, self._threads, [signal.counts for signal in self.all])


def _add_await(awaits: Kills, instance: int, code: Code, call: int) -> None:
    """Adds a call that waits. One with a limit says whether it has come to that: what runs only if
    it has not comes after; so does all where somebody else is told."""
    named = code.reference(call)
    has_limit = named.descriptor.endswith(")Z") and (
        named.name == "tryAcquire" or gives_up(code, call)
    )
    if not has_limit or is_told_to_others(code, call):
        awaits.points.add((instance, call))
    awaits.blocks.update((instance, block) for block in told(code, call, 1))
