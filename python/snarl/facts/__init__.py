"""Facts: what checkers share. Accesses, threads, escape and locks of an analysed program.

Each is computed when it is first asked for, from the points-to solution and from what was computed
before; none knows a rule. The packages, in the order in which they build on each other:

    code        what a method says by itself: constants, loops, branches, values
    calls       methods in contexts, what they call, and what may run from some point on
    containers  objects of libraries that change themselves: collections, builders, formats
    accesses    what reads and writes fields, elements of arrays, and containers
    heap        who holds an object
    threads     what runs in which thread, and how often
    ordering    what may happen in parallel: joins, futures, signals, barriers
    ownership   whose an object is: what is not shared, not yet, or no longer
    locks       what is held where; locks made by hand, and what is as good as one

The modules beside them serve several of these.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.accesses import Accesses
from snarl.facts.atomics import Atomics
from snarl.facts.calls import Calls
from snarl.facts.calls.chains import Chains
from snarl.facts.code.values import Values
from snarl.facts.containers.references import References
from snarl.facts.contracts import Contracts
from snarl.facts.elements import Elements
from snarl.facts.heap import Heap
from snarl.facts.heap.guessed import Guessed
from snarl.facts.leaders import Leaders
from snarl.facts.locks import Locks
from snarl.facts.locks.ground import Ground
from snarl.facts.occurrences import Occurrences
from snarl.facts.ordering import Ordering
from snarl.facts.ordering.guarded import Guarded
from snarl.facts.ordering.moments import Moments
from snarl.facts.ownership.escape import Escape
from snarl.facts.ownership.for_one import ForOne
from snarl.facts.ownership.handed import Handed
from snarl.facts.ownership.known import Known
from snarl.facts.ownership.leaks import Leaking
from snarl.facts.ownership.lent import Lent
from snarl.facts.ownership.made import LikelyMade, Made
from snarl.facts.ownership.publication import Publication
from snarl.facts.promises import Promises
from snarl.facts.signs import Signs
from snarl.facts.swapped import Swapped
from snarl.facts.threads import Threads
from snarl.facts.threads.instances import Once
from snarl.parallel import aside
from snarl.settings import Settings

if TYPE_CHECKING:
    from snarl.facts.code.reading import Codes
    from snarl.points_to import Solution

__all__ = ["Facts"]

_MANY = 2000
"""Occurrences of accesses, from which on it is worth while to start another process."""


class Facts:
    """All facts of one program."""

    def __init__(
        self,
        solution: Solution,
        settings: Settings | None = None,
        *,
        asked_open: bool = False,
        codes: Codes | None = None,
    ) -> None:
        """With the code of some methods, if it was read before."""
        self.solution = solution
        self._codes = codes
        self.asked_open = asked_open
        """Whether the user named the classes that other threads call."""
        self.program = solution.program
        self.settings = settings or Settings()
        self.promises = Promises(self.settings)

    def compute(self) -> None:
        """Computes what all checkers need, so that their own time can be told."""
        _ = (self.accesses, self.threads.runs, self.escape.shared)
        looking = None
        if len(self.accesses.of) >= _MANY:
            looking = aside(
                lambda: self.occurrences.ahead(self.handed), lambda: self.occurrences.answers
            )
        _ = self.locks.entries
        found = None if looking is None else looking.result()
        if found is not None:
            self.occurrences.learn(found)

    @cached_property
    def calls(self) -> Calls:
        """Methods in contexts, and the calls between them."""
        return Calls(self.solution, self._codes)

    @cached_property
    def accesses(self) -> Accesses:
        """What reads and writes memory."""
        return Accesses(self.solution, self.calls, self.once, self.signs)

    @cached_property
    def signs(self) -> Signs:
        """Which classes are meant for several threads."""
        return Signs(self.solution, self.calls, self.promises)

    @cached_property
    def once(self) -> Once:
        """What runs at most once."""
        return Once(self.solution, self.calls)

    @cached_property
    def atomics(self) -> Atomics:
        """Words that threads compare and set."""
        return Atomics(self.solution, self.calls, self.accesses, self.once)

    @cached_property
    def threads(self) -> Threads:
        """What runs in which thread."""
        return Threads(self.solution, self.calls, self.once, self.settings)

    @cached_property
    def references(self) -> References:
        """Who runs references to methods of containers."""
        return References(self.calls, self.accesses, self.threads)

    @cached_property
    def ordering(self) -> Ordering:
        """What may happen in parallel."""
        return Ordering(
            self.solution,
            self.calls,
            self.accesses,
            self.threads,
            self.once,
            self.atomics,
            Guarded(self.calls, self.accesses, self.locks),
        )

    @cached_property
    def moments(self) -> Moments:
        """When threads run what."""
        return Moments(self.threads, self.ordering)

    @cached_property
    def escape(self) -> Escape:
        """Which objects are shared."""
        return Escape(self.solution, self.calls, self.threads)

    @cached_property
    def heap(self) -> Heap:
        """Who holds an object."""
        return Heap(self.solution, self.calls, self.accesses, self.once)

    @cached_property
    def guessed(self) -> Guessed:
        """What is where it is only for a guess."""
        return Guessed(self.solution, self.calls, self.accesses)

    @cached_property
    def for_one(self) -> ForOne:
        """What is used by one thread at a time, as everybody knows."""
        return ForOne(self.solution, self.promises, self.escape, self.heap)

    @cached_property
    def known(self) -> Known:
        """Which objects others know on a way that means something."""
        return Known(
            self.solution,
            self.calls,
            self.threads,
            self.escape,
            self.heap,
            self.once,
            self.for_one,
        )

    @cached_property
    def leaking(self) -> Leaking:
        """Where methods make values known."""
        return Leaking(self.solution, self.calls, self.heap)

    @cached_property
    def chains(self) -> Chains:
        """What chains of calls begin with."""
        return Chains(self.calls)

    @cached_property
    def contracts(self) -> Contracts:
        """What is called in turn since an interface says so."""
        return Contracts(self.solution, self.calls, self.accesses)

    @cached_property
    def publication(self) -> Publication:
        """What is not yet shared."""
        return Publication(
            self.solution,
            self.calls,
            self.threads,
            self.heap,
            self.leaking,
            self.chains,
            self.contracts,
        )

    @cached_property
    def made(self) -> Made:
        """What the running thread has made itself."""
        return Made(
            self.solution,
            self.calls,
            self.threads,
            self.heap,
            self.leaking,
            self.chains,
            self.accesses,
            self.once,
        )

    @cached_property
    def likely_made(self) -> LikelyMade:
        """What the running thread has made itself, if callers from outside play fair."""
        return LikelyMade(
            self.solution,
            self.calls,
            self.threads,
            self.heap,
            self.leaking,
            self.chains,
            self.accesses,
            self.once,
        )

    @cached_property
    def occurrences(self) -> Occurrences:
        """What is true of accesses in contexts, whatever is locked."""
        return Occurrences(
            self.calls,
            self.accesses,
            self.threads,
            self.escape,
            self.publication,
            self.made,
            self.leaking,
        )

    @cached_property
    def handed(self) -> Handed:
        """By which calls accesses have what others may know."""
        return Handed(self.calls, self.accesses, self.publication)

    @cached_property
    def lent(self) -> Lent:
        """What callers from outside have given, and nobody has kept."""
        return Lent(
            self.solution,
            self.calls,
            self.threads,
            self.heap,
            self.leaking,
            self.chains,
            self.locks,
        )

    @cached_property
    def values(self) -> Values:
        """What values are, seen from inside their methods."""
        return Values(self.calls, self.accesses)

    @cached_property
    def elements(self) -> Elements:
        """Which elements of arrays are a thread's own."""
        return Elements(self.calls, self.accesses, self.threads, self.values, self.locks)

    @cached_property
    def leaders(self) -> Leaders:
        """What only one of many threads does."""
        return Leaders(self.calls, self.threads, self.once, self.ordering, self.elements)

    @cached_property
    def swapped(self) -> Swapped:
        """Fields that exchange what they hold."""
        return Swapped(self.calls, self.accesses, self.threads, self.ordering, self.locks)

    @cached_property
    def locks(self) -> Locks:
        """What is held where."""
        return Locks(
            Ground(
                self.solution,
                self.calls,
                self.accesses,
                self.threads,
                self.values,
                self.once,
                self.heap,
                self.publication,
                self.atomics,
                self.contracts,
            )
        )
