"""Handed: by which calls an access has what others may know already.

    Model(int id) { setId(id); }          // nobody knows it yet
    void setId(int id) { this.id = id; }
    …
    shared.setId(2);                      // others may know it

Whether the access may race does not depend on what its other calls do: neither when those happen,
nor by which ways they are reached.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.accesses import Kind
from snarl.facts.containers import THROUGH_VIEWS

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.calls.reach import Point
    from snarl.facts.ownership.publication import Publication

_STATIC = int(Kind.STATIC)


class Handed:
    """The calls that count, where not all of them do."""

    def __init__(self, calls: Calls, accesses: Accesses, publication: Publication) -> None:
        self._calls = calls
        self._accesses = accesses
        self._publication = publication
        self._edges: dict[tuple[int, int], tuple[int, ...]] = {}
        self._points: dict[tuple[int, int], tuple[Point, ...]] = {}
        self._late: dict[int, set[int]] = {}
        """The blocks of each method that come after a call."""

    def edges(self, access: int, instance: int) -> tuple[int, ...]:
        """The calls of an instance by which an access has what others may know; none if all calls
        are alike."""
        key = (access, instance)
        if key not in self._edges:
            self._edges[key] = self._find_edges(access, instance)
        return self._edges[key]

    def points(self, access: int, instance: int) -> tuple[Point, ...]:
        """The same as instructions of the callers, if an access comes so soon after its call that
        nothing else happens between them; else none."""
        key = (access, instance)
        if key not in self._points:
            self._points[key] = self._find_points(access, instance)
        return self._points[key]

    def _find_edges(self, access: int, instance: int) -> tuple[int, ...]:
        columns = self._accesses.lists
        if columns.kinds[access] == _STATIC or columns.own_locks[access] in THROUGH_VIEWS:
            return ()
        if access in self._accesses.references:
            return ()
        inst, base = columns.insts[access], columns.bases[access]
        stale = self._publication.stale_calls(instance, inst, base)
        if not stale:
            return ()
        calls = self._calls
        return tuple(
            edge
            for edge in calls.edges_to(instance)
            if calls.is_in_thread[edge]
            and (int(calls.callers[edge]), int(calls.sites[edge])) in stale
        )

    def _find_points(self, access: int, instance: int) -> tuple[Point, ...]:
        if not self._is_soon(access, instance):
            return ()
        found: list[Point] = []
        for edge in self.edges(access, instance):
            caller = int(self._calls.callers[edge])
            there = self._calls.code_of(caller) if self._calls.is_own[caller] else None
            call = None if there is None else there.call_at(int(self._calls.sites[edge]))
            if call is None:
                return ()
            found.append((caller, call))
        return tuple(found)

    def _is_soon(self, access: int, instance: int) -> bool:
        """Whether a method calls nothing before it comes to an access."""
        code = self._calls.code_of(instance)
        if code is None:
            return False
        if code.place not in self._late:
            self._late[code.place] = {
                after
                for block, calls in enumerate(code.calls_by_block)
                if calls
                for after in code.blocks_after(block)
            }
        inst = self._accesses.lists.insts[access]
        block = code.block_of[inst]
        if block in self._late[code.place]:
            return False
        return not any(call < inst for call in code.calls_by_block[block])
