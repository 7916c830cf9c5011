"""The benchmark as a whole: for each program its runs, its static races, and a comparison."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bench import jdks
from bench.jdks import Jdk
from bench.soundness import runs
from bench.soundness.programs import HERE, Program, named
from snarl.monitor import reasons
from snarl.monitor.reasons import Reason
from snarl.monitor.soundness import Compared, StaticRaces, compare, facts_of
from snarl.program import load

RESULTS = Path(__file__).parents[1] / "results" / "soundness.md"
REASONS = HERE / "reasons.toml"
JDK = 17

Progress = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Row:
    """One program: what its runs showed, and what the static analysis says of it."""

    program: Program
    run: runs.Run
    compared: tuple[Compared, ...]
    misses: tuple[tuple[Compared, Reason | None], ...]
    """Pairs that are not reported, each with its reason, if there is one."""
    seconds: float


@dataclass(slots=True)
class Outcome:
    """The rows of all programs that could be compared, and what went wrong with the others."""

    rows: list[Row] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def run(
    names: tuple[str, ...] = (),
    *,
    jdk: Jdk | None = None,
    rounds: int = 4,
    progress: Progress = lambda _: None,
) -> Outcome:
    """Compares the programs of these names, or all."""
    home = jdk or jdks.find(JDK)
    if home is None:
        raise runs.RunError(f"there is no JDK {JDK} here")
    chosen = named(names)
    progress("fetching the libraries")
    runs.fetch(chosen)
    known = reasons.read(REASONS)
    outcome = Outcome()
    for program in chosen:
        try:
            outcome.rows.append(_compare(program, home, rounds, known, progress))
        except runs.RunError as problem:
            outcome.problems.append(str(problem))
    return outcome


def _compare(
    program: Program, jdk: Jdk, rounds: int, known: list[Reason], progress: Progress
) -> Row:
    progress(f"{program.name}: running")
    done = runs.record(program, jdk, rounds)
    progress(f"{program.name}: checking")
    start = time.perf_counter()
    inputs = [done.classes, program.application]
    loaded = load(inputs, classpath=program.classpath, jdk=jdk.home)
    compared = compare(done.pairs, StaticRaces(facts_of(loaded, [program.main])))
    needed = time.perf_counter() - start
    misses = [(it, reasons.find(known, program.name, it)) for it in compared if it.verdict.is_miss]
    return Row(program, done, tuple(compared), tuple(misses), needed)
