"""Reach: what a thread may still run from some point on, without passing certain calls.

The one question behind what may happen in parallel. From the start of a thread, past its joins, it
tells while what the thread lives; from the setting of a flag on, what comes after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls import Calls
from snarl.facts.calls.passages import Passages
from snarl.facts.code import Code
from snarl.program import Op

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts.threads import Thread, Threads

Point = tuple[int, int]
"""An instruction of an instance."""

ENTRY = -2
"""In place of a bytecode index: the start of an instance. (Models have -1.)"""

_NONE: set[int] = set()
# Calls of the JDK that wait for what they start.
_BLOCKING = ("java.util.stream.", "java.util.Arrays", "java.util.Collection")
_BLOCKING_CALLS = {"invokeAll", "invoke", "invokeAndWait"}
# Code of the JDK that calls what it was given again and again.
_STREAM = "java.util.stream."
_WALKS = ("forEach", "tryAdvance", "replaceAll", "removeIf", "setAll")
_ENDS = frozenset((int(Op.RETURN), int(Op.THROW)))


@dataclass(slots=True)
class Reach:
    """What may run from some points on: instances as a whole, or parts of their code."""

    parts: dict[int, set[int]] = field(default_factory=dict)
    """The instructions of each instance of own code."""
    seen: set[tuple[int, int]] = field(default_factory=set)
    entered: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)
    """Components of the JDK's code that were entered from above, and left."""
    left_by_own: set[int] = field(default_factory=set)
    """Those that own code has left which they had called."""
    returned: set[tuple[int, int]] = field(default_factory=set)
    """Calls that own code has come back to, by itself or out of the JDK's."""
    to_end: bool = False
    """Whether the thread may come to its end so."""

    def at(self, instance: int, inst: int) -> bool:
        """Whether an instruction of an instance may run."""
        return inst in self.parts.get(instance, ())


class _Everywhere(Reach):
    """All that a thread runs, but for its end."""

    def at(self, instance: int, inst: int) -> bool:
        return True


EVERYWHERE: Reach = _Everywhere()


@dataclass(slots=True)
class Kills:
    """Where reach ends: at single calls, and at blocks, such as those of a loop that joins all of
    many threads."""

    points: set[Point] = field(default_factory=set)
    """Calls."""
    leaky: set[Point] = field(default_factory=set)
    """Those of the calls behind which reach goes on where their exceptions are caught: they tell
    that nobody has waited."""
    blocks: set[tuple[int, int]] = field(default_factory=set)
    through: dict[int, bool] = field(default_factory=dict)
    """Instances known to pass a kill on every way, or not."""
    _near: set[int] | None = None
    _by_instance: dict[int, set[int]] | None = None

    def __bool__(self) -> bool:
        return bool(self.points or self.blocks)

    def points_of(self, instance: int) -> set[int]:
        """The instructions of an instance that reach does not pass."""
        if self._by_instance is None:
            self._by_instance = {}
            for where, inst in self.points:
                self._by_instance.setdefault(where, set()).add(inst)
        return self._by_instance.get(instance, _NONE)

    def near(self, calls: Calls) -> set[int]:
        """The instances that may come to a kill."""
        if self._near is None:
            at = {instance for instance, _ in self.points | self.blocks}
            mask = calls.in_thread.reversed().reachable(sorted(at))
            self._near = set(np.flatnonzero(mask).tolist())
        return self._near


class Reaching:
    """Answers what threads may run from some points on."""

    def __init__(self, calls: Calls, threads: Threads) -> None:
        self._calls = calls
        self._threads = threads
        self._passages = Passages(calls, threads.reaches_own)

    @property
    def threads(self) -> list[Thread]:
        """All threads."""
        return self._threads.all

    def threads_of(self, instance: int) -> list[Thread]:
        """The threads that may run an instance."""
        return self._threads.of(instance)

    def runs_in(self, thread: Thread) -> NDArray[np.bool_]:
        return self._threads.runs_in(thread)

    def code(self, instance: int) -> Code | None:
        return self._calls.code_of(instance)

    def reach(
        self,
        thread: Thread,
        starts: Iterable[tuple[int, int]],
        kills: Kills,
        *,
        blocking: bool,
        after: Iterable[Point] = (),
        is_caught: Callable[[int], bool] | None = None,
    ) -> Reach:
        """What a thread may run from some points on, without passing the kills.

        Starts are calls, by their bytecode indices in instances, or entries; `after` are
        instructions of any kind. With `blocking`, what calls of the JDK start inside themselves and
        wait for does not count after them. With `is_caught`, any instruction may throw, and where
        that of an instance is caught, its callers go on.
        """
        calls = self._calls
        runs = self.runs_in(thread)
        reach = Reach()
        waiting: list[tuple[int, int]] = list(starts)
        begins = set(waiting)
        for instance, inst in after:
            code = self.code(instance)
            if code is not None and self._within(instance, code, inst, 0, kills, reach, waiting):
                self._return(instance, thread, reach, waiting)
        while waiting:
            instance, start = waiting.pop()
            if (instance, start) in reach.seen or not runs[instance]:
                continue
            code = self.code(instance) if calls.is_own[instance] else None
            if blocking and (instance, start) not in reach.returned and self._waits(code, start):
                continue
            reach.seen.add((instance, start))
            if code is None:
                if start == ENTRY:
                    self._enter_jdk(instance, reach, waiting)
                else:
                    self._return(instance, thread, reach, waiting)
                continue
            first = 0 if start == ENTRY else code.call_at(start)
            if first is None:
                continue
            if (instance, start) not in begins and self._waits_around(instance, start, kills):
                continue
            leaves = self._within(instance, code, first, start, kills, reach, waiting)
            leaves = leaves or (is_caught is not None and is_caught(instance))
            if leaves and start != ENTRY:
                self._return(instance, thread, reach, waiting)
        return reach

    def is_within(self, start: tuple[int, int], reach: Reach) -> bool:
        """Whether a call, by its bytecode index, may be made within a reach: by own code, or by
        what own code calls."""
        calls = self._calls
        stack = [start]
        seen = set()
        while stack:
            instance, bci = stack.pop()
            if instance in seen:
                continue
            seen.add(instance)
            code = self.code(instance) if calls.is_own[instance] else None
            if code is not None:
                inst = code.call_at(bci)
                if inst is not None and reach.at(instance, inst):
                    return True
                continue
            stack += [
                (int(calls.callers[it]), int(calls.sites[it])) for it in calls.edges_to(instance)
            ]
        return False

    def _enter_jdk(self, instance: int, reach: Reach, waiting: list[tuple[int, int]]) -> None:
        """Goes on in the own code that code of the JDK may call back."""
        passages, stack = self._passages, [int(self._passages.component[instance])]
        while stack:
            component = stack.pop()
            if component not in reach.entered:
                reach.entered.add(component)
                waiting += [(it, ENTRY) for it in passages.called_back.get(component, ())]
                stack += passages.below.get(component, ())

    def _return(
        self, instance: int, thread: Thread, reach: Reach, waiting: list[tuple[int, int]]
    ) -> None:
        """Goes on in the own code that an instance may return to; or the thread ends."""
        reach.to_end |= instance in thread.roots
        is_own = bool(self._calls.is_own[instance])
        left = reach.left_by_own if is_own else reach.left
        stack = []
        for caller, site, _ in self._calls.callers_of(instance):
            if self._calls.is_own[caller]:
                waiting.append((caller, site))
                continue
            stack.append(int(self._passages.component[caller]))
            if self._repeats(caller):
                # It may be called once more, and so may what else is called there.
                waiting.append((instance, ENTRY))
                waiting += [(it, ENTRY) for it in self._passages.called_back.get(stack[-1], ())]
        roots = {int(self._passages.component[root]) for root in thread.roots}
        while stack:
            component = stack.pop()
            if component not in left:
                left.add(component)
                reach.to_end |= component in roots
                callers = self._passages.called_from.get(component, ())
                waiting += callers
                if is_own:
                    reach.returned.update(callers)
                stack += self._passages.above.get(component, ())

    def _repeats(self, caller: int) -> bool:
        """Whether code of the JDK calls what it was given again and again: a stream, or a walk
        over a collection."""
        method = self._calls.method(caller)
        if method is None:
            return False
        return method.owner.name.startswith(_STREAM) or method.name.startswith(_WALKS)

    def _waits(self, code: Code | None, start: int) -> bool:
        """Whether a start is a call of the JDK that waits for what it starts itself. What own code
        starts that such a call runs, nobody waits for."""
        call = None if code is None or start == ENTRY else code.call_at(start)
        return code is not None and call is not None and self._blocks(code, call)

    def _waits_around(self, instance: int, start: int, kills: Kills) -> bool:
        """Whether a call that is left waits for all that was started within it."""
        code = self.code(instance)
        call = None if code is None or start == ENTRY else code.call_at(start)
        return call in kills.points_of(instance) and (instance, call) not in kills.leaky

    def _blocks(self, code: Code, call: int) -> bool:
        """Whether a call of the JDK waits for what it starts."""
        if code.ops[call] != Op.INVOKE:
            return False
        named = code.reference(call)
        if named.owner.startswith(_BLOCKING):
            return True
        # One with a limit may come back before its tasks have ended. Others may have methods of
        # these names, too: Kotlin calls a function by its `invoke`.
        if named.name not in _BLOCKING_CALLS or "TimeUnit" in named.descriptor:
            return False
        called = self._calls.methods_called(code.place, code.bcis[call])
        return not any(self._calls.is_own_method[it] for it in called)

    def _within(
        self,
        instance: int,
        code: Code,
        first: int,
        start: int,
        kills: Kills,
        reach: Reach,
        waiting: list[tuple[int, int]],
    ) -> bool:
        """Follows control within a method; whether it can leave the method."""
        parts = reach.parts.setdefault(instance, set())
        blocks = _begin(code, first, start)
        seen: set[int] = set()
        leaves = False
        while blocks:
            block, at = blocks.pop()
            if at == code.block_offsets[block]:
                if block in seen:
                    continue
                seen.add(block)
            if (instance, block) in kills.blocks:
                continue
            end = code.block_offsets[block + 1]
            calls = [it for it in code.calls_by_block[block] if it >= at]
            last = self._first_kill(instance, code, calls, kills, waiting) if calls else None
            parts.update(range(at, end if last is None else last + 1))
            if last is not None:
                if (instance, last) in kills.leaky:
                    blocks += [(it, code.block_offsets[it]) for it in code.handlers[block]]
                continue
            leaves = leaves or code.ops[end - 1] in _ENDS
            blocks += [
                (it, code.block_offsets[it])
                for it in code.flow[block]
                if start == ENTRY or not _is_null_branch(code, block, it, first)
            ]
        return leaves

    def _first_kill(
        self,
        instance: int,
        code: Code,
        calls: list[int],
        kills: Kills,
        waiting: list[tuple[int, int]],
    ) -> int | None:
        """Follows some calls, up to the first that is a kill or surely passes one."""
        points = kills.points_of(instance)
        for inst in calls:
            if inst in points or self._enters(instance, code, inst, kills, waiting):
                return inst
        return None

    def _enters(
        self,
        instance: int,
        code: Code,
        inst: int,
        kills: Kills,
        waiting: list[tuple[int, int]],
    ) -> bool:
        """Follows a call; whether it surely passes a kill."""
        reaches = self._threads.reaches_own
        callees = self._calls.callees_at(instance, code.bcis[inst])
        waiting += [(callee, ENTRY) for callee in callees if reaches[callee]]
        if not kills or not callees:
            return False
        return all(self._always_kills(callee, kills, frozenset()) for callee in callees)

    def _always_kills(self, instance: int, kills: Kills, above: frozenset[int]) -> bool:
        """Whether every way through an instance passes a kill."""
        if instance in kills.through:
            return kills.through[instance]
        if instance not in kills.near(self._calls) or instance in above:
            return False
        code = self.code(instance) if self._calls.is_own[instance] else None
        if code is None:
            return False
        above = above | {instance}
        blocks, seen, leaves = [0], set(), False
        while blocks:
            block = blocks.pop()
            if block in seen or (instance, block) in kills.blocks:
                continue
            seen.add(block)
            insts = range(code.block_offsets[block], code.block_offsets[block + 1])
            kill = next(
                (it for it in insts if self._kills_at(instance, code, it, kills, above)), None
            )
            if kill is not None:
                blocks += code.handlers[block] if (instance, kill) in kills.leaky else []
                continue
            leaves = leaves or code.ops[insts[-1]] == Op.RETURN
            blocks += code.successors[block]
        kills.through[instance] = not leaves
        return not leaves

    def _kills_at(
        self, instance: int, code: Code, inst: int, kills: Kills, above: frozenset[int]
    ) -> bool:
        if (instance, inst) in kills.points:
            return True
        if code.ops[inst] != Op.INVOKE:
            return False
        callees = self._calls.callees_at(instance, code.bcis[inst])
        return bool(callees) and all(self._always_kills(it, kills, above) for it in callees)


def _begin(code: Code, first: int, start: int) -> list[tuple[int, int]]:
    """The blocks where control goes on, each with the instruction: from the entry of a method, or
    after a call, which may throw."""
    if start == ENTRY:
        return [(0, code.block_offsets[0])]
    block = code.block_of[first]
    return [(block, first + 1), *((it, code.block_offsets[it]) for it in code.handlers[block])]


def _is_null_branch(code: Code, block: int, target: int, call: int) -> bool:
    """Whether control goes to a block only if the receiver of an earlier call is null, as at the
    end of a `try` with resources."""
    last = code.block_offsets[block + 1] - 1
    if code.ops[last] != Op.IF or len(code.operands(last)) != 1 or not code.operands(call):
        return False
    if code.source_of(code.operands(last)[0]) != code.source_of(code.operands(call)[0]):
        return False
    holds, fails = code.successors[block]
    is_equal = code.details[last] == 0
    return target == (holds if is_equal else fails)
