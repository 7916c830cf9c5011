"""Streams over what was taken off under a lock: their functions get what is their method's alone.

    synchronized (lock) { taken = counts; counts = new HashMap<>(); }
    taken.values().stream().mapToInt(it -> it.total()).sum();

It is as if the lock were still held (`detached`), in the functions as well: who runs the stream
calls them, with the elements of what was taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from snarl.facts.calls.streams import calls_with_elements, functions
from snarl.facts.code.values import Root
from snarl.facts.locks.words import NOTHING, Held, Lock
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code

_LocksOf = Callable[["Code", int, list[int]], Iterator[Lock]]
"""The locks under which some values were taken off that a call is given."""


def of_taken_elements(calls: Calls, locks_of: _LocksOf) -> dict[int, Held]:
    """What functions of streams are called with, by the instances that nobody else calls."""
    found: dict[int, Held] = {}
    for code, made, body in functions(calls):
        there = calls.code(body)
        if there is None or not there.method.flags & Flag.SYNTHETIC:
            continue  # others may call it, too
        held = _held(code, made, there, locks_of)
        if held:
            found.update(dict.fromkeys(calls.instances_of(body), held))
    return found


def _held(code: Code, made: int, function: Code, locks_of: _LocksOf) -> Held:
    kept = len(code.operands(made))
    elements = [
        position
        for position, value in enumerate(function.parameters)
        if position >= kept and value >= 0 and function.is_reference[value]
    ]
    found = [
        {
            lock._replace(root=Root("parameter", (position,)))
            for lock in locks_of(code, call, code.operands(call)[:1])
            for position in elements
        }
        for call in calls_with_elements(code, made)
    ]
    return frozenset(set.intersection(*found)) if found else NOTHING
