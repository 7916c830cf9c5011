"""The engine part: load a JDK, build its hierarchy, lower every method; beside it, its peers.

Every figure is of a whole process, from its start to its end, with the file cache warm.
"""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from rich.table import Table

from bench import peer
from bench.jdks import Jdk
from bench.machine import GIB, Machine
from bench.process import Measured, last_line, run

RESULTS = Path(__file__).parent / "results" / "engine.md"
ROOT = Path(__file__).parent.parent
COLUMNS = (
    "tool",
    "wall s",
    "CPU s",
    "peak GiB",
    "classes",
    "methods",
    "bodies",
    "instructions",
    "failures",
    "note",
)

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Subject:
    """Classes to measure on, and the most that snarl may need for them."""

    name: str
    jdk: Jdk
    module: str | None
    seconds: float
    memory: int | None = None

    @property
    def target(self) -> str:
        """The target in words."""
        memory = f", ≤ {self.memory / GIB:g} GiB" if self.memory else ""
        return f"≤ {self.seconds:g} s{memory}"


@dataclass(frozen=True, slots=True)
class Row:
    """What one tool needed for one subject. Without counts it did not get to its end."""

    subject: Subject
    tool: str
    wall: float
    cpu: float
    peak: int
    counts: dict[str, int] | None
    note: str = ""
    failed: bool = False

    def cells(self) -> list[str]:
        """The cells of the table, in the order of COLUMNS."""
        names = ("classes", "methods", "bodies", "instructions", "failures")
        figures = [f"{self.counts[name]:,}" if self.counts else "–" for name in names]
        wall = f"{self.wall:.2f}" if self.counts else "–"
        return [
            self.tool,
            wall,
            f"{self.cpu:.1f}",
            f"{self.peak / GIB:.2f}",
            *figures,
            self.note,
        ]


def subjects(jdk17: Jdk | None, jdk25: Jdk | None, *, quick: bool) -> Iterator[Subject]:
    """What to measure on; quick is `java.base` of 17 alone."""
    if jdk17:
        yield Subject(f"java.base of JDK {jdk17.version}", jdk17, "java.base", seconds=1.5)
    if jdk25 and not quick:
        yield Subject(f"all of JDK {jdk25.version}", jdk25, None, seconds=6.0, memory=3 * GIB)


def measure_snarl(subject: Subject, *, repeat: int, limit: float, progress: Progress) -> Row:
    """Snarl, the median run of some by wall clock."""
    runs = []
    for number in range(1, repeat + 1):
        progress(f"snarl, {subject.name}, run {number} of {repeat}")
        command = [sys.executable, "-m", "bench.engine_child", str(subject.jdk.home)]
        if subject.module:
            command.append(subject.module)
        measured = run(command, limit=limit, folder=ROOT)
        if measured.code:
            return _unfinished(subject, "snarl", measured, limit, failed=True)
        runs.append(measured)
    middle = sorted(runs, key=lambda measured: measured.wall)[len(runs) // 2]
    middle = replace(middle, peak=max(measured.peak for measured in runs))
    said = json.loads(middle.output)
    steps = ", ".join(f"{step} {took:.2f}" for step, took in said.pop("seconds").items())
    in_memory = subject.memory is None or middle.peak <= subject.memory
    met = middle.wall <= subject.seconds and in_memory and not said["failures"]
    verdict = f"target {subject.target}: {'met' if met else 'MISSED'}"
    counted = {name: int(value) for name, value in said.items()}
    note = f"{verdict}; {steps}"
    return Row(subject, "snarl", middle.wall, middle.cpu, middle.peak, counted, note)


def measure_peer(rival: peer.Peer, subject: Subject, *, limit: float, progress: Progress) -> Row:
    """One run of a peer; it takes minutes, where a second more or less says nothing."""
    tool = f"{rival.name} {rival.version}"
    progress(f"{tool}, {subject.name}, at most {limit:.0f} s")
    try:
        measured = rival.run(subject.jdk, subject.module, limit)
    except peer.PeerError as problem:
        return Row(subject, tool, 0.0, 0.0, 0, None, str(problem))
    said = peer.counts(measured)
    if measured.code or said is None:
        return _unfinished(subject, tool, measured, limit, failed=False)
    counted = {name: int(value) for name, value in said.items()}
    return Row(subject, tool, measured.wall, measured.cpu, measured.peak, counted)


def _unfinished(
    subject: Subject, tool: str, measured: Measured, limit: float, *, failed: bool
) -> Row:
    note = f"exit {measured.code}: {last_line(measured)}"
    if measured.over_limit:
        so_far = [line for line in measured.output.splitlines() if line.startswith("so far")]
        note = ", ".join([f"over {limit:.0f} s", *so_far[-1:]])
    return Row(subject, tool, measured.wall, measured.cpu, measured.peak, None, note, failed)


def compare(rows: list[Row]) -> list[Row]:
    """The same rows, peers with a note on how many times longer than snarl they took."""
    own = {row.subject: row for row in rows if row.tool == "snarl" and row.counts}
    noted = []
    for row in rows:
        first = own.get(row.subject)
        if row.tool != "snarl" and row.counts and first:
            times = f"{row.wall / first.wall:.0f} times snarl's wall, "
            row = replace(row, note=f"{times}{row.cpu / first.cpu:.0f} times its CPU")
        noted.append(row)
    return noted


def table(subject: Subject, rows: list[Row]) -> Table:
    """The rows of one subject, for a terminal."""
    made = Table(title=f"{subject.name} (target {subject.target})", title_justify="left")
    for column in COLUMNS:
        made.add_column(column, justify="left" if column in ("tool", "note") else "right")
    for row in rows:
        made.add_row(*row.cells())
    return made


def markdown(machine: Machine, grouped: dict[Subject, list[Row]], *, repeat: int) -> str:
    """The page that is kept in the repository."""
    lines = [
        "# Engine: a JDK to typed IR",
        "",
        f"Written by `make bench` on {datetime.now(UTC):%Y-%m-%d}, on {machine}.",
        "",
        "Load all classes, build the hierarchy, lower every method and keep its body. Figures are",
        "of the whole process with the file cache warm. Of snarl it is the median of",
        f"{repeat} runs (memory: the largest), of a peer one run, on the JVM of the JDK that is",
        f"read, with `{' '.join(peer.JVM_OPTIONS)}`. Peers make a typed IR that is not SSA. Each",
        "tool has its own idea of an instruction. A failure is a body that did not convert.",
        "",
        *(f"- {rival.name} {rival.version}: {rival.adapted}." for rival in peer.PEERS),
    ]
    for subject, rows in grouped.items():
        lines += ["", f"## {subject.name}", "", f"Target for snarl: {subject.target}.", ""]
        lines.append("| " + " | ".join(COLUMNS) + " |")
        rule = (":--" if column in ("tool", "note") else "--:" for column in COLUMNS)
        lines.append("| " + " | ".join(rule) + " |")
        lines += ["| " + " | ".join(row.cells()) + " |" for row in rows]
    return "\n".join(lines) + "\n"
