"""The page of the results, `bench/results/suites.md`, and its table for the terminal."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from rich.table import Table

from bench.machine import Machine
from bench.suites.programs import PROGRAMS
from bench.suites.runs import ROOT, Record

PAGE = ROOT / "bench" / "results" / "suites.md"
VERDICTS = Path(__file__).parent / "races.toml"
HEADERS = (
    "program",
    "JDK",
    "run",
    "result",
    "tests",
    "classes",
    "left",
    "sites",
    "threads",
    "observed",
    "predicted",
    "plain s",
    "seconds",
    "ratio",
)
WORDS = 4
"""So many columns have words, the others figures."""


def cells(record: Record) -> list[str]:
    """A row of the table."""
    ratio = record.seconds / record.plain_seconds if record.plain_seconds else 0.0
    return [
        record.program,
        record.jdk,
        record.mode,
        "same" if record.is_same else "not the same",
        _tests(record),
        f"{record.classes:,}",
        f"{len(record.untransformed):,}",
        f"{record.sites:,}",
        f"{record.threads:,}",
        f"{record.observed:,}",
        f"{record.predicted:,}",
        f"{record.plain_seconds:.1f}",
        f"{record.seconds:.1f}",
        f"{ratio:.1f}",
    ]


def _tests(record: Record) -> str:
    counts = {"failed": record.failed, "skipped": record.skipped}
    others = "".join(f", {count:,} {how}" for how, count in counts.items() if count)
    return f"{record.passed:,}{others}" if record.passed or others else ""


def table(records: Sequence[Record]) -> Table:
    """What the terminal shows."""
    made = Table(title="programs under the detectors, beside plain runs")
    for number, header in enumerate(HEADERS):
        made.add_column(header, justify="left" if number < WORDS else "right")
    for record in records:
        made.add_row(*cells(record))
    return made


def notes(records: Sequence[Record]) -> Iterator[str]:
    """What was not the same, was left out, or is worth a warning; a line each."""
    for record in records:
        name = f"{record.program}, {record.jdk}, {record.mode}"
        for text in record.differences:
            yield f"{name}: {text}"
        for class_name, why in record.untransformed:
            yield f"{name}: {class_name} was left as it was: {why}"
        for text in record.warnings:
            yield f"{name}: {text}"


def verdict(program: str, subject: str) -> str:
    """What a reader of the code has found out about an observed race; empty if nobody has read."""
    for entry in tomllib.loads(VERDICTS.read_text(encoding="utf-8"))["race"]:
        fits = any(fnmatchcase(subject, pattern) for pattern in entry["subjects"])
        if fits and any(fnmatchcase(program, it) for it in entry.get("programs", ["*"])):
            return str(entry["verdict"]).strip()
    return ""


def write(here: Machine, records: Sequence[Record]) -> None:
    """Writes the page from all records that are kept."""
    order = {program.name: number for number, program in enumerate(PROGRAMS)}
    kept = sorted(
        (it for it in records if it.program in order),
        key=lambda it: (order[it.program], it.jdk, it.mode),
    )
    same = sum(record.is_same for record in kept)
    alignment = [":--" if number < WORDS else "--:" for number in range(len(HEADERS))]
    lines = [
        "# Real programs under the detectors",
        "",
        f"Whether programs do under `snarl run` what they do alone, on {here}. The result is the"
        " *same* if the exit code, what was printed and the ending of each test are those of the"
        " plain runs. Output is compared as closely as two plain runs agree: see below. *all*:"
        " every access is watched; *shared*: those that the static analysis cannot prove to be of"
        " one thread. *left*: classes that were left as they were. *plain s*: the faster of two"
        " plain runs; *seconds*: of the program under the detectors, without the analysis before"
        " it. Written by `python -m bench.suites`.",
        "",
        f"- {same} of {len(kept)} runs did the same as without the detectors.",
        f"- {sum(len(it.untransformed) for it in kept):,} of"
        f" {sum(it.classes for it in kept):,} classes were left as they were.",
        f"- {len({it.program for it in kept})} programs;"
        f" {sum(it.passed for it in kept if it.mode == 'all'):,} tests passed under the detectors.",
        "",
        f"| {' | '.join(HEADERS)} |",
        f"| {' | '.join(alignment)} |",
        *(f"| {' | '.join(cells(record))} |" for record in kept),
        "",
        "## Notes",
        "",
        *([f"- {text}" for text in notes(kept)] or ["None."]),
        "",
        "## The programs",
        "",
        "| program | what it is | its output is compared |",
        "| :-- | :-- | :-- |",
        *(
            f"| {it.name} | {it.about} | {_level(kept, it.name)} |"
            for it in PROGRAMS
            if any(record.program == it.name for record in kept)
        ),
        "",
        "## The observed races",
        "",
        "Is there really nothing that orders the two, or does the agent miss what does? Those of"
        " H2, Jetty, c3p0 and some of Derby were followed in the bytecode; the verdicts on the rest"
        " go by both stacks, the locks held and the kind of the field.",
        "",
        "| program | what is accessed | from | verdict |",
        "| :-- | :-- | :-- | :-- |",
        *_races(kept),
    ]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _level(records: Sequence[Record], program: str) -> str:
    return ", ".join(dict.fromkeys(it.compared for it in records if it.program == program))


def _races(records: Sequence[Record]) -> Iterator[str]:
    seen: dict[tuple[str, str], set[str]] = {}
    for record in records:
        for race in record.races:
            places = {site.rsplit(" ", 1)[0] for site in race.sites}
            seen.setdefault((record.program, _steady(race.subject)), set()).update(
                map(_steady, places)
            )
    for (program, subject), places in seen.items():
        told = ", ".join(f"`{_short(place)}`" for place in sorted(places)[:3])
        told += f" and {len(places) - 3} more" if len(places) > 3 else ""
        yield f"| {program} | `{subject}` | {told} | {verdict(program, subject) or 'not read'} |"


def _steady(name: str) -> str:
    """The name of a class that Derby makes at run time is another one each time."""
    return re.sub(r"\bac[0-9a-f]+(x[0-9a-f]+){4}", "ac…", name)


def _short(place: str) -> str:
    """A site without its package."""
    name, _, line = place.rpartition(":")
    return ".".join(name.split(".")[-2:]) + f":{line}"
