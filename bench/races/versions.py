"""Versions as oracle: what is reported in a release and no longer in a later one.

`versions.toml` has the pairs of releases, and of each what its fix was. A subject can also go
because its class or field went; that is told apart. Fields that became volatile are an oracle that
needs no reader: before, they should be reported, unless all accesses had a lock; after, not.
"""

import json
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bench.jdks import Jdk
from bench.process import last_line
from bench.races.measure import ROOT, Progress, check
from bench.races.programs import Program, prepare
from snarl.program import load

FILE = Path(__file__).parent / "versions.toml"
RECORDS = ROOT / "bench" / "results" / "races-versions.json"


@dataclass(frozen=True, slots=True)
class Fixed:
    """A race that the later release does not have, and how it was mended."""

    subject: str
    how: str
    now: str = ""
    """The subject that has taken its place, if it has another name."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two releases of a program."""

    name: str
    before: str
    after: str
    libraries: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    unreported: str = ""
    """Why fields that became volatile are rightly not reported before, from their bytecode."""

    @property
    def programs(self) -> tuple[Program, Program]:
        """Both as programs to check."""
        before, after = (
            Program(f"{self.name}-{side}", jar, self.libraries, self.open)
            for side, jar in (("before", self.before), ("after", self.after))
        )
        return before, after

    @property
    def title(self) -> str:
        """Both releases."""
        before, after = self.programs
        return f"{before.title} → {after.jar.split(':')[2] if after.jar else ''}"


@dataclass(frozen=True, slots=True)
class Difference:
    """What snarl reports in one release of a pair and not in the other: subject and severity."""

    pair: str
    gone: dict[str, str] = field(default_factory=dict)
    """Still there, and no longer reported."""
    removed: dict[str, str] = field(default_factory=dict)
    """No longer reported as there is no such class or field any more."""
    new: dict[str, str] = field(default_factory=dict)
    both: dict[str, str] = field(default_factory=dict)
    volatile: dict[str, str] = field(default_factory=dict)
    """Fields that became volatile; as what they are reported before, or nothing."""
    note: str = ""


def read() -> list[Pair]:
    """All pairs. An unknown key is an error."""
    rows: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["pair"]
    return [_pair(**row) for row in rows]


def _pair(
    name: str,
    before: str,
    after: str,
    libraries: tuple[str, ...] = (),
    open: tuple[str, ...] = (),
    fixed: tuple[dict[str, str], ...] = (),
    unreported: str = "",
) -> Pair:
    known = tuple(Fixed(**row) for row in fixed)
    return Pair(name, before, after, tuple(libraries), tuple(open), known, unreported)


def compare(pair: Pair, jdk: Jdk, *, limit: float, progress: Progress) -> Difference:
    """Check both releases; without both reports there is only a note."""
    prepare(list(pair.programs), jdk)
    found: list[dict[str, str]] = []
    for program in pair.programs:
        progress(f"{program.title}, of {pair.name}")
        measured, report = check(program, jdk, limit)
        if report is None:
            problem = last_line(measured)
            said = f"not ended in {limit:.0f} s" if measured.over_limit else problem
            return Difference(pair.name, note=f"{program.title}: {said}")
        found.append(dict(_subjects(report)))
    before, after = found
    gone = {subject: severity for subject, severity in before.items() if subject not in after}
    fields = [_fields(program) for program in pair.programs]
    removed = {it for it in gone if _is_absent(it, fields[1])}
    return Difference(
        pair.name,
        {it: severity for it, severity in gone.items() if it not in removed},
        {it: severity for it, severity in gone.items() if it in removed},
        {it: severity for it, severity in after.items() if it not in before},
        {it: severity for it, severity in after.items() if it in before},
        {it: before.get(it, "") for it in sorted(_became_volatile(*fields))},
    )


def _subjects(report: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Subjects with their severities, the worst of each last."""
    order = ("note", "warning", "error")
    for finding in sorted(report["findings"], key=lambda it: order.index(it["severity"])):
        subject = finding["subject"]
        what = "" if subject["kind"] == "field" else f" ({subject['kind']})"
        yield f"{subject['class']}.{subject['member']}{what}", finding["severity"]


def _fields(program: Program) -> dict[str, bool]:
    """The fields of a program, and whether they are volatile."""
    classes = load([program.application]).classes("application")
    return {f"{of.name}.{it.name}": it.is_volatile for of in classes for it in of.fields}


def _is_absent(subject: str, fields: dict[str, bool]) -> bool:
    """Whether a subject is about a field that is not there, or about none at all."""
    return subject.partition(" ")[0] not in fields


def _became_volatile(before: dict[str, bool], after: dict[str, bool]) -> Iterator[str]:
    for name, is_volatile in before.items():
        if not is_volatile and after.get(name):
            yield name


def records() -> dict[str, Difference]:
    """What is kept of earlier runs, by pair."""
    if not RECORDS.exists():
        return {}
    rows = json.loads(RECORDS.read_text(encoding="utf-8"))
    return {row["pair"]: Difference(**row) for row in rows}


def keep(difference: Difference) -> None:
    """Keep a difference in place of an older one of the same pair."""
    kept = records() | {difference.pair: difference}
    rows = [json.dumps(asdict(kept[name]), ensure_ascii=False) for name in sorted(kept)]
    RECORDS.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


def lines(pair: Pair, difference: Difference) -> Iterator[str]:
    """A difference for a terminal."""
    yield pair.title
    if difference.note:
        yield f"  {difference.note}"
    for title, subjects in (
        ("gone", difference.gone),
        ("gone with its class or field", difference.removed),
        ("new", difference.new),
    ):
        for subject, severity in sorted(subjects.items()):
            yield f"  {title}: {subject} ({severity})"
    for name, severity in difference.volatile.items():
        yield f"  became volatile: {name} ({severity or 'not reported before'})"
    yield f"  in both: {len(difference.both)}"


def section() -> list[str]:
    """The part of the page about versions."""
    kept = records()
    made = [
        "",
        "## Versions as oracle",
        "",
        "Subjects that snarl reports in one release and not in the other. *Gone* is what is still",
        "there and no longer reported; *removed* went with its class or field. *Became volatile*",
        "are the fields of which this is so, and how many of them were reported before: somebody",
        "saw a race there, or a lock that was given up for it.",
        "",
        "| releases | gone | removed | new | in both | became volatile | reported before | |",
        "| :-- | --: | --: | --: | --: | --: | --: | :-- |",
    ]
    pairs = [pair for pair in read() if pair.name in kept]
    for pair in pairs:
        it = kept[pair.name]
        counts = [len(it.gone), len(it.removed), len(it.new), len(it.both)]
        counts += [len(it.volatile), sum(map(bool, it.volatile.values()))]
        cells = ["–"] * len(counts) if it.note else [str(count) for count in counts]
        made.append(f"| {pair.title} | {' | '.join(cells)} | {it.note} |")
    made += ["", "### Fixes read in the bytecode of both releases"]
    for pair in pairs:
        if not pair.fixed:
            continue
        made += ["", f"{pair.title}:", ""]
        made += [
            f"- `{fixed.subject}`: {fixed.how} *{outcome(kept[pair.name], fixed)}*"
            for fixed in pair.fixed
        ]
        if pair.unreported:
            made.append(f"- Not reported before, and rightly: {pair.unreported}")
    return made


def outcome(difference: Difference, fixed: Fixed) -> str:
    """What the last run says of a fix."""
    if difference.note:
        return "Not compared."
    if fixed.now in difference.new or fixed.now in difference.both:
        return f"Reported before, and after as `{fixed.now}`."
    if fixed.subject in difference.gone or (fixed.subject in difference.removed and fixed.now):
        return "Reported before, not after."
    if fixed.subject in difference.removed:
        return "Reported before; it is not there any more."
    if fixed.subject in difference.both:
        return "Still reported after."
    return "Reported only after." if fixed.subject in difference.new else "Not reported before."
