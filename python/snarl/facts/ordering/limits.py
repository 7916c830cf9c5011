"""Limits: waits that give up after some time. What they return tells whether they did; who does not
ask goes on beside what he has waited for.

    done.await(10, TimeUnit.SECONDS);
    System.out.println(total);

A limit of an hour or more means that there is none: nobody wants to see its end. A pool cannot be
waited for without one, so that there a second is enough, and so is one that is not known: those who
wait for all of its tasks have to name some time, and hardly ever ask whether it was enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.code.constants import constants, number
from snarl.facts.ordering.announcements import blocks_behind
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snarl.facts.code import Code

_UNIT = "java.util.concurrent.TimeUnit"
_NANOSECONDS = {
    "NANOSECONDS": 1,
    "MICROSECONDS": 1_000,
    "MILLISECONDS": 1_000_000,
    "SECONDS": 1_000_000_000,
    "MINUTES": 60_000_000_000,
    "HOURS": 3_600_000_000_000,
    "DAYS": 86_400_000_000_000,
}
_SECOND, _HOUR = _NANOSECONDS["SECONDS"], _NANOSECONDS["HOURS"]


def gives_up(code: Code, call: int, *, must_have_limit: bool = False) -> bool:
    """Whether a call that waits may come back because it was given a limit: the argument behind
    what it waits for, in milliseconds if no unit follows it."""
    limit = code.operands(call)[1:]
    if not limit:
        return False
    amount = number(code, limit[0])
    unit = _unit(code, limit[1]) if len(limit) > 1 else "MILLISECONDS"
    if amount is None or unit is None:
        return not must_have_limit
    return amount * _NANOSECONDS[unit] < (_SECOND if must_have_limit else _HOUR)


def told(code: Code, call: int, answer: int) -> Iterator[int]:
    """The blocks that run only if a call has returned an answer, which is 0 or 1."""
    for block, known in blocks_behind(code, call):
        if known.holds(answer) and not known.holds(1 - answer):
            yield block


def is_told_to_others(code: Code, call: int) -> bool:
    """Whether what a call returns goes elsewhere: who gets it may refuse to go on."""
    return any(code.ops[it] != Op.IF for it in code.uses.get(code.results[call], ()))


def _unit(code: Code, value: int) -> str | None:
    """The name of a constant of time units."""
    found = constants(code, value)
    only = next(iter(found)) if found is not None and len(found) == 1 else None
    if not isinstance(only, tuple):
        return None
    field = code.method.owner.program.field(*only)
    is_unit = field.owner.name == _UNIT and field.name in _NANOSECONDS
    return field.name if is_unit else None
