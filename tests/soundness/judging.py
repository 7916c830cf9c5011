"""Compares what raced in a program with the static races, and with what the program says."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import snarl
from races.expectations import Source
from snarl.monitor import reasons
from snarl.monitor.accesses import UnorderedPair
from snarl.monitor.soundness import StaticRaces, compare, facts_of

REASONS = reasons.read(Path(__file__).with_name("reasons.toml"))


def unexplained_misses(
    home: Path, source: Source, folder: Path, pairs: Iterable[UnorderedPair]
) -> list[str]:
    """The pairs that raced, are not reported, and for which no reason is given."""
    program = snarl.load([folder / source.name], jdk=home)
    facts = facts_of(program, source.options.main or None, source.options.context)
    return [
        f"{source.path.name}: {it}"
        for it in compare(pairs, StaticRaces(facts))
        if it.verdict.is_miss and reasons.find(REASONS, source.name, it) is None
    ]
