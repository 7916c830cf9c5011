"""The results page `bench/results/points-to.md`, from the records and the reasons."""

from collections.abc import Iterator

from bench.machine import GIB, Machine
from bench.points_to import common, reasons, taie
from bench.points_to.figures import MEANINGS
from bench.points_to.goals import GOALS
from bench.points_to.measure import RECORDS, Record
from bench.points_to.programs import PROGRAMS, Program
from bench.points_to.reasons import Difference

PAGE = RECORDS.with_suffix(".md")
FASTER = 5
SMALLER = 2
Records = dict[tuple[str, str, str], Record]
Common = dict[str, dict[str, dict[str, int]]]


def write(
    machine: Machine, records: list[Record], shared: Common, contexts: list[str]
) -> list[Difference]:
    """Write the page; returns the differences that no reason explains."""
    by_key = {record.key: record for record in records}
    differences = list(_differences(by_key, contexts))
    known = reasons.read()
    PAGE.write_text(
        "\n".join(
            [
                *_head(machine, records),
                *(line for context in contexts for line in _precision(by_key, context)),
                *_common(shared, contexts),
                *_why(differences, known),
                *_cost(by_key, contexts),
                *_goals(by_key),
            ]
        )
        + "\n",
        encoding="utf-8",
    )
    return [
        difference
        for difference in differences
        if not any(reason.explains(difference) for reason in known)
    ]


def _head(machine: Machine, records: list[Record]) -> list[str]:
    dates = sorted({record.date for record in records})
    loads = sorted(record.load for record in records)
    between = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
    return [
        "# Points-to and call graph, beside Tai-e",
        "",
        f"Written by `python -m bench.points_to`, on {machine}. Runs are of {between}; load",
        f"averages before a run were {loads[0]} to {loads[-1]}.",
        "",
        "Both tools get the same classes: a small main of ours, the jar that it drives, and all",
        "modules of the same JDK 17. The main is the only entry of the program. Contexts are `ci`",
        "(none) and `2obj` (the receiver object and its maker; one of them on the heap).",
        "",
        f"Tai-e is {taie.TAIE.version}, with Soot 4.5.0 and ASM 9.11.1, on the JVM of that JDK",
        f"with `{' '.join(taie.JVM_OPTIONS)}`. It has its own defaults: all code is analysed,",
        "implicit entries of the JVM are on, strings, string builders and exceptions are merged,",
        "lambdas and string concatenation are modelled, reflection follows string constants. It",
        "reads the JDK as unpacked classes; unpacking is not in its time, and neither is counting.",
        "Soot's output of Jimple files is switched off. Where it does not come to its end with",
        "`2-obj`, it gets a second try with Zipper-e, its own choice of methods for contexts.",
        "",
        "## Precision",
        "",
        "What is counted, on both sides:",
        "",
        *(f"- `{figure}`: {meaning}." for figure, meaning in MEANINGS.items()),
    ]


def _compared() -> list[Program]:
    return [program for program in PROGRAMS if program.is_compared]


def _ours(by_key: Records, program: Program, context: str) -> Record | None:
    return by_key.get((program.name, "snarl", context))


def _theirs(by_key: Records, program: Program, context: str) -> list[Record]:
    """The records of Tai-e's variants, the default first."""
    keys = [(program.name, variant.name, context) for variant in taie.VARIANTS[context]]
    return [by_key[key] for key in keys if key in by_key]


def _precision(by_key: Records, context: str) -> list[str]:
    lines = ["", f"### {context}", "", "| program | tool | " + " | ".join(MEANINGS) + " |"]
    lines.append("| :-- | :-- |" + " --: |" * len(MEANINGS))
    for program in _compared():
        own = _ours(by_key, program, context)
        for record in [*([own] if own else []), *_theirs(by_key, program, context)]:
            cells = (
                [f"{record.figures.get(name, 0):,.0f}" for name in MEANINGS]
                if record.figures
                else []
            )
            cells = cells or [record.note, *[""] * (len(MEANINGS) - 1)]
            lines.append(f"| {program.title} | {record.tool} | " + " | ".join(cells) + " |")
    return lines


def _common(figures: Common, contexts: list[str]) -> list[str]:
    """The figures of methods that both tools reach."""
    lines = [
        "",
        "### In methods that both reach",
        "",
        "Who reaches more has more of everything. This is the part of the figures above that is of",
        "methods that both tools reach:",
        "",
        *(f"- `{figure}`: {meaning}." for figure, meaning in common.MEANINGS.items()),
        "",
        "| program | context | methods | pairs, snarl | Tai-e | poly_sites, snarl | Tai-e | "
        "may_fail_casts, snarl | Tai-e |",
        "| :-- | :-- |" + " --: |" * 7,
    ]
    for program in _compared():
        for context in contexts:
            found = figures.get(f"{program.name} {context}")
            if not found:
                continue
            ours, theirs = (found[tool] for tool in common.TOOLS)
            columns = [name for name in common.MEANINGS if name != "methods"]
            cells = [ours["methods"]]
            cells += [tool[name] for name in columns for tool in (ours, theirs)]
            row = " | ".join(f"{cell:,}" for cell in cells)
            lines.append(f"| {program.title} | {context} | {row} |")
    return lines


def _differences(by_key: Records, contexts: list[str]) -> Iterator[Difference]:
    for context in contexts:
        for program in _compared():
            ours = _ours(by_key, program, context)
            theirs = (record.figures for record in _theirs(by_key, program, context))
            done = next((figures for figures in theirs if figures), None)
            if not (ours and ours.figures and done):
                continue
            for figure in MEANINGS:
                pair = ours.figures.get(figure, 0), done.get(figure, 0)
                if reasons.differs(*pair):
                    yield Difference(program.name, context, figure, *pair)


def _why(differences: list[Difference], known: list[reasons.Reason]) -> list[str]:
    lines = [
        "",
        "### Why figures differ",
        "",
        f"Figures that are more than {reasons.SLACK * 100:.0f} % apart, by reason. What lies",
        "behind a reason is shown by `python -m bench.points_to.differ PROGRAM CONTEXT`.",
    ]
    for reason in known:
        about = [difference for difference in differences if reason.explains(difference)]
        if about:
            lines += ["", f"**{reason.more} has more**: {reason.why}", "", _listed(about)]
    rest = [it for it in differences if not any(reason.explains(it) for reason in known)]
    if rest:
        lines += ["", "**Not explained yet**", "", _listed(rest)]
    return lines


def _listed(differences: list[Difference]) -> str:
    """One line a program and context: the figures and how far apart they are."""
    groups: dict[str, list[str]] = {}
    for it in differences:
        groups.setdefault(f"{it.program}, {it.context}", []).append(f"{it.figure} {it.percent}")
    return "\n".join(f"- {group}: {', '.join(figures)}" for group, figures in groups.items())


def _cost(by_key: Records, contexts: list[str]) -> list[str]:
    lines = [
        "",
        "## Time and memory",
        "",
        "Of whole processes from a cold start, with the file cache warm: wall clock, and peak of",
        "resident memory. Of snarl it is the median of some runs (memory: the largest), of",
        f"Tai-e one run. The aim is at least {FASTER} times faster and {SMALLER} times smaller.",
        "",
        "| program | context | peer | snarl s | its s | times faster | snarl GiB | its GiB | "
        "times smaller | aim |",
        "| :-- | :-- | :-- | --: | --: | --: | --: | --: | --: | :-- |",
    ]
    for program in _compared():
        for context in contexts:
            ours = _ours(by_key, program, context)
            if ours is None:
                continue
            for record in _theirs(by_key, program, context):
                cells = [program.title, context, record.tool, *_costs(ours, record)]
                lines.append(f"| {' | '.join(cells)} |")
    return lines


def _costs(ours: Record, theirs: Record) -> list[str]:
    faster, smaller = theirs.wall / ours.wall, theirs.peak / ours.peak
    done = bool(theirs.figures)
    # A peer that was stopped needed at least what it had used by then.
    least = "" if done else "> "
    met = bool(ours.figures) and faster >= FASTER and smaller >= SMALLER
    missed = theirs.note if not done else "MISSED"
    return [
        f"{ours.wall:.1f}" if ours.figures else ours.note,
        f"{least}{theirs.wall:.0f}",
        f"{least}{faster:.1f}",
        f"{ours.peak / GIB:.2f}",
        f"{least}{theirs.peak / GIB:.2f}",
        f"{least}{smaller:.1f}",
        ("met" if met else missed) + (f"; {theirs.note}" if met and not done else ""),
    ]


def _goals(by_key: Records) -> list[str]:
    lines = [
        "",
        "### A whole public API",
        "",
        "A library that is called at everything public, as `snarl check` does it, with contexts",
        "`auto`: load, harness and points-to, the whole process from a cold start.",
        "",
        "| program | open at | methods | seconds | CPU seconds | GiB | aim | |",
        "| :-- | :-- | --: | --: | --: | --: | :-- | :-- |",
    ]
    for goal in GOALS:
        record = by_key.get((goal.program, "snarl", goal.context))
        if record is None:
            continue
        is_met = record.wall <= goal.seconds and record.peak <= goal.memory
        met = "met" if record.figures and is_met else "MISSED"
        cells = [
            *(goal.program, f"`{goal.open}`", f"{(record.figures or {}).get('methods', 0):,.0f}"),
            *(f"{record.wall:.1f}", f"{record.cpu:.1f}", f"{record.peak / GIB:.2f}"),
            *(str(goal), f"{met}; load average before it {record.load}"),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines
