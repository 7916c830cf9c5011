"""The page of the results, `bench/results/detection.md`, and its table for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import geometric_mean

from rich.table import Table

from bench.detection.measure import ALL, PLAIN, ROOT, SHARED, Cost, Record
from bench.detection.programs import PROGRAMS
from bench.machine import Machine

PAGE = ROOT / "bench" / "results" / "detection.md"
MIB = 1024**2
GOALS = {SHARED: 4.0, ALL: 8.0}
MEMORY_GOAL = 4.0
HEADERS = (
    "program",
    "run",
    "seconds",
    "ratio",
    "CPU s",
    "CPU ratio",
    "MiB",
    "ratio",
    "classes",
    "sites",
    "left out",
    "synchronizations",
    "observed",
    "predicted",
    "",
)


def rows(record: Record) -> list[list[str]]:
    """The cells of a program, a row for each way to run it."""
    return [_cells(record, mode, cost) for mode, cost in record.costs.items()]


def _cells(record: Record, mode: str, cost: Cost) -> list[str]:
    counts = cost.counts
    ratios = [_ratio(record, mode, of) for of in ("wall", "cpu", "peak")]
    left_out = ""
    if cost.left_out is not None and cost.accesses:
        left_out = f"{100 * cost.left_out / cost.accesses:.0f} %"
    seen = ["", "", "", "", ""]
    if mode != PLAIN:
        numbers = [counts.get(it, 0) for it in ("classes", "sites", "synchronizations")]
        classes, sites, synchronizations = (f"{number:,}" for number in numbers)
        seen = [classes, sites, synchronizations, f"{cost.observed:,}", f"{cost.predicted:,}"]
    return [
        record.program,
        mode,
        f"{cost.wall:.2f}",
        ratios[0],
        f"{cost.cpu:.2f}",
        ratios[1],
        f"{cost.peak / MIB:,.0f}",
        ratios[2],
        *seen[:2],
        left_out,
        *seen[2:],
        cost.note,
    ]


def _ratio(record: Record, mode: str, of: str) -> str:
    ratio = record.ratio(mode, of)
    if mode == PLAIN or ratio is None:
        return ""
    return ("> " if record.costs[mode].note else "") + f"{ratio:.1f}"


def table(records: Sequence[Record]) -> Table:
    """What the terminal shows."""
    made = Table(title="what detection costs")
    for number, header in enumerate(HEADERS):
        made.add_column(header, justify="left" if number in (0, 1, 14) else "right")
    for record in records:
        for row in rows(record):
            made.add_row(*row)
    return made


def means(records: Sequence[Record]) -> list[str]:
    """Geometric means of the ratios, beside what they should be at most."""
    lines = []
    for mode, goal in GOALS.items():
        measured = [record for record in records if mode in record.costs]
        if not measured:
            continue
        walls, cpus, peaks = (
            geometric_mean([record.ratio(mode, of) or 0.0 for record in measured])
            for of in ("wall", "cpu", "peak")
        )
        least = "at least " if any(record.costs[mode].note for record in measured) else ""
        lines.append(
            f"`{mode}`: {least}{walls:.1f} times the wall clock ({_verdict(walls, goal)}),"
            f" {least}{cpus:.1f} times the CPU time, {peaks:.1f} times the memory"
            f" ({_verdict(peaks, MEMORY_GOAL)}); geometric means over {len(measured)} programs."
        )
    return lines


def _verdict(ratio: float, goal: float) -> str:
    return f"goal at most {goal:.0f}: {'met' if ratio <= goal else 'missed'}"


def write(here: Machine, records: Sequence[Record]) -> None:
    """Writes the page from all records that are kept."""
    by_name = {record.program: record for record in records}
    kept = [by_name[program.name] for program in PROGRAMS if program.name in by_name]
    alignment = [":--" if number in (0, 1, 14) else "--:" for number in range(len(HEADERS))]
    cells = [row for record in kept for row in rows(record)]
    lines = [
        "# What detection costs",
        "",
        f"Programs of ours that compute on several threads, on {here}; JDK"
        f" {', '.join(sorted({record.jdk for record in kept}))}. *plain* is the program alone,"
        " *all* is under the agent with its default detectors, all accesses instrumented;"
        " *shared* leaves out what the static analysis proves to be of one thread, or to be part of"
        " no race. Whole processes,"
        " the start of the JVM included, run in turns; seconds are of the fastest of"
        f" {_runs(kept)}, MiB the largest peak of resident memory. All runs of a program compute"
        f" the same; {_observed(kept)}. Where the load is above 1, other work took a"
        " part of the cores, and the ratio of CPU times says more. Written by"
        " `python -m bench.detection`.",
        "",
        *(f"- {line}" for line in means(kept)),
        "",
        f"| {' | '.join(HEADERS)} |",
        f"| {' | '.join(alignment)} |",
        *(f"| {' | '.join(row)} |" for row in cells),
        "",
        "## The programs",
        "",
        "| program | what is typical of it | threads | load |",
        "| :-- | :-- | --: | --: |",
        *(
            f"| {it.name} | {it.what} | {it.threads} | {by_name[it.name].load:.1f} |"
            for it in PROGRAMS
            if it.name in by_name
        ),
    ]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _observed(records: Sequence[Record]) -> str:
    """Whether the programs are what they should be: without a race."""
    racy = [it.program for it in records if any(cost.observed for cost in it.costs.values())]
    return f"races are observed in {', '.join(racy)}" if racy else "no race is observed in any"


def _runs(records: Sequence[Record]) -> str:
    counts = sorted({cost.runs for record in records for cost in record.costs.values()})
    return " to ".join(str(count) for count in {counts[0]: 0, counts[-1]: 0}) if counts else "no"
