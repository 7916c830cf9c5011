"""The page of the results, `bench/results/races.md`."""

from collections.abc import Iterable, Sequence

from bench.machine import GIB, Machine
from bench.races import spotbugs, versions
from bench.races.measure import ROOT, Record
from bench.races.programs import PROGRAMS, Goal, Program

PAGE = ROOT / "bench" / "results" / "races.md"
MIB = 1024**2
STAGES = ("original", "reachable", "aliasing", "escaping", "unlocked")
SEVERITIES = ("error", "warning", "note")

ByKey = dict[tuple[str, str], Record]


def write(here: Machine, jdk: str, records: Sequence[Record]) -> None:
    """Write the page from all records that are kept."""
    by_key = {record.key: record for record in records}
    lines = [
        "# Data races in real programs",
        "",
        f"`snarl check` as a cold process, on {here}; JDK {jdk}. Seconds and MiB are",
        "wall clock and peak of resident memory of the whole process, with the file cache warm:",
        f"the median of {_runs(records)}, memory the largest. The load is the average before a",
        "program's first run: where it is above 1, other work took a part of the cores, and the",
        "CPU seconds say more than the wall clock. Written by `python -m bench.races`.",
        *_goals(by_key),
        *_stages(by_key),
        *_findings(by_key),
        *_peer(by_key),
        *_opened(),
        *versions.section(),
    ]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _runs(records: Sequence[Record]) -> str:
    counts = sorted({record.runs for record in records if record.tool == "snarl"})
    said = " to ".join(str(count) for count in {counts[0]: 0, counts[-1]: 0}) if counts else "no"
    return f"{said} run{'s' if said != '1' else ''}"


def _goals(by_key: ByKey) -> list[str]:
    lines = [
        "",
        "## Goals",
        "",
        "| program | goal | seconds | CPU s | load | MiB | |",
        "| :-- | :-- | --: | --: | --: | --: | :-- |",
    ]
    for program in PROGRAMS:
        record = by_key.get((program.name, "snarl"))
        if program.goal and record:
            cost = " | ".join(_cost(record))
            outcome = verdict(program.goal, record)
            lines.append(f"| {_title(program)} | {program.goal} | {cost} | {outcome} |")
    return lines


def verdict(goal: Goal, record: Record) -> str:
    """`met`, or by how much a goal was missed."""
    if record.counts is None:
        return f"missed: {record.note}"
    missed = []
    if record.wall > goal.seconds:
        missed.append(f"{record.wall / goal.seconds:.1f} times the time")
    if goal.memory and record.peak > goal.memory:
        missed.append(f"{record.peak / goal.memory:.1f} times the memory")
    return f"missed: {', '.join(missed)}" if missed else "met"


def _stages(by_key: ByKey) -> list[str]:
    lines = [
        "",
        "## Pairs of accesses",
        "",
        "What each stage leaves, as in paper 1's figure 11. Paper 1 does not say which releases it",
        "looked at. It counts from the call graph of Soot, with the JDK's own fields, and leaves",
        "constructors out; for snarl a collection is accessed where the program calls its methods.",
        "Its last stage takes two locks for one if they may be; snarl keeps such pairs, and ranks",
        "them low. So the columns compare in their order of magnitude at most.",
        "",
        "| program | by | original | reachable | aliasing | escaping | unlocked | time |",
        "| :-- | :-- | --: | --: | --: | --: | --: | --: |",
    ]
    for program in PROGRAMS:
        record = by_key.get((program.name, "snarl"))
        paper = program.paper
        if paper:
            cells = [paper.original, paper.reachable, paper.aliasing, paper.escaping]
            row = _numbers([*cells, paper.unlocked])
            lines.append(f"| {_title(program)} | paper 1 | {row} | {paper.time} |")
        if record and record.counts is not None:
            row = _numbers([record.stages.get(stage, 0) for stage in STAGES])
            lines.append(f"| {_title(program)} | snarl | {row} | {record.wall:.1f} s |")
        elif record:
            lines.append(f"| {_title(program)} | snarl | {record.note} | | | | | |")
    return lines


def _findings(by_key: ByKey) -> list[str]:
    lines = [
        "",
        "## Findings",
        "",
        "| program | errors | warnings | notes | seconds | CPU s | load | MiB | points-to s "
        "| facts s | check s | said |",
        "| :-- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | :-- |",
    ]
    for program in PROGRAMS:
        record = by_key.get((program.name, "snarl"))
        if record is None:
            continue
        counts = [f"{record.counts.get(it, 0):,}" for it in SEVERITIES] if record.counts else None
        cells = counts or (["0"] * 3 if record.counts is not None else ["–"] * 3)
        steps = [
            f"{record.steps[step]:.2f}" if step in record.steps else "–"
            for step in ("points-to", "facts", "check")
        ]
        row = " | ".join([*cells, *_cost(record), *steps])
        lines.append(f"| {_title(program)} | {row} | {record.note} |")
    return lines


def _peer(by_key: ByKey) -> list[str]:
    lines = [
        "",
        f"## Beside SpotBugs {spotbugs.VERSION}",
        "",
        f"Its detectors that report in `{spotbugs.CATEGORY}`, with `-effort:max -low`, on the same",
        f"jar and class path, `{' '.join(spotbugs.JVM_OPTIONS)}`; one run. It looks at one class",
        "at a time: it knows no threads and no aliases, and of locks only how often a field is",
        "accessed under one; but it also reports what is not a race (a wait outside a loop, a",
        "thread started in a constructor). `IS` is its inconsistent synchronization, what is",
        "nearest to a data race; `LI` a lazy initialization, `AT` a change that is not atomic.",
        "",
        "| program | its warnings | by kind | its s | its MiB | snarl's findings | snarl's s |",
        "| :-- | --: | :-- | --: | --: | --: | --: |",
    ]
    for program in PROGRAMS:
        theirs = by_key.get((program.name, spotbugs.NAME))
        ours = by_key.get((program.name, "snarl"))
        if theirs is None:
            continue
        found = f"{sum(theirs.counts.values()):,}" if theirs.counts is not None else "–"
        kinds = ", ".join(f"{kind} {count}" for kind, count in (theirs.counts or {}).items())
        cost = f"{theirs.wall:.1f} | {theirs.peak / MIB:,.0f}"
        own = ["–", "–"]
        if ours:
            total = f"{sum(ours.counts.values()):,}" if ours.counts is not None else "–"
            own = [total, f"{ours.wall:.1f}" if ours.counts is not None else ours.note]
        row = " | ".join([found, kinds or theirs.note, cost, *own])
        lines.append(f"| {_title(program)} | {row} |")
    return lines


def _opened() -> list[str]:
    lines = [
        "",
        "## How the programs are open",
        "",
        "Open is what a program promises to many threads.",
        "",
        "| program | open | class path |",
        "| :-- | :-- | :-- |",
    ]
    for program in PROGRAMS:
        libraries = ", ".join(" ".join(it.split(":")[1:]) for it in program.libraries)
        lines.append(f"| {_title(program)} | {program.how} | {libraries} |")
    return lines


def _title(program: Program) -> str:
    """Its title; with how it is open if another program has the same."""
    same = [other for other in PROGRAMS if other.title == program.title]
    return f"{program.title}, {program.how}" if same[0] is not program else program.title


def _cost(record: Record) -> list[str]:
    return [
        f"{record.wall:.2f}",
        f"{record.cpu:.2f}",
        f"{record.load:.1f}",
        f"{record.peak / MIB:,.0f}",
    ]


def _numbers(cells: Iterable[int]) -> str:
    return " | ".join(f"{cell:,}" for cell in cells)


def cost(record: Record) -> str:
    """What a record says in one line."""
    found = "–" if record.counts is None else f"{sum(record.counts.values()):,} findings"
    note = f" ({record.note})" if record.note else ""
    return f"{record.wall:.2f} s, {record.peak / GIB:.2f} GiB, {found}{note}"
