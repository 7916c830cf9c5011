"""Data races: two threads, one location, at least one write, and nothing that orders them.

Paper 1. `pairs` finds them by its four stages, `idioms` knows those that do no harm, `ranking`
judges them, `describe` tells of each what a person needs, with `subjects` and `sites`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from snarl.checkers.data_race.describe import Describer
from snarl.checkers.data_race.pairs import Pairs, Race

if TYPE_CHECKING:
    from snarl.facts import Facts
    from snarl.findings import Finding

NAME = "data-race"


def check(facts: Facts) -> tuple[list[Finding], Mapping[str, int]]:
    """The data races of a program, one finding for each subject, and the pairs of each stage."""
    pairs = Pairs(facts)
    describer = Describer(facts)
    by_subject: dict[object, list[Race]] = {}
    for race in pairs.races():
        if describer.concerns_application(race):
            by_subject.setdefault(describer.subjects.key(race), []).append(race)
    findings = [describer.finding(races) for races in by_subject.values()]
    return findings, pairs.stages
