"""Reports: what was found, as text for people or as data for other tools. One file a format.

A format is a module with a function `lines(report, view)`, imported when it is asked for. It prints
what the report says and works out nothing: a finding is complete (`snarl.findings`), but for the
text of sources, which the view gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from snarl.findings import Report
    from snarl.program.sources import Sources

FORMATS = {
    "text": "snarl.report.as_text",
    "json": "snarl.report.as_json",
}
"""The module of each format."""

Group = Literal["field", "object"]


@dataclass(frozen=True, slots=True)
class View:
    """How a report is to be shown; formats that are not for people care little."""

    sources: Sources | None = None
    color: bool = False
    width: int = 100
    group: Group = "field"
    """What findings are put together by: their subject, or the object that is concerned."""


def render(name: str, report: Report, view: View | None = None) -> str:
    """A report in a format, by the format's name."""
    lines: Callable[[Report, View], Iterator[str]] = import_module(FORMATS[name]).lines
    return "".join(f"{line}\n" for line in lines(report, view or View()))
