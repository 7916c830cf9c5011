"""Runs of the programs, plain and under the agent in turns, and records of what they needed."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from importlib.resources import as_file
from pathlib import Path

from bench.detection import sharing
from bench.detection.programs import Program
from bench.jdks import Jdk
from bench.process import Measured, last_line, run
from snarl.monitor.agent import JAR, container_lines

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "bench" / "results" / "detection.json"
PLAIN, SHARED, ALL = "plain", "shared", "all"

Progress = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Seen:
    """What the agent wrote of one run."""

    counts: Mapping[str, int]
    observed: int
    predicted: int
    is_whole: bool
    """Whether the file has its end, and nothing stopped the detectors."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one way to run a program needed: the fastest run by wall clock, the largest peak."""

    wall: float
    cpu: float
    peak: int
    runs: int
    counts: Mapping[str, int] = field(default_factory=dict)
    observed: int = 0
    """Races in the worst of the runs; there should be none."""
    predicted: int = 0
    left_out: int | None = None
    """Accesses that the plan leaves out, of all in the code; None without a plan."""
    accesses: int | None = None
    note: str = ""
    """Why it is not to be taken as it stands: it did not get to its end."""


@dataclass(frozen=True, slots=True)
class Record:
    """A program's costs by how it was run."""

    program: str
    costs: Mapping[str, Cost]
    date: str
    jdk: str
    load: float
    """Load average before the runs."""

    def ratio(self, mode: str, of: str) -> float | None:
        """How many times the plain run's wall clock, CPU time or peak; None if not measured."""
        cost = self.costs.get(mode)
        if cost is None:
            return None
        return float(getattr(cost, of) / getattr(self.costs[PLAIN], of))


class MeasureError(Exception):
    """A run that says nothing: the program failed, or computed something else."""


def measure(
    program: Program,
    jdk: Jdk,
    *,
    repeat: int,
    limit: float,
    is_quick: bool = False,
    progress: Progress = lambda _: None,
) -> Record:
    """Runs a program plain and under the agent, in turns, so that all ways see the same machine."""
    load = os.getloadavg()[0]
    plan = None
    if sharing.is_known():
        progress(f"{program.name}: planning")
        plan = sharing.plan(program, jdk)
    modes = [PLAIN, SHARED, ALL] if plan else [PLAIN, ALL]
    runs: dict[str, list[tuple[Measured, Seen | None]]] = {mode: [] for mode in modes}
    for number in range(1, repeat + 1):
        for mode in modes:
            if any(done.over_limit for done, _ in runs[mode]):
                continue
            progress(f"{program.name}, {mode}, run {number} of {repeat}")
            file = plan.file if plan and mode == SHARED else None
            runs[mode].append(_run(program, jdk, mode, file, limit, is_quick))
    _compare_output(program, runs)
    costs = {mode: _cost(done, limit) for mode, done in runs.items()}
    if plan:
        costs[SHARED] = replace(costs[SHARED], accesses=plan.accesses, left_out=plan.left_out)
    return Record(program.name, costs, f"{datetime.now(UTC):%Y-%m-%d}", jdk.version, round(load, 1))


def _run(
    program: Program, jdk: Jdk, mode: str, plan: Path | None, limit: float, is_quick: bool
) -> tuple[Measured, Seen | None]:
    """One run, in a folder of its own, which goes away with it."""
    with tempfile.TemporaryDirectory(prefix="snarl-detection-") as name:
        folder = Path(name)
        with _options(folder, plan) if mode != PLAIN else _nothing() as options:
            java: list[str | Path] = [jdk.tool("java"), *options, "-cp", program.class_path]
            java += [program.main, *program.arguments(is_quick)]
            done = run(java, limit=limit, folder=folder)
        if done.over_limit:
            return done, None
        if done.code:
            raise MeasureError(f"{program.name}, {mode}: exit {done.code}: {last_line(done)}")
        return done, None if mode == PLAIN else _read(folder / "seen")


@contextmanager
def _options(folder: Path, plan: Path | None) -> Iterator[list[str]]:
    """What `java` is told so that the detectors watch."""
    seen, table = folder / "seen", folder / "containers.txt"
    seen.mkdir()
    table.write_text("".join(f"{line}\n" for line in container_lines()), encoding="utf-8")
    planned = f",plan={plan.resolve()}" if plan else ""
    with as_file(JAR) as agent:
        yield [f"-javaagent:{agent}=detect={seen},containers={table}{planned}"]


@contextmanager
def _nothing() -> Iterator[list[str]]:
    yield []


def _read(folder: Path) -> Seen:
    """Reads what the JVM wrote; the last count of its kind is the one of the end."""
    lines = [
        line.split("\t")
        for file in folder.glob("*.txt")
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    counts = {line[1]: int(line[2]) for line in lines if line[0] == "count"}
    races = [line[1] for line in lines if line[0] == "race"]
    stopped = any(line[0] == "stopped" for line in lines)
    is_whole = bool(lines) and lines[-1] == ["end"] and not stopped
    return Seen(counts, races.count("observed"), races.count("predicted"), is_whole)


def _compare_output(
    program: Program, runs: Mapping[str, Sequence[tuple[Measured, Seen | None]]]
) -> None:
    """All runs must have computed the same."""
    said = {done.output for each in runs.values() for done, _ in each if not done.over_limit}
    if len(said) > 1:
        raise MeasureError(f"{program.name} computed different things: {sorted(said)}")


def _cost(runs: Sequence[tuple[Measured, Seen | None]], limit: float) -> Cost:
    best = min((done for done, _ in runs), key=lambda done: (done.over_limit, done.wall))
    seen = [it for _, it in runs if it]
    note = f"not ended in {limit:.0f} s" if best.over_limit else ""
    if any(not it.is_whole for it in seen):
        note = "the detectors stopped before the end"
    return Cost(
        round(best.wall, 3),
        round(best.cpu, 3),
        max(done.peak for done, _ in runs),
        len(runs),
        seen[-1].counts if seen else {},
        max((it.observed for it in seen), default=0),
        max((it.predicted for it in seen), default=0),
        note=note,
    )


def read() -> list[Record]:
    """The records that are kept."""
    if not RECORDS.exists():
        return []
    rows = json.loads(RECORDS.read_text(encoding="utf-8"))
    return [
        Record(**{**row, "costs": {mode: Cost(**cost) for mode, cost in row["costs"].items()}})
        for row in rows
    ]


def keep(new: Record) -> None:
    """Keeps a record, in place of an older one of the same program."""
    kept = {it.program: it for it in [*read(), new]}
    rows = [json.dumps(asdict(kept[name]), ensure_ascii=False) for name in sorted(kept)]
    RECORDS.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
