"""The page of the soundness benchmark: one line a program, and why pairs are missing."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from bench.machine import Machine
from bench.soundness.benchmark import Row
from snarl.monitor.soundness import Compared, Verdict

HEADERS = (
    "program",
    "accesses",
    "access sites run",
    "threads",
    "observed pairs",
    "reported",
    "predicted pairs",
    "reported",
    "misses with a reason",
    "without",
    "seconds",
)


def cells(row: Row) -> list[str]:
    """The row's cells, in the order of the headers."""
    counts = [recording.counts for recording in row.run.recordings]
    observed = [it for it in row.compared if it.pair.is_observed]
    predicted = [it for it in row.compared if not it.pair.is_observed]
    explained = sum(reason is not None for _, reason in row.misses)
    return [
        row.program.title,
        f"{sum(it['accesses'] for it in counts):,}",
        f"{max(it['sites'] for it in counts):,}",
        f"{max(it['threads'] for it in counts):,}",
        f"{len(observed):,}",
        _found(observed),
        f"{len(predicted):,}",
        _found(predicted),
        f"{explained:,}",
        f"{len(row.misses) - explained:,}",
        f"{row.seconds:.1f}",
    ]


def _found(compared: Sequence[Compared]) -> str:
    """How many are reported, and how many of those only by other sites of the same subject."""
    found = sum(not it.verdict.is_miss for it in compared)
    subjects = sum(it.verdict is Verdict.SUBJECT for it in compared)
    return f"{found:,}" + (f" ({subjects:,} by subject)" if subjects else "")


def table(rows: Sequence[Row]) -> Table:
    """What the terminal shows."""
    made = Table(title="races that runs show, and those that the check derives")
    for number, header in enumerate(HEADERS):
        made.add_column(header, justify="right" if number else "left")
    for row in rows:
        made.add_row(*cells(row))
    return made


def unexplained(rows: Sequence[Row]) -> list[str]:
    """The misses that have no reason, a line each."""
    return [
        f"{row.program.name}: {compared}"
        for row in rows
        for compared, reason in row.misses
        if reason is None
    ]


def markdown(here: Machine, jdk: str, rows: Sequence[Row]) -> str:
    """The page that is kept."""
    lines = [
        "# Soundness against runs",
        "",
        "Pairs of accesses of one location by two threads, one of them a write, that real runs"
        " showed unordered, and whether the data-race checker has them for the same program, closed"
        " at the same `main`. *Observed*: nothing orders the two. *Predicted*: nothing but monitors"
        " does, and they hold none in common. *Reported*: the very pair of sites is among the"
        " checker's pairs; *by subject*: another pair on the same field is. *Seconds*: of the"
        f" static analysis. {len(rows[0].run.recordings)} runs of each program on JDK {jdk}, the"
        f" first as it is, the others with random pauses. Measured on {here}.",
        "",
        *_lines([HEADERS, *map(cells, rows)]),
        "",
        "## Why pairs are not reported",
        "",
        *_reasons(rows),
        "",
        "## Without a reason",
        "",
        *([f"- {line}" for line in unexplained(rows)] or ["None."]),
        "",
    ]
    return "\n".join(lines)


def _reasons(rows: Sequence[Row]) -> list[str]:
    counts: dict[str, int] = {}
    programs: dict[str, list[str]] = {}
    for row in rows:
        for _, reason in row.misses:
            if reason is not None:
                why = " ".join(reason.why.split())
                counts[why] = counts.get(why, 0) + 1
                programs.setdefault(why, []).append(row.program.name)
    body = [
        (f"{count:,}", ", ".join(dict.fromkeys(programs[why])), why)
        for why, count in sorted(counts.items(), key=lambda it: -it[1])
    ]
    return _lines([("pairs", "programs", "why"), *body]) if body else ["All pairs are reported."]


def _lines(rows: Sequence[Sequence[str]]) -> list[str]:
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return [lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]]
