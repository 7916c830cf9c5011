"""Reports of checks that were made before.

A check of the same files with the same question has the same report: it is read instead of found
out again. Kept is what other tools read too (`snarl.report.as_json`), packed, with the warnings of
loading, of which commands tell more than their text. What is not complete is not kept: what was
missing may be there the next time.
"""

from __future__ import annotations

import gzip
import json
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from snarl.cache import Question, folder, forget_oldest, touch
from snarl.program import Warning
from snarl.report import View
from snarl.report.as_json import lines
from snarl.report.from_json import ReportError, parse

if TYPE_CHECKING:
    from snarl.findings import Report

_MOST_REPORTS = 20
_QUICK = 1
"""How hard to pack."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A report, and the warnings of the program that it is about."""

    report: Report
    warnings: tuple[Warning, ...]


def find(question: Question) -> Kept | None:
    """The report that answers a question, if it was kept."""
    path = _path(question)
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            warnings = tuple(Warning(**row) for row in json.loads(file.readline()))
            report = parse(json.loads(file.read()), str(path))
    except (OSError, EOFError, ValueError, TypeError, ReportError):
        return None
    touch(path)
    return Kept(report, warnings)


def keep(question: Question, report: Report, warnings: Sequence[Warning]) -> None:
    """Keeps a report if it is complete, and if the folder can be written."""
    if not report.is_complete:
        return
    path = _path(question)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with (
            tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as raw,
            gzip.open(raw, "wt", compresslevel=_QUICK, encoding="utf-8") as file,
        ):
            file.write(json.dumps([asdict(it) for it in warnings]) + "\n")
            file.writelines(f"{line}\n" for line in lines(report, View()))
        Path(raw.name).replace(path)
        forget_oldest(path.parent, _MOST_REPORTS)
    except OSError:
        return


def _path(question: Question) -> Path:
    return folder("reports") / f"{question.key()}.json.gz"
