"""One run of a tool on a program: a record of what it needed and what it counted."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from bench.jdks import Jdk
from bench.points_to import taie
from bench.points_to.goals import Goal
from bench.points_to.programs import PROGRAMS, TARGET, Program
from bench.process import Measured, last_line, run

ROOT = Path(__file__).parent.parent.parent
RECORDS = ROOT / "bench" / "results" / "points-to.json"
CALLS = TARGET / "calls"

Progress = Callable[[str], None]
Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Record:
    """What one tool needed for one program. Without figures it did not get to its end."""

    program: str
    tool: str
    context: str
    wall: float
    cpu: float
    peak: int
    figures: Figures | None
    date: str
    load: float
    """Load average before the run."""
    note: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What a newer record replaces."""
        return self.program, self.tool, self.context


def calls_file(program: str, tool: str, context: str) -> Path:
    """Where a tool's call graph is kept for the differ; not part of the repository."""
    return CALLS / f"{program}-{tool}-{context}.tsv"


def measure_snarl(
    program: Program,
    context: str,
    jdk: Jdk,
    *,
    repeat: int,
    limit: float,
    progress: Progress,
) -> Record:
    """Snarl: the median run of some by wall clock, the largest peak; then a run that counts."""
    command: list[str | Path] = [sys.executable, "-m", "bench.points_to.snarl_child"]
    command += [jdk.home, program.main, context, *program.application]
    load = os.getloadavg()[0]
    middle = _middle(command, f"snarl, {context}, {program.name}", repeat, limit, progress)
    if middle.code:
        return _record(program, "snarl", context, middle, None, load, limit)
    progress(f"snarl, {context}, {program.name}, counting")
    CALLS.mkdir(parents=True, exist_ok=True)
    calls = calls_file(program.name, "snarl", context)
    counted = run([*command, "--counts", "--calls", calls], limit=limit, folder=ROOT)
    if counted.code:
        return _record(program, "snarl", context, counted, None, load, limit)
    figures = _said(counted) | _said(middle)
    return _record(program, "snarl", context, middle, figures, load, limit)


def measure_open(goal: Goal, jdk: Jdk, *, repeat: int, limit: float, progress: Progress) -> Record:
    """Snarl on a program that is open: the median run by wall clock, the largest peak."""
    program = next(it for it in PROGRAMS if it.name == goal.program)
    jars = [path for path in program.application if path.suffix == ".jar"]
    command: list[str | Path] = [sys.executable, "-m", "bench.points_to.snarl_child"]
    command += [jdk.home, "-", "auto", *jars, "--open", goal.open]
    load = os.getloadavg()[0]
    middle = _middle(command, f"snarl, {goal.context}, {program.name}", repeat, limit, progress)
    figures = None if middle.code else _said(middle)
    return _record(program, "snarl", goal.context, middle, figures, load, limit)


def _middle(
    command: list[str | Path], what: str, repeat: int, limit: float, progress: Progress
) -> Measured:
    """The median run of some by wall clock, with the largest peak; or the first that fails."""
    runs: list[Measured] = []
    for number in range(1, repeat + 1):
        progress(f"{what}, run {number} of {repeat}")
        measured = run(command, limit=limit, folder=ROOT)
        if measured.code:
            return measured
        runs.append(measured)
    middle = sorted(runs, key=lambda measured: measured.wall)[len(runs) // 2]
    return replace(middle, peak=max(measured.peak for measured in runs))


def measure_taie(
    program: Program, context: str, jdk: Jdk, *, limit: float, progress: Progress, anyway: bool
) -> Iterator[Record]:
    """One run of Tai-e, and one of each further variant until one comes to its end.

    A variant that did not come to its end on a smaller program is tried again only if it is asked
    for, `anyway`.
    """
    smaller = {other.name for other in PROGRAMS[: PROGRAMS.index(program)] if not anyway}
    failed = {
        record.tool
        for record in read()
        if record.program in smaller and record.context == context and not record.figures
    }
    for variant in taie.VARIANTS[context]:
        if variant.name in failed:
            continue
        record = _measure_variant(variant, program, context, jdk, limit, progress)
        yield record
        if record.figures:
            return


def _measure_variant(
    variant: taie.Variant,
    program: Program,
    context: str,
    jdk: Jdk,
    limit: float,
    progress: Progress,
) -> Record:
    """One run; the seconds that Tai-e's main takes to count are not in its wall clock."""
    progress(f"{variant.name}, {context}, {program.name}, at most {limit:.0f} s")
    load = os.getloadavg()[0]
    CALLS.mkdir(parents=True, exist_ok=True)
    calls = calls_file(program.name, "taie", context)
    measured = taie.analyse(program, variant, jdk, limit=limit, calls=calls)
    if measured.code:
        return _record(program, variant.name, context, measured, None, load, limit)
    figures = _said(measured)
    measured = replace(measured, wall=measured.wall - figures.pop("counting"))
    return _record(program, variant.name, context, measured, figures, load, limit)


def _said(measured: Measured) -> Figures:
    figures: Figures = json.loads(measured.output.splitlines()[-1])
    return figures


def _record(
    program: Program,
    tool: str,
    context: str,
    measured: Measured,
    figures: Figures | None,
    load: float,
    limit: float,
) -> Record:
    note = ""
    if measured.over_limit:
        note = f"not done after {limit / 60:.0f} minutes"
    elif figures is None:
        note = _failure(measured)
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    cost = measured.wall, measured.cpu, measured.peak
    return Record(program.name, tool, context, *cost, figures, today, round(load, 1), note)


def _failure(measured: Measured) -> str:
    if "OutOfMemoryError" in measured.output + measured.errors:
        return f"out of memory with {taie.HEAP}"
    return f"exit {measured.code}: {last_line(measured)}"


def read() -> list[Record]:
    """The records that are kept."""
    if not RECORDS.exists():
        return []
    return [Record(**row) for row in json.loads(RECORDS.read_text(encoding="utf-8"))]


def keep(new: list[Record]) -> list[Record]:
    """Keep records, in place of older ones of the same runs; returns all."""
    kept = {record.key: record for record in [*read(), *new]}
    records = [kept[key] for key in sorted(kept)]
    RECORDS.parent.mkdir(exist_ok=True)
    rows = [json.dumps(asdict(record), ensure_ascii=False) for record in records]
    RECORDS.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
    return records
