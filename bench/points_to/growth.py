"""How cost grows: methods reached against seconds and memory, as `docs/growth.md` and its plot."""

from pathlib import Path

from bench.machine import GIB, Machine
from bench.points_to.chart import HEIGHT, Series, chart, picture
from bench.points_to.measure import ROOT, Record
from bench.points_to.programs import PROGRAMS

PAGE = ROOT / "docs" / "growth.md"
PLOT = ROOT / "docs" / "growth.svg"
CONTEXTS = ("ci", "auto", "2obj")


def write(machine: Machine, records: list[Record]) -> list[Path]:
    """Write page and plot; nothing without records of snarl."""
    done = [record for record in records if record.figures]
    if not any(record.tool == "snarl" for record in done):
        return []
    PAGE.write_text(_page(machine, done), encoding="utf-8")
    PLOT.write_text(_plot(done), encoding="utf-8")
    return [PAGE, PLOT]


def _methods(record: Record) -> float:
    assert record.figures
    return record.figures["methods"]


def _page(machine: Machine, records: list[Record]) -> str:
    by_key = {record.key: record for record in records}
    lines = [
        "# How cost grows",
        "",
        "What points-to analysis and call graph cost, by the size of the program. A program is",
        "closed: a small main, the jar that it drives, and what both reach of a JDK 17. Figures",
        "are of whole processes, from the start of Python to its end.",
        "",
        f"Written by `python -m bench.points_to`, on {machine}.",
        "",
        "![Seconds and memory by methods reached](growth.svg)",
        "",
        "| program | context | methods reached | of the application | seconds | GiB | "
        "ms a 1,000 methods |",
        "| :-- | :-- | --: | --: | --: | --: | --: |",
    ]
    for program in PROGRAMS:
        for context in CONTEXTS:
            record = by_key.get((program.name, "snarl", context))
            if not (record and record.figures):
                continue
            cells = [
                *(program.title, context, f"{_methods(record):,.0f}"),
                f"{record.figures.get('app_methods', 0):,.0f}",
                *(f"{record.wall:.1f}", f"{record.peak / GIB:.2f}"),
                f"{record.wall / _methods(record) * 1e6:.0f}",
            ]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _plot(records: list[Record]) -> str:
    seconds, memory = [], []
    for tool in ("snarl", "Tai-e"):
        for context in CONTEXTS:
            mine = [record for record in records if record.key[1:] == (tool, context)]
            if not mine:
                continue
            name, dashed = f"{tool} {context}", tool != "snarl"
            times = [(_methods(record), record.wall) for record in mine]
            peaks = [(_methods(record), record.peak / GIB) for record in mine]
            seconds.append(Series(name, times, dashed))
            memory.append(Series(name, peaks, dashed))
    across = "methods reached"
    return picture(
        [
            chart("Wall clock of the whole process", across, "seconds", seconds),
            chart("Peak of resident memory", across, "GiB", memory, top=HEIGHT),
        ]
    )
