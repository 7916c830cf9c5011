"""Reaches: what a thread reaches by calls that say what they mean, and by calls without a lock."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls import NOBODY
from snarl.facts.calls.streams import given_to_streams
from snarl.graph import distinct
from snarl.points_to import EdgeKind
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.checkers.data_race.meanings import Meanings
    from snarl.checkers.data_race.pairs import Side
    from snarl.facts import Facts
    from snarl.facts.threads import Thread
    from snarl.graph import Graph

_PUBLIC = int(Flag.PUBLIC)


@dataclass(frozen=True, slots=True)
class Reached:
    """What a thread reaches on some of its ways."""

    surely: NDArray[np.bool_]
    """Without calls that say little."""
    surely_unlocked: NDArray[np.bool_]
    """Without these, and without calls that hold a lock or are reflective."""
    unlocked: NDArray[np.bool_]


class Reaches:
    """What each thread reaches."""

    def __init__(self, facts: Facts, meanings: Meanings) -> None:
        self._facts = facts
        self._meanings = meanings
        self._known: dict[int, Reached] = {}

    def prepare(self) -> None:
        """Finds out what is the same for all threads."""
        _ = (self._meanings.says_little, self._unlocked_calls)

    def is_vague(self, side: Side) -> bool:
        """Whether a side is only reached by a call that says little, or has only by such a call
        what it accesses."""
        reached = self._by(side.thread)
        if not reached.surely[side.instance]:
            return True
        if (
            not side.is_locked
            and not reached.surely_unlocked[side.instance]
            and reached.unlocked[side.instance]
        ):
            return True
        handed = self._facts.handed.edges(side.access, side.instance)
        return bool(handed) and not any(self._is_surely_called(reached, it) for it in handed)

    def _is_surely_called(self, reached: Reached, edge: int) -> bool:
        """Whether a thread surely makes a call that says what it means."""
        caller = int(self._facts.calls.callers[edge])
        return bool(reached.surely[caller]) and not self._meanings.says_little[edge]

    def is_unlocked(self, side: Side) -> bool:
        """Whether a side is also reached without a lock."""
        return bool(self._by(side.thread).unlocked[side.instance])

    def _by(self, thread: Thread) -> Reached:
        if thread.number not in self._known:
            roots, sure = [*thread.roots, *self._functions(thread)], ~self._meanings.says_little
            sure[self._calls_of_arguments(thread)] = False
            self._known[thread.number] = Reached(
                self._through(sure).reachable(roots),
                self._through(sure & self._unlocked).reachable(roots),
                self._unlocked_calls.reachable(roots),
            )
        return self._known[thread.number]

    def _functions(self, thread: Thread) -> list[int]:
        """The functions that the program has given to the streams which a thread works for."""
        if not self._facts.threads.is_of_stream(thread):
            return []
        runs, calls = self._facts.threads.runs_in(thread), self._facts.calls
        return np.flatnonzero(runs & np.isin(calls.method_of, self._given_to_streams)).tolist()

    @cached_property
    def _given_to_streams(self) -> list[int]:
        return sorted(given_to_streams(self._facts.calls))

    @cached_property
    def _unlocked(self) -> NDArray[np.bool_]:
        """The calls that hold no lock and are not reflective."""
        mask: NDArray[np.bool_] = self._facts.calls.kinds != EdgeKind.REFLECTIVE
        return mask & ~self._facts.locks.is_call_locked

    @cached_property
    def _unlocked_calls(self) -> Graph:
        return self._through(self._unlocked)

    def _through(self, some: NDArray[np.bool_]) -> Graph:
        calls = self._facts.calls
        return calls.through(np.flatnonzero(calls.is_in_thread & some))

    def _calls_of_arguments(self, thread: Thread) -> NDArray[np.int64]:
        """Calls by which a method that is called from outside runs what it was given, and what runs
        is nothing that callers from outside can have: a class that is not public, a lambda. It is
        the program that calls the method so."""
        calls = self._facts.calls
        is_root = np.zeros(len(calls), bool)
        is_root[list(thread.roots) if thread.kind == "environment" else []] = True
        edges = is_root[calls.callers] & calls.is_in_thread & calls.is_own[calls.callees]
        found = np.flatnonzero(edges)
        # A method is called in many contexts, and an instance by many: each is looked at once.
        found = found[self._are_of_arguments(found)]
        callees = calls.callees[found]
        hidden = [it for it in distinct(callees).tolist() if self._is_hidden(it)]
        return found[np.isin(callees, hidden)]

    def _are_of_arguments(self, edges: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether each of some calls is one that a method makes of one of its own arguments."""
        calls = self._facts.calls
        places = calls.method_of[calls.callers[edges]].tolist()
        sites = list(zip(places, calls.sites[edges].tolist(), strict=True))
        known = {site: self._is_of_argument(*site) for site in set(sites)}
        return np.array([known[site] for site in sites], bool)

    def _is_of_argument(self, place: int, site: int) -> bool:
        """Whether a method calls one of its own arguments."""
        code = self._facts.calls.code(place)
        call = None if code is None else code.call_at(site)
        if code is None or call is None or not code.operands(call):
            return False
        path = self._facts.values.path(code, code.operands(call)[0])
        if path.root.kind != "parameter" or path.fields:
            return False
        return code.method.is_static or path.root.key[0] > 0

    def _is_hidden(self, callee: int) -> bool:
        """Whether callers from outside have no object with such a method, nor make one."""
        calls = self._facts.calls
        code = calls.code_of(callee)
        if code is None:
            return False
        access = calls.solution.program.engine.class_access(code.method.owner.id)
        if code.method.flags & access & _PUBLIC:
            return False
        if code.method.is_static or not code.method.flags & _PUBLIC:
            return True
        objects = calls.objects(callee, code.parameters[0])
        return bool((self._facts.once.makers[objects] != NOBODY).all())
