"""Lines of code that Kotlin's compiler has put in the place of a call.

    items.forEach { count++ }        its loop has lines behind the end of the file

A table in the class (JSR 45, by an annotation) tells for them which line of the file calls.

    fixedRateTimer { count++ }       its object is a copy of one that a library has

The class of such a copy says that its source is the library's; the table tells where its lines
are from.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple

ANNOTATION = "kotlin.jvm.internal.SourceDebugExtension"
_CALLS, _ORIGINS = "*S KotlinDebug", "*S Kotlin"
_FILE = re.compile(r"\+ (\d+) (.+)\n(.+)")
_RANGE = re.compile(r"(\d+)(?:#(\d+))?(?:,(\d+))?:(\d+)(?:,(\d+))?")


class Range(NamedTuple):
    """Lines of a class, which stand for some of a file."""

    first: int
    each: int
    """How many there are for each line of the file."""
    times: int
    """How many of those there are."""
    line: int
    """The first of those."""
    file: str = ""
    """Where they are, if not in the file that the class names."""


@dataclass(frozen=True, slots=True)
class InlinedLines:
    """The lines of a class that stand for others."""

    ranges: tuple[Range, ...] = ()
    """In order."""

    def place(self, line: int) -> tuple[str, int]:
        """Where a line of the class's code is seen: the file, or nothing for that which the class
        names, and the line there."""
        at = bisect_right(self.ranges, line, key=lambda it: it.first) - 1
        if at < 0:
            return "", line
        found = self.ranges[at]
        inside = (line - found.first) // found.each
        return (found.file, found.line + inside) if inside < found.times else ("", line)


def inlined_lines(text: str, of: str) -> InlinedLines:
    """Reads the table of a class; what it does not understand it leaves."""
    origins, calls = _section(text, _ORIGINS), _section(text, _CALLS)
    if origins.path in ("", of.replace(".", "/")):
        return InlinedLines(tuple(sorted(it._replace(file="") for it in calls.ranges)))
    # The class is a copy: what is not in its first file was put there.
    found = {it.first: it for it in origins.ranges if it.file != origins.file}
    found |= {it.first: it for it in calls.ranges}
    return InlinedLines(tuple(sorted(found.values())))


class _Section(NamedTuple):
    """What a table says of one kind of lines."""

    file: str = ""
    """Its first file, and the class that this belongs to."""
    path: str = ""
    ranges: tuple[Range, ...] = ()


def _section(text: str, title: str) -> _Section:
    rest = text.partition(f"{title}\n")[2].partition("*E")[0].partition("*S")[0]
    names, _, lines = rest.partition("*L\n")
    files = {number: (name, path) for number, name, path in _FILE.findall(names)}
    file, path = next(iter(files.values()), ("", ""))
    ranges = (_range(line.strip(), files) for line in lines.splitlines())
    return _Section(file, path, tuple(it for it in ranges if it is not None))


def _range(line: str, files: dict[str, tuple[str, str]]) -> Range | None:
    match = _RANGE.fullmatch(line)
    if match is None:
        return None
    file, _ = files.get(match[2], ("", ""))
    there, count, first, each = (int(match[it] or 1) for it in (1, 3, 4, 5))
    return Range(first, each, count, there, file) if each > 0 and count > 0 else None
