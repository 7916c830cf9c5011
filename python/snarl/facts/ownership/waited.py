"""Waited for: tasks that a method starts with what it has made, and whose end it awaits itself.

    int[] sums = new int[2];
    Future<?> left = executor.submit(() -> sums[0] = add(data, 0, middle));
    sums[1] = add(data, middle, data.length);
    left.get();
    return sums[0] + sums[1];

However many threads run the method, each has a task of its own; when that has ended, nobody knows
the array but the method that has made it. So it is with a thread that is joined, with stages, and
where the end of all tasks of the executor is awaited, as at the end of a `try` that closes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snarl.facts.calls.lambdas import Lambdas
from snarl.facts.code.branches import ways_of_null
from snarl.facts.ordering.limits import gives_up
from snarl.program import Op
from snarl.program.body import NO_VALUE

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.ownership.leaks import Leaking

_INVOKE, _NEW, _NEW_ARRAY = int(Op.INVOKE), int(Op.NEW), int(Op.NEW_ARRAY)
_ARRAY_STORE, _DYNAMIC = int(Op.ARRAY_STORE), int(Op.INVOKE_DYNAMIC)
_THREAD = "java.lang.Thread"
_STAGES = "java.util.concurrent.CompletableFuture"
_EXECUTORS = (
    "java.util.concurrent.ExecutorService",
    "java.util.concurrent.AbstractExecutorService",
    "java.util.concurrent.ThreadPoolExecutor",
    "java.util.concurrent.ForkJoinPool",
    "java.util.concurrent.ScheduledExecutorService",
    "java.util.concurrent.ScheduledThreadPoolExecutor",
)
_SUBMITS = {
    **{owner: {"submit", "execute"} for owner in _EXECUTORS},
    _STAGES: {"runAsync", "supplyAsync"},
}
"""Calls that start a task once and give its future."""
_ENDS = {"close", "awaitTermination"}
"""Methods of an executor that wait for all of its tasks."""
_NOBODY = frozenset[int]()
_WAITS = {"get", "join"}
_LOOKS = {"isDone", "isAlive", "setName", "setDaemon", "getName"}
_FOLLOWS = ("then", "handle", "whenComplete", "exceptionally")
"""Stages that end after the one that they are of."""

_COMMON = "commonPool"

_End = tuple[int, frozenset[tuple[int, int]]]
"""A call that waits for a task, and the ways between blocks on which none was started."""


class Waited:
    """When what was told to tasks is known to nobody else again."""

    def __init__(self, calls: Calls, leaking: Leaking) -> None:
        self._leaking = leaking
        self._lambdas = Lambdas(calls)
        self._ends: dict[tuple[int, int, int], tuple[_End, ...]] = {}

    def is_over(self, code: Code, value: int, leak: int, inst: int) -> bool:
        """Whether a task that was told a value by one instruction has ended whenever another one
        runs after it."""
        key = (code.place, value, leak)
        if key not in self._ends:
            self._ends[key] = tuple(self._find_ends(code, value, leak))
        return any(
            not code.may_follow_without(leak, inst, end, closed) for end, closed in self._ends[key]
        )

    def _find_ends(self, code: Code, value: int, leak: int) -> Iterator[_End]:
        """The calls that wait for the task that an instruction starts, which keeps to itself what
        it knows of a value."""
        started = _started(code, leak)
        if started is None:
            return
        task, future = started
        made = code.definitions[code.source_of(task)]
        if made < 0 or code.ops[made] != _DYNAMIC or not self._keeps_to_itself(code, made, value):
            return
        waits = None if future is None else _waits(code, future)
        yield from ((it, frozenset()) for it in waits or ())
        yield from _ends_of_pool(code, leak)

    def _keeps_to_itself(self, code: Code, made: int, value: int) -> bool:
        """Whether a lambda tells nobody of a value that it has captured."""
        body = self._lambdas.body(code, made)
        if body is None:
            return False
        positions = [at for at, it in enumerate(code.operands(made)) if code.source_of(it) == value]
        for position in positions:
            if position >= len(body.parameters):
                return False
            if (
                body.parameters[position] >= 0
                and self._leaking.kept(body.place, position) != _NOBODY
            ):
                return False
        return bool(positions)


def _started(code: Code, call: int) -> tuple[int, int | None] | None:
    """The task that a call starts, and what tells its end, if anything does."""
    if code.ops[call] != _INVOKE:
        return None
    named, operands = code.reference(call), code.operands(call)
    if named.name in _SUBMITS.get(named.owner, ()):
        # A stage has its task in front, an executor itself.
        task = operands[0 if named.owner == _STAGES else 1]
        return task, None if code.results[call] == NO_VALUE else code.results[call]
    if (named.owner, named.name) != (_THREAD, "start"):
        return None
    thread = code.source_of(operands[0])
    made = code.definitions[thread]
    if made < 0 or code.ops[made] != _NEW:
        return None
    tasks = [
        it
        for use in code.uses.get(thread, ())
        if _is_call(code, use, (_THREAD,), "<init>")
        for it in code.operands(use)[1:]
        if _is_lambda(code, it)
    ]
    return (tasks[0], thread) if len(tasks) == 1 else None


def _ends_of_pool(code: Code, call: int) -> Iterator[_End]:
    """The calls that wait for all tasks of the executor that a call gives one to; it is not null
    then."""
    if code.reference(call).owner not in _EXECUTORS:
        return
    pool = code.source_of(code.operands(call)[0])
    made = code.definitions[pool]
    if made >= 0 and code.ops[made] == _INVOKE and code.reference(made).name == _COMMON:
        return  # nobody closes it
    for use in code.uses.get(pool, ()):
        if (
            code.ops[use] == _INVOKE
            and code.reference(use).name in _ENDS
            and code.source_of(code.operands(use)[0]) == pool
            and not gives_up(code, use, must_have_limit=True)
        ):
            yield use, ways_of_null(code, pool)


def _waits(code: Code, future: int) -> list[int] | None:
    """The calls that wait for the end that a value tells; None if others may have the value, and
    give up the task."""
    found: list[int] = []
    waiting, seen = [future], set()
    while waiting:
        value = waiting.pop()
        if value in seen:
            continue
        seen.add(value)
        for use in code.uses.get(value, ()):
            after = _after(code, use, value)
            if after is None:
                return None
            waiting += after
            if code.ops[use] == _INVOKE and _is_wait(code, use, value):
                found.append(use)
    return found


def _after(code: Code, use: int, value: int) -> list[int] | None:
    """What tells the same end behind a use of what tells it; None for a use that is not known."""
    if code.ops[use] == _ARRAY_STORE:
        return _of_all(code, code.source_of(code.operands(use)[0]))
    if code.ops[use] == Op.CHECK_CAST:
        return [code.results[use]]
    if code.ops[use] != _INVOKE:
        return None
    named = code.reference(use)
    if _is_wait(code, use, value) or named.name in _LOOKS | {"start", "<init>"}:
        return []
    if named.owner != _STAGES or not named.name.startswith(_FOLLOWS):
        return None
    # Of two stages either one ends before, if it is waited for both.
    if "Either" in named.name or code.results[use] == NO_VALUE:
        return []
    return [code.results[use]]


def _of_all(code: Code, array: int) -> list[int] | None:
    """What tells the end of all that are in an array."""
    made = code.definitions[array]
    if made < 0 or code.ops[made] != _NEW_ARRAY:
        return None
    found = []
    for use in code.uses.get(array, ()):
        if code.ops[use] == _ARRAY_STORE and code.source_of(code.operands(use)[0]) == array:
            continue
        if not _is_call(code, use, (_STAGES,), "allOf"):
            return None
        found.append(code.results[use])
    return found


def _is_wait(code: Code, use: int, value: int) -> bool:
    """Whether a call waits, without a limit, for what a value tells the end of."""
    named, operands = code.reference(use), code.operands(use)
    is_plain = len(operands) == 1 and code.source_of(operands[0]) == code.source_of(value)
    return named.name in _WAITS and is_plain


def _is_call(code: Code, inst: int, owners: tuple[str, ...], name: str) -> bool:
    if code.ops[inst] != _INVOKE:
        return False
    named = code.reference(inst)
    return named.owner in owners and named.name == name


def _is_lambda(code: Code, value: int) -> bool:
    made = code.definitions[code.source_of(value)]
    return made >= 0 and code.ops[made] == _DYNAMIC
