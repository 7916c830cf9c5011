"""What all callers of an instance hold, kept up to date as it becomes known what each holds.

Where everybody may call everybody, an instance has thousands of callers, and each of them learns
more than once what is held when it is called. So an instance keeps what its callers carry in, and
how many of them carry the same: one that carries something else now is not a reason to ask all the
others again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.locks.words import NOTHING, Held, common, is_being_made
from snarl.points_to import EdgeKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts.calls import Calls

_CALL, _LAMBDA = int(EdgeKind.CALL), int(EdgeKind.LAMBDA)

_Call = tuple[int, int, int, int, int]
"""A call: its number and its callee, the caller's method, the bytecode index, or -1, and the method
that it calls; that is -1 as well if it is no plain call."""
Carried = Callable[[int, int, int, int, Held], Held]
"""What is held at a call, in the words of the callee: by the number, the method, the bytecode index
and the method that is called, and what is held when the caller is called."""


@dataclass(slots=True)
class _Callee:
    """What the calls of an instance carry in of which something is known."""

    counts: dict[Held, int] = field(default_factory=dict)
    by_call: dict[int, Held] = field(default_factory=dict)
    unsure: dict[int, None] = field(default_factory=dict)
    """Those that carry nothing, but may hand over something fresh."""

    def set(self, call: int, held: Held | None) -> None:
        """Notes what a call carries; None if it may hand over something fresh."""
        old = self.by_call.pop(call, None)
        if old is not None:
            self.counts[old] -= 1
            if not self.counts[old]:
                del self.counts[old]
        if held is None:
            self.unsure[call] = None
            return
        self.unsure.pop(call, None)
        self.by_call[call] = held
        self.counts[held] = self.counts.get(held, 0) + 1


class Meeting:
    """Finds what is held at the entries of some instances."""

    def __init__(
        self,
        calls: Calls,
        order: list[int],
        carried: Carried,
        fresh: Callable[[int], Held],
        fresh_at: dict[int, Held],
    ) -> None:
        """With a number for each instance, by which callers come before callees; and with what a
        call hands over that is fresh, as far as it is known already and if it is asked for."""
        self._calls = calls
        self._order = order
        self._carried = carried
        self._fresh = fresh
        self._fresh_at = fresh_at
        self._is_own: list[bool] = calls.is_own.tolist()
        """Whether each instance runs the program's own code: others hand over nothing fresh, as far
        as is known."""

    def solve(
        self, edges: NDArray[np.int64], candidates: NDArray[np.int64], confined: dict[int, Held]
    ) -> dict[int, Held]:
        """What is held at the entries of some instances, by the calls of them that count."""
        onward = self._by_caller(edges)
        entries: dict[int, Held] = dict(confined)
        callees: dict[int, _Callee] = {}
        queued = set(candidates.tolist())
        unknown = queued - set(confined)
        for caller in onward:
            if caller not in unknown:
                self._tell(caller, onward[caller], entries, unknown, callees)
        order = self._order
        waiting = [(order[it], it) for it in queued]
        heapify(waiting)
        while waiting:
            _, instance = heappop(waiting)
            queued.discard(instance)
            if instance not in unknown and not entries[instance]:
                continue  # it cannot become less
            new = self._met(callees[instance]) if instance in callees else None
            if instance in confined:
                new = confined[instance] | (new or NOTHING)
            if new is None or (instance not in unknown and entries.get(instance, NOTHING) == new):
                continue
            unknown.discard(instance)
            entries[instance] = new
            if not new:
                callees.pop(instance, None)
            calls = onward.get(instance, [])
            for callee in self._tell(instance, calls, entries, unknown, callees):
                if callee not in queued:
                    queued.add(callee)
                    heappush(waiting, (order[callee], callee))
        return {instance: held for instance, held in entries.items() if held}

    def _by_caller(self, edges: NDArray[np.int64]) -> dict[int, list[_Call]]:
        """Some calls, by who makes them."""
        calls = self._calls
        callers, callees = calls.callers[edges], calls.callees[edges]
        kinds, sites = calls.kinds[edges], calls.sites[edges]
        # What a model gives to a lambda is not known, and neither is what reflection does.
        is_plain = (kinds == _CALL) | ((kinds == _LAMBDA) & (sites >= 0))
        sites = np.where(is_plain, sites, -1)
        called = np.where(is_plain, calls.method_of[callees].astype(np.int64), -1)
        found: dict[int, list[_Call]] = {}
        columns = (callers, edges, callees, calls.method_of[callers], sites, called)
        for caller, *call in zip(*(it.tolist() for it in columns), strict=True):
            found.setdefault(caller, []).append(tuple(call))
        return found

    def _tell(
        self,
        caller: int,
        calls: list[_Call],
        entries: dict[int, Held],
        unknown: set[int],
        callees: dict[int, _Callee],
    ) -> set[int]:
        """Tells those whom an instance calls what it carries in; gives those for whom that is
        something else than before."""
        entry, is_own, fresh_at = entries.get(caller, NOTHING), self._is_own, self._fresh_at
        told: set[int] = set()
        for edge, callee, method, site, called in calls:
            if callee not in unknown and not entries.get(callee):
                continue
            held: Held | None = self._carried(edge, method, site, called, entry)
            if held:
                # What is only being made is as good as nothing to who has it for himself later.
                handed = self._fresh(edge) if is_being_made(held) else fresh_at.get(edge)
                held = held | handed if handed else held
            elif is_own[callee] and is_own[caller] and fresh_at.get(edge, True):
                held = None
            there = callees.get(callee)
            if there is None:
                there = callees[callee] = _Callee()
            if held is None and edge in there.unsure:
                continue
            if held is None or there.by_call.get(edge) != held:
                there.set(edge, held)
                told.add(callee)
        return told

    def _met(self, callee: _Callee) -> Held | None:
        """What all callers of an instance hold of which something is known; None without any."""
        new: Held | None = None
        if NOTHING in callee.counts:
            return NOTHING
        for held in callee.counts:
            new = held if new is None else common(new, held)
            if not new:
                return NOTHING
        for edge in callee.unsure:
            handed = self._fresh(edge)
            new = handed if new is None else common(new, handed)
            if not new:
                return NOTHING
        return new
