"""Pools: which executors run their tasks one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

_SERIAL = {
    "newSingleThreadExecutor",
    "newSingleThreadScheduledExecutor",
    "newSingleThreadContext",
}
_FIXED = {"newFixedThreadPool", "newScheduledThreadPool", "newFixedThreadPoolContext"}
_POOL = "java.util.concurrent.ThreadPoolExecutor"
_SIZES = {
    _POOL: 2,
    "java.util.concurrent.ScheduledThreadPoolExecutor": 1,
}
"""Pools with a fixed number of threads, by class: how many of a constructor's arguments tell it."""
_TIMER = "java.util.Timer"
_LIMITED = "kotlinx.coroutines.internal.LimitedDispatcher"
_OF_EXECUTOR = "kotlinx.coroutines.ExecutorCoroutineDispatcherImpl"
_CALLER_RUNS = "java.util.concurrent.ThreadPoolExecutor$CallerRunsPolicy"


def is_serial(solution: Solution, once: Once, pool: int) -> bool:
    """Whether an object is an executor that has one thread only."""
    kind = solution.object(pool).type
    if kind == _TIMER:
        return True
    if kind == _LIMITED:
        return _limit(once, pool) == 1
    if kind == _OF_EXECUTOR:
        held = executors_of(solution, pool)
        return bool(held) and all(is_serial(solution, once, it) for it in held)
    if _lets_callers_run(solution, pool):
        return False
    sizes = _SIZES.get(kind, 0)
    if sizes and all(once.constant_argument(pool, it) == 1 for it in range(sizes)):
        return True
    made = once.allocation(pool)
    if made is None or made[0].ops[made[1]] != Op.INVOKE:
        return False
    code, inst = made
    name = code.reference(inst).name
    if name in _SERIAL:
        return True
    if name not in _FIXED:
        return False
    size = code.definitions[code.operands(inst)[0]]
    is_constant = size >= 0 and code.ops[size] == Op.CONSTANT
    return is_constant and Instruction(code.body, size).literal == 1


def is_limited(solution: Solution, dispatcher: int) -> bool:
    """Whether an object is a dispatcher of coroutines that runs no more than some at a time."""
    return solution.object(dispatcher).type == _LIMITED


def executors_of(solution: Solution, dispatcher: int) -> list[int]:
    """The executors of an object, if it is a dispatcher of coroutines that has one."""
    if solution.object(dispatcher).type != _OF_EXECUTOR:
        return []
    return _in_field(solution, dispatcher, _OF_EXECUTOR, "executor")


def _limit(once: Once, dispatcher: int) -> object:
    """How many coroutines a dispatcher runs at a time, if that is a constant: the first number
    that the call which has made it is given."""
    made = once.allocation(dispatcher)
    if made is None or made[0].ops[made[1]] != Op.INVOKE:
        return None
    code, call = made
    size = code.definitions[code.operands(call)[1]]
    is_constant = size >= 0 and code.ops[size] == Op.CONSTANT
    return Instruction(code.body, size).literal if is_constant else None


def _in_field(solution: Solution, number: int, owner: str, name: str) -> list[int]:
    """What an object holds in a field."""
    cls = solution.program.find_class(owner)
    field = next((it for it in cls.fields if it.name == name), None) if cls else None
    if field is None:
        return []
    found: list[int] = solution.engine.field(number, field.owner.id, field.index).tolist()
    return found


def _lets_callers_run(solution: Solution, pool: int) -> bool:
    """Whether a pool lets who gives it a task run that, if it has no room."""
    held = _in_field(solution, pool, _POOL, "handler")
    return any(solution.object(it).type == _CALLER_RUNS for it in held)
