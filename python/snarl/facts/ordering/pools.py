"""Pools: which executors run their tasks one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

_SERIAL = {"newSingleThreadExecutor", "newSingleThreadScheduledExecutor"}
_FIXED = {"newFixedThreadPool", "newScheduledThreadPool"}
_POOL = "java.util.concurrent.ThreadPoolExecutor"
_SIZES = {
    _POOL: 2,
    "java.util.concurrent.ScheduledThreadPoolExecutor": 1,
}
"""Pools with a fixed number of threads, by class: how many of a constructor's arguments tell it."""
_TIMER = "java.util.Timer"
_CALLER_RUNS = "java.util.concurrent.ThreadPoolExecutor$CallerRunsPolicy"


def is_serial(solution: Solution, once: Once, pool: int) -> bool:
    """Whether an object is an executor that has one thread only."""
    if solution.object(pool).type == _TIMER:
        return True
    if _lets_callers_run(solution, pool):
        return False
    sizes = _SIZES.get(solution.object(pool).type, 0)
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


def _lets_callers_run(solution: Solution, pool: int) -> bool:
    """Whether a pool lets who gives it a task run that, if it has no room."""
    program = solution.program
    cls = program.find_class(_POOL)
    handler = next((it for it in cls.fields if it.name == "handler"), None) if cls else None
    if handler is None:
        return False
    held = solution.engine.field(pool, handler.owner.id, handler.index).tolist()
    return any(solution.object(it).type == _CALLER_RUNS for it in held)
