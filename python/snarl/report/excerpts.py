"""Excerpts of sources: the line of a site among its neighbours, with the subject marked.

::

    --> src/demo/BankAccount.java:20
       18 | @Override
       19 | public void withdraw(long cents) {
     > 20 |     balance -= cents;
          |     ^^^^^^^
       21 | }
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snarl.program.sources import Sources

BEFORE, AFTER = 2, 1
_TAB = 4
_CUT = "..."


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Some lines of a source file, dedented. `marks` tells the columns under the marked line."""

    path: str
    """As from the working folder, where the file is below it."""
    line: int
    first: int
    """The line that the text begins with."""
    text: tuple[str, ...]
    marks: tuple[tuple[int, int], ...]
    """Begin and end of what is to be marked."""

    def numbered(self, width: int) -> Iterator[tuple[bool, str]]:
        """The lines with their numbers, none wider than that, and the one with marks; of each,
        whether it is what the excerpt is about."""
        digits = len(str(self.first + len(self.text) - 1))
        room = max(20, width - digits - len(" >  | "))
        for number, text in enumerate(self.text, self.first):
            is_it = number == self.line
            sign = ">" if is_it else " "
            yield is_it, f" {sign} {number:>{digits}} | {_cut(text, room)}".rstrip()
            if is_it and (marks := _carets(self.marks, room)):
                yield is_it, f"   {' ' * digits} | {marks}"


def excerpt(
    sources: Sources, class_name: str, file: str | None, line: int, name: str
) -> Excerpt | None:
    """The line of a class and what is around it, if its source is found; the name is marked."""
    path = sources.find(class_name, file)
    if path is None or (here := sources.line(path, line)) is None:
        return None
    first, last = line, line
    while first > 1 and line - first < BEFORE:
        first -= 1
    while last - line < AFTER and sources.line(path, last + 1) is not None:
        last += 1
    # A blank line at the edge tells nothing.
    while first < line and not (sources.line(path, first) or "").strip():
        first += 1
    while last > line and not (sources.line(path, last) or "").strip():
        last -= 1
    rows = [
        (sources.line(path, number) or "").expandtabs(_TAB) for number in range(first, last + 1)
    ]
    rows = dedent("\n".join(rows)).split("\n") if here.strip() else rows
    text = tuple(rows)
    return Excerpt(_from_here(path), line, first, text, _marks(text[line - first], name))


def _from_here(path: Path) -> str:
    try:
        return os.fspath(path.absolute().relative_to(Path.cwd()))
    except ValueError:
        return os.fspath(path)


def _marks(text: str, name: str) -> tuple[tuple[int, int], ...]:
    """Where the name stands in the code of a line, else all of the code."""
    code = text.split("//")[0].rstrip()
    named = rf"(?<![\w$]){re.escape(name)}(?![\w$])"
    # `size` in `size = list.size()` is one place: a call is meant only if there is nothing else.
    for pattern in (rf"{named}(?!\s*\()", named):
        if found := tuple(it.span() for it in re.finditer(pattern, code)):
            return found
    if not code.strip():
        return ()
    return ((len(code) - len(code.lstrip()), len(code)),)


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - len(_CUT)] + _CUT


def _carets(marks: tuple[tuple[int, int], ...], room: int) -> str:
    line = ""
    for begin, end in marks:
        line = line.ljust(begin) + "^" * (min(end, room) - begin)
    return line.rstrip()
