"""Openers: who opens the latch of an object, and has that object for himself until then.

Call call = queue.take();      his from here on
call.answer = compute(call);
call.done.countDown();         whoever waits for it may go on

What he does before is before all that is behind the latch. He may let a method of the object open
it, if all who call that method have the object for themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from snarl.facts.calls import NOBODY
from snarl.facts.code.values import Path
from snarl.facts.locks.words import DEEPEST, TAKEN, Held
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.code.values import Values
    from snarl.facts.threads import Threads

Site = tuple[int, int]
"""A method and an instruction of it."""


class Openers:
    """Who opens latches."""

    def __init__(
        self, calls: Calls, values: Values, threads: Threads, at: Callable[[int, int], Held]
    ) -> None:
        """`at` tells what a method holds at an instruction."""
        self._calls = calls
        self._values = values
        self._at = at
        self._roots = {root for thread in threads.all for root in thread.roots}

    def openings(self, sites: list[Site]) -> dict[Site, Path] | None:
        """The instructions that open latches at some places, or call a method that does, with the
        paths to the objects whose latches they are; None if there may be somebody who does not have
        such an object for himself."""
        found: dict[Site, Path] = {}
        for place, inst in sites:
            code = self._calls.code(place)
            if code is None:
                return None
            latch = self._values.path(code, code.operands(inst)[0])
            item = Path(latch.root, latch.fields[:-1])
            if not self._add(code, inst, item, found, DEEPEST):
                return None
        return found

    def _add(self, code: Code, inst: int, item: Path, found: dict[Site, Path], depth: int) -> bool:
        """Adds an instruction that opens the latch of an object, and calls that lead there."""
        known = found.setdefault((code.place, inst), item)
        if known != item:
            return False
        if self._is_his(code, inst, item):
            return True
        if depth == 0 or item.root.kind != "parameter" or item.fields:
            return False
        position, callers = item.root.key[0], self._callers(code)
        if not callers:
            return False
        return all(
            self._add(
                caller,
                call,
                self._values.path(caller, caller.operands(call)[position]),
                found,
                depth - 1,
            )
            for caller, call in callers
        )

    def _is_his(self, code: Code, inst: int, item: Path) -> bool:
        """Whether who runs a method has an object for himself."""
        return any(
            it.mode == "own"
            and it.depth == TAKEN
            and (it.root, it.up, it.down) == (item.root, (), item.fields)
            for it in self._at(code.place, inst)
        )

    def _callers(self, code: Code) -> list[tuple[Code, int]]:
        """The calls of a method; nothing if some are not known, or not calls of it by its name."""
        found: dict[Site, Code] = {}
        for caller, bci in self._edges_to(code.place):
            there = None if caller == NOBODY else self._calls.code(caller)
            call = None if there is None else there.call_at(bci)
            if there is None or call is None or not _calls_by_name(there, call, code):
                return []
            found[caller, call] = there
        return [(there, call) for (_, call), there in sorted(found.items())]

    def _edges_to(self, place: int) -> Iterator[Site]:
        calls = self._calls
        for instance in calls.instances_of(place):
            if instance in self._roots:
                yield NOBODY, 0
            for edge in calls.edges_to(instance):
                caller = int(calls.callers[edge])
                is_plain = caller != NOBODY and bool(calls.is_in_thread[edge])
                yield (calls.places[caller] if is_plain else NOBODY), int(calls.sites[edge])


def _calls_by_name(caller: Code, call: int, callee: Code) -> bool:
    """Whether a call gives a method its parameters one by one, as a call of a lambda does not."""
    if caller.ops[call] != Op.INVOKE:
        return False
    named = caller.reference(call)
    return named.name == callee.method.name and named.descriptor == callee.method.descriptor
