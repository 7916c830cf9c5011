"""A run beside the static races: is what really raced among what the check derives?

Each pair of accesses that a run showed unordered should be a pair of the data-race checker. Where
it is not, the first of paper 1's stages that has lost it says where to look for the cause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from snarl.checkers.data_race.pairs import Pairs
from snarl.facts.accesses import STATIC_ROW

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts import Facts
    from snarl.monitor.accesses import Side, UnorderedPair
    from snarl.program import Program


class Verdict(Enum):
    """What the static analysis says of a pair that really raced."""

    PAIR = "the pair"
    """The very pair of sites is a static race."""
    SUBJECT = "its subject"
    """Other pairs on the same field are."""
    NOT_ANALYSED = "no code"
    """The class is in no file, or the analysis does not reach the method: stage 'reachable'."""
    NOT_AN_ACCESS = "no access"
    """The instruction is reached, and is no access for the analysis."""
    OF_LIBRARIES = "of libraries"
    """Both are in code of libraries: races within these are not looked for."""
    NOT_RUN = "no thread"
    """No thread runs it, as far as the analysis knows."""
    NOT_ALIASING = "aliasing"
    """The two are said never to touch one object."""
    NOT_ESCAPING = "escaping"
    """What both touch is said to belong to one thread."""
    NOT_PARALLEL = "ordered"
    """The two are said never to happen at the same time, or the object not to be known yet."""

    @property
    def is_miss(self) -> bool:
        """Whether the race is not reported."""
        return self not in (Verdict.PAIR, Verdict.SUBJECT)


@dataclass(frozen=True, slots=True)
class Compared:
    """A pair that really raced, and what the static analysis says of it."""

    pair: UnorderedPair
    verdict: Verdict

    def __str__(self) -> str:
        """One line, for those who mend a miss."""
        pair = self.pair
        sides = " and ".join(
            f"{side.access} {side.site.class_name}.{side.site.method}:{side.site.bci}"
            f" [{side.thread_name}]"
            for side in pair.sides
        )
        return f"{pair.evidence}, {self.verdict.value}: {pair.kind} {pair.subject}: {sides}"


class StaticRaces:
    """The races of a program before they are grouped into findings, by their sites.

    They are looked for where a run has shown a pair, and nowhere else: all pairs of a large program
    would take long, and most of them nobody asks for.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._pairs = Pairs(facts)
        self._racing_groups: dict[int, bool] = {}
        self._accesses: dict[tuple[str, str, str, int], list[int]] = {}
        self._index()

    def _index(self) -> None:
        accesses, methods = self._facts.accesses, self._facts.calls.methods
        names = [(it.owner.name, it.name, it.descriptor) for it in methods]
        for number, (place, bci) in enumerate(
            zip(accesses.methods.tolist(), accesses.bcis.tolist(), strict=True)
        ):
            self._accesses.setdefault((*names[place], bci), []).append(number)
        self._methods = set(names)

    def judge(self, pair: UnorderedPair) -> Verdict:
        """What the analysis says of a pair."""
        first, second = (self._of(side) for side in pair.sides)
        if any(self._is_race(one, two) for one in first for two in second):
            return Verdict.PAIR
        if self._is_subject(pair, first + second):
            return Verdict.SUBJECT
        return self._cause(pair, first, second)

    def _of(self, side: Side) -> list[int]:
        """The accesses at a site that do the same: read or write."""
        site = side.site
        found = self._accesses.get((site.class_name, site.method, site.descriptor, site.bci), [])
        writes = self._facts.accesses.writes
        return [it for it in found if bool(writes[it]) == (side.access == "write")]

    def _is_race(self, first: int, second: int) -> bool:
        groups = self._facts.accesses.groups
        if groups[first] != groups[second]:
            return False
        for race in self._pairs.among({first, second}):
            ones = {side.access for side in race.first}
            others = {side.access for side in race.second}
            if (first in ones and second in others) or (second in ones and first in others):
                return True
        return False

    def _is_subject(self, pair: UnorderedPair, accesses: list[int]) -> bool:
        """Whether other accesses of the same field race."""
        if pair.kind in ("array", "container"):
            return False
        return any(self._races(int(self._facts.accesses.groups[it])) for it in accesses)

    def _races(self, group: int) -> bool:
        if group not in self._racing_groups:
            members = np.flatnonzero(self._facts.accesses.groups == group).tolist()
            self._racing_groups[group] = any(True for _ in self._pairs.among(members))
        return self._racing_groups[group]

    def _cause(self, pair: UnorderedPair, first: list[int], second: list[int]) -> Verdict:
        """The first stage that has lost a pair."""
        for side, found in zip(pair.sides, (first, second), strict=True):
            site = side.site
            if (site.class_name, site.method, site.descriptor) not in self._methods:
                return Verdict.NOT_ANALYSED
            if not found:
                return Verdict.NOT_AN_ACCESS
        accesses = self._facts.accesses
        if not accesses.is_own[first + second].any():
            return Verdict.OF_LIBRARIES
        both = [np.isin(accesses.of, found) for found in (first, second)]
        runs = self._facts.threads.runs[accesses.instances].astype(bool)
        if not all((mask & runs).any() for mask in both):
            return Verdict.NOT_RUN
        if pair.kind == "static":
            return Verdict.NOT_PARALLEL
        common = set.intersection(*(set(self._objects(mask & runs)) for mask in both))
        if not common:
            return Verdict.NOT_ALIASING
        if not any(self._facts.escape.shared[number] for number in common):
            return Verdict.NOT_ESCAPING
        return Verdict.NOT_PARALLEL

    def _objects(self, mask: NDArray[np.bool_]) -> Iterator[int]:
        accesses = self._facts.accesses
        for row in np.unique(accesses.rows[mask]).tolist():
            if row != STATIC_ROW:
                yield from accesses.sets[row].tolist()


def facts_of(program: Program, main: Sequence[str] | None = None, context: str = "auto") -> Facts:
    """The facts that `snarl.checking.check` derives of a closed program."""
    from snarl.facts import Facts
    from snarl.program.harness import choose

    roots = choose(program, main, None, None, start="light")
    facts = Facts(program.points_to(context, roots=roots))
    facts.compute()
    return facts


def compare(pairs: Iterable[UnorderedPair], races: StaticRaces) -> list[Compared]:
    """What the static analysis says of each pair."""
    return [Compared(pair, races.judge(pair)) for pair in pairs]
