"""Runs of snarl: a record of what one needed and what it found."""

import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.jdks import Jdk
from bench.process import Measured, last_line, publishable, run
from bench.races.programs import TARGET, Program

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "bench" / "results" / "races.json"
REPORTS = TARGET / "reports"
NOT_A_REPORT = 2
"""The exit code of `snarl check` for bad usage or input."""

Progress = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Record:
    """What one tool needed for one program. Without counts it did not get to its end."""

    program: str
    tool: str
    wall: float
    cpu: float
    peak: int
    counts: dict[str, int] | None
    """Findings by severity; of the peer by the abbreviation of their kind."""
    stages: dict[str, int]
    steps: dict[str, float]
    """Seconds of each step, as the report says them."""
    date: str
    load: float
    """Load average before the run."""
    note: str = ""
    runs: int = 1

    @property
    def key(self) -> tuple[str, str]:
        """What a newer record replaces."""
        return self.program, self.tool


def check(program: Program, jdk: Jdk, limit: float) -> tuple[Measured, dict[str, Any] | None]:
    """One cold `snarl check`, and its report if it got to its end."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    file = REPORTS / f"{program.name}.json"
    file.unlink(missing_ok=True)
    command: list[str | Path] = [sys.executable, "-m", "snarl", "check", program.application]
    command += [*program.options, "--jdk", jdk.home, "--no-cache", "--output", f"json={file}"]
    measured = run(command, limit=limit, folder=ROOT)
    if measured.over_limit or measured.code in (NOT_A_REPORT, *range(-64, 0)):
        return measured, None
    if not file.exists():
        return measured, None
    return measured, json.loads(file.read_text(encoding="utf-8"))


def measure_snarl(
    program: Program, jdk: Jdk, *, repeat: int, limit: float, progress: Progress
) -> Record:
    """The median run of some by wall clock, with the largest peak; one that fails is the last."""
    load = os.getloadavg()[0]
    runs: list[Measured] = []
    report: dict[str, Any] | None = None
    for number in range(1, repeat + 1):
        progress(f"snarl, {program.name}, run {number} of {repeat}")
        measured, report = check(program, jdk, limit)
        if report is None:
            note = _failure(measured, limit)
            return record(program.name, "snarl", measured, None, load, note)
        runs.append(measured)
    middle = sorted(runs, key=lambda measured: measured.wall)[len(runs) // 2]
    middle = replace(middle, peak=max(measured.peak for measured in runs))
    counts = Counter(finding["severity"] for finding in report["findings"]) if report else {}
    made = record(program.name, "snarl", middle, dict(counts), load, _said(report))
    if report is None:
        return made
    return replace(made, stages=report["stages"], steps=report["seconds"], runs=len(runs))


def _said(report: dict[str, Any] | None) -> str:
    """What a reader must know of a report that is there: what it could not look at."""
    if not report:
        return ""
    missing = sum(" is missing; " in warning for warning in report["warnings"])
    other = [text for text in report["warnings"] if "methods had too many contexts" in text]
    said = [f"{missing} classes are missing"] if missing else []
    return publishable("; ".join([*said, *other]))


def _failure(measured: Measured, limit: float) -> str:
    if measured.over_limit:
        return f"not ended in {limit:.0f} s"
    return f"exit {measured.code}: {last_line(measured)}"


def record(
    program: str,
    tool: str,
    measured: Measured,
    counts: dict[str, int] | None,
    load: float,
    note: str,
) -> Record:
    """A record of a run that ended just now."""
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    cost = round(measured.wall, 3), round(measured.cpu, 3), measured.peak
    return Record(program, tool, *cost, counts, {}, {}, today, round(load, 1), note)


def read() -> list[Record]:
    """The records that are kept."""
    if not RECORDS.exists():
        return []
    return [Record(**row) for row in json.loads(RECORDS.read_text(encoding="utf-8"))]


def keep(new: list[Record]) -> list[Record]:
    """Keep records, in place of older ones of the same runs; returns all."""
    kept = {it.key: it for it in [*read(), *new]}
    records = [kept[key] for key in sorted(kept)]
    RECORDS.parent.mkdir(exist_ok=True)
    rows = [json.dumps(asdict(it), ensure_ascii=False) for it in records]
    RECORDS.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
    return records
