"""Occurrences: what is true of accesses in contexts, whatever is locked.

Whether one is of what nobody else knows yet, or of what its own thread has made, or never runs at
all. It takes about as long to find out as what is locked does, and neither needs the other: so
another process looks ahead meanwhile (`ahead`), and what it comes to is taken over (`learn`), with
what it has found out on the way, for others ask that too.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from snarl.facts.accesses import STATIC_ROW, Kind
from snarl.facts.calls.streams import is_for_sequential
from snarl.facts.code.branches import unreached
from snarl.facts.containers import THROUGH_VIEWS
from snarl.graph import distinct

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.ownership.escape import Escape
    from snarl.facts.ownership.handed import Handed
    from snarl.facts.ownership.leaks import KnownLeaks, Leaking
    from snarl.facts.ownership.made import Made
    from snarl.facts.ownership.publication import Fresh, Publication
    from snarl.facts.threads import Threads

_STATIC = int(Kind.STATIC)
_NO, _YES = 1, 2
"""Answers; 0 is none yet."""


class Answers(NamedTuple):
    """What was found so far: for another process."""

    fresh: bytes
    made: bytes
    idle: bytes
    publication: Fresh
    made_facts: Fresh
    leaking: KnownLeaks


class Occurrences:
    """Answers that are found when they are first asked for."""

    def __init__(
        self,
        calls: Calls,
        accesses: Accesses,
        threads: Threads,
        escape: Escape,
        publication: Publication,
        made: Made,
        leaking: Leaking,
    ) -> None:
        self._calls = calls
        self._accesses = accesses
        self._threads = threads
        self._escape = escape
        self._publication = publication
        self._made_facts = made
        self._leaking = leaking
        self._columns = accesses.lists
        self._access_of, self._instance_of = accesses.occurrence_lists
        self._fresh = bytearray(len(self._access_of))
        self._made = bytearray(len(self._access_of))
        self._idle = bytearray(len(accesses))

    def is_fresh(self, occurrence: int) -> bool:
        """Whether one touches what others cannot know yet."""
        found = self._fresh[occurrence]
        if not found:
            found = self._fresh[occurrence] = _NO + self._asks(self._publication, occurrence)
        return found == _YES

    def is_made(self, occurrence: int) -> bool:
        """Whether one touches what its own thread has made."""
        found = self._made[occurrence]
        if not found:
            found = self._made[occurrence] = _NO + self._asks(self._made_facts, occurrence)
        return found == _YES

    def _asks(self, facts: Publication, occurrence: int) -> bool:
        return self.asks(facts, self._access_of[occurrence], self._instance_of[occurrence])

    def asks(self, facts: Publication, access: int, instance: int) -> bool:
        """Whether an access in an instance touches what some facts say is fresh."""
        columns = self._columns
        if columns.kinds[access] == _STATIC:
            return False
        if columns.own_locks[access] in THROUGH_VIEWS:
            return False  # a view may be new, but what is behind it need not be
        if access in self._accesses.references:
            return self._is_fresh_in_stream(facts, access, instance)
        return facts.is_fresh(instance, columns.insts[access], columns.bases[access])

    def _is_fresh_in_stream(self, facts: Publication, access: int, instance: int) -> bool:
        """Whether a reference to a method of something fresh is given to a sequential stream; of
        others it is not known who runs them later."""
        function, base = self._columns.insts[access], self._columns.bases[access]
        code = self._calls.code_of(instance)
        if code is None or not is_for_sequential(code, function):
            return False
        return all(
            facts.is_fresh(instance, inst, base)
            for inst in (function, *code.uses.get(code.results[function], ()))
        )

    def never_runs(self, access: int) -> bool:
        """Whether an access is behind a branch that is never taken."""
        found = self._idle[access]
        if not found:
            found = self._idle[access] = _NO + self._find_idle(access)
        return found == _YES

    def _find_idle(self, access: int) -> bool:
        code = self._calls.code(self._columns.methods[access])
        blocks = frozenset() if code is None else unreached(code)
        if code is None or not blocks:
            return False
        return code.block_of[self._columns.insts[access]] in blocks

    # Looking ahead

    def ahead(self, handed: Handed) -> Iterator[None]:
        """Finds answers that are likely to be asked for, one after the other: what decides, and
        then what is asked of some of those that are left."""
        left = []
        for occurrence in self._in_question().tolist():
            access = self._access_of[occurrence]
            if not self.is_fresh(occurrence) and not self.never_runs(access):
                self.is_made(occurrence)
                left.append(occurrence)
            yield
        for occurrence in left:
            handed.edges(self._access_of[occurrence], self._instance_of[occurrence])
            yield

    def _in_question(self) -> NDArray[np.int64]:
        """Occurrences that a thread runs, of what several threads may know and one of them writes;
        a constructor most often writes what nobody knows yet."""
        accesses, methods = self._accesses, self._calls.methods
        running = np.flatnonzero(self._threads.runs[accesses.instances])
        of, rows = accesses.of[running], accesses.rows[running]
        makes = np.array([method.name == "<init>" for method in methods], bool)
        writes = accesses.writes[of] & ~makes[accesses.methods[of]]
        known = {row: self._known_to_several(row) for row in distinct(rows).tolist()}
        places = list(zip(accesses.groups[of].tolist(), rows.tolist(), strict=True))
        written: dict[int, set[int]] = {}
        for group, row in set(compress(places, writes.tolist())):
            written.setdefault(group, set()).update(known[row])
        racing = {
            (group, row)
            for group, row in set(places)
            if group in written and not written[group].isdisjoint(known[row])
        }
        return running[[place in racing for place in places]]

    def _known_to_several(self, row: int) -> list[int]:
        """The objects of a set that several threads may know."""
        if row == STATIC_ROW:
            return [STATIC_ROW]
        objects = self._accesses.sets[row]
        found: list[int] = objects[self._escape.shared[objects]].tolist()
        return found

    @property
    def answers(self) -> Answers:
        """All that was found so far."""
        return Answers(
            bytes(self._fresh),
            bytes(self._made),
            bytes(self._idle),
            self._publication.answers,
            self._made_facts.answers,
            self._leaking.answers,
        )

    def learn(self, answers: Answers) -> None:
        """Takes over what another process has found before anything was asked here."""
        self._fresh, self._made, self._idle = map(bytearray, answers[:3])
        self._publication.learn(answers.publication)
        self._made_facts.learn(answers.made_facts)
        self._leaking.learn(answers.leaking)
