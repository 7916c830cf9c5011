"""Data races: two threads, one location, at least one write, and nothing that orders them.

Paper 1. `pairs` finds them by its four stages, over `classes` of accesses that are alike. `ranking`
judges them: by the `idioms` that do no harm, and by what speaks for and against each (`support`):
which calls say what they mean (`meanings`), what threads reach by these (`reaches`), which objects
are meant (`meant`). `describe` tells of each what a person needs, with `subjects` and `sites`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from snarl.checkers.data_race.describe import Describer
from snarl.checkers.data_race.pairs import Pairs, Race
from snarl.parallel import in_parts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from snarl.facts import Facts
    from snarl.findings import Finding

    Groups = Sequence[NDArray[np.int64]]

NAME = "data-race"
_PARTS = 128
_FEW = 2000
"""Occurrences; with fewer of them it is not worth while to share them out."""


def check(facts: Facts) -> tuple[list[Finding], Mapping[str, int]]:
    """The data races of a program, one finding for each subject, and the pairs of each stage."""
    pairs, describer = Pairs(facts), Describer(facts)
    groups = pairs.groups()
    parts = _parts(groups)
    order = _order(parts)
    if len(parts) > 1:
        describer.prepare()

    def work(number: int) -> tuple[list[Finding], Counter[str]]:
        before, part = Counter(pairs.stages), parts[order[number]]
        found = [it for rows in part for it in _findings(pairs, describer, rows)]
        return found, Counter(pairs.stages) - before

    stages, findings = Counter(pairs.stages), []
    done = dict(zip(order, in_parts(work, len(parts)), strict=True))
    for _, (found, counts) in sorted(done.items()):
        findings += found
        stages += counts
    return findings, {stage: stages[stage] for stage in pairs.stages}


def _parts(groups: Groups) -> list[Groups]:
    """Groups that are next to each other together, so that parts take about the same time."""
    total = sum(map(len, groups))
    if total < _FEW:
        return [groups]
    parts: list[list[NDArray[np.int64]]] = [[]]
    size = 0
    for rows in groups:
        if size >= total / _PARTS:
            parts.append([])
            size = 0
        parts[-1].append(rows)
        size += len(rows)
    return list(parts)


def _order(parts: list[Groups]) -> list[int]:
    """In which order parts are done: large ones first, lest one be left at the end; the others as
    they are, for what is next to each other has much in common."""
    sizes = [sum(map(len, part)) for part in parts]
    large = 2 * sum(sizes) / max(len(parts), 1)
    return sorted(range(len(parts)), key=lambda part: sizes[part] < large)


def _findings(pairs: Pairs, describer: Describer, rows: NDArray[np.int64]) -> list[Finding]:
    """The findings on one group: a field, or all arrays or containers."""
    by_subject: dict[object, list[Race]] = {}
    for race in pairs.races(rows):
        if describer.concerns_application(race):
            by_subject.setdefault(describer.subjects.key(race), []).append(race)
    told = map(describer.finding, filter(describer.is_in_question, by_subject.values()))
    promises = describer.facts.promises
    return [it for it in told if not promises.is_told_thread_local(it.subject)]
