"""Meanings: calls that say little of what they call.

A call of the JDK's, or one by a name that all collections have, may mean so many methods of the
program that it hardly means a certain one. So may a call of a method whose contexts were given up.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls import NOBODY
from snarl.graph import distinct
from snarl.program import Op

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts import Facts

_MANY = 4
"""Own methods that one call of the JDK's may mean; with more of them it says little."""
_CROWD = 8
"""The same of all methods, the JDK's too."""
_GENERAL = frozenset(
    (
        *("java.lang.Object", "java.lang.Iterable", "java.lang.Comparable"),
        *(f"java.util.{name}" for name in ("Iterator", "ListIterator", "Enumeration")),
        *(f"java.util.{name}" for name in ("Collection", "List", "Set", "Queue", "Deque")),
        *(f"java.util.{name}" for name in ("Map", "Map$Entry", "SortedMap", "Comparator")),
    )
)
"""Types by which any collection or object may be called."""


class Meanings:
    """How much calls say."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    @cached_property
    def merged(self) -> set[int | None]:
        """Methods whose contexts were given up to stay within the budget."""
        graph = self._facts.solution.call_graph
        return {graph.place(method) for method in self._facts.solution.degraded}

    @cached_property
    def says_little(self) -> NDArray[np.bool_]:
        """Whether each call may mean many methods: one of the JDK's, or one of a method whose
        contexts were given up. Or it makes an error of the JDK's own."""
        calls = self._facts.calls
        to_own = calls.is_in_thread & calls.is_own[calls.callees]
        back = np.flatnonzero(to_own & ~calls.is_own[calls.callers])
        mask = np.zeros(len(calls.callers), bool)
        mask[back] = self._meanings(back, calls.method_of[calls.callees[back]]) > _MANY
        inside = np.flatnonzero(calls.is_in_thread & ~calls.is_own[calls.callers])
        mask[inside] |= self._meanings(inside, calls.method_of[calls.callees[inside]]) > _CROWD
        mask[inside] |= self._makes_errors[calls.method_of[calls.callees[inside]]]
        mask[self._general_calls(np.flatnonzero(to_own & calls.is_own[calls.callers]))] = True
        callers = calls.method_of[calls.callers]
        merged = np.flatnonzero(to_own & np.isin(callers, sorted(filter(None, self.merged))))
        mask[merged] = self._meanings(merged, self._together[calls.callees[merged]]) > 1
        return mask

    @cached_property
    def _together(self) -> NDArray[np.int64]:
        """Each instance by the first one of its method that has no context, if its own context is
        only that of a class: where contexts were given up, these do not tell what is meant."""
        calls, elements = self._facts.calls, self._facts.solution.engine.context
        used, of = np.unique(calls.context_of, return_inverse=True)
        is_class = [
            all(kind == "type" for kind, _, _ in elements(number)) for number in used.tolist()
        ]
        found = np.arange(len(calls), dtype=np.int64)
        left = np.flatnonzero(np.array(is_class, bool)[of])
        _, first, method = np.unique(calls.method_of[left], return_index=True, return_inverse=True)
        own = calls.method_of[left] != NOBODY
        found[left[own]] = left[first[method]][own]
        return found

    @cached_property
    def _makes_errors(self) -> NDArray[np.bool_]:
        """Whether each method is the constructor of an error of the JDK's. It may show what it is
        given; where the JDK gives it that, it is hardly ever anything of the program's."""
        program = self._facts.program
        above = program.find_class("java.lang.Throwable")
        return np.array(
            [
                it.name == "<init>"
                and it.owner.origin == "jdk"
                and above is not None
                and program.hierarchy.is_subtype(it.owner, above)
                for it in self._facts.calls.methods
            ],
            bool,
        )

    def _general_calls(self, edges: NDArray[np.int64]) -> NDArray[np.int64]:
        """Those of some calls that the program makes by a name that all collections, iterators or
        objects have, where that may mean many methods."""
        calls = self._facts.calls
        many = edges[self._meanings(edges, calls.method_of[calls.callees[edges]]) > _MANY]
        places = calls.method_of[calls.callers[many]].tolist()
        sites = list(zip(places, calls.sites[many].tolist(), strict=True))
        are_general = {site: self._is_general(*site) for site in set(sites)}
        return many[[are_general[site] for site in sites]]

    def _is_general(self, place: int, bci: int) -> bool:
        code = self._facts.calls.code(place)
        call = None if code is None else code.call_at(bci)
        if code is None or call is None or code.ops[call] != Op.INVOKE:
            return False
        return code.reference(call).owner in _GENERAL

    def _meanings(self, edges: NDArray[np.int64], targets: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many targets the site of each of some calls has."""
        calls = self._facts.calls
        # As one number each.
        places = self._together[calls.callers[edges]] << 32 | calls.sites[edges].astype(np.uint32)
        _, site = np.unique(places, return_inverse=True)
        pairs = distinct(site.astype(np.int64) << 32 | targets.astype(np.uint32))
        counts = np.bincount(pairs >> 32, minlength=int(site.max(initial=-1)) + 1)
        found: NDArray[np.int64] = counts[site]
        return found
