"""Lines of code that Kotlin's compiler has put in the place of a call.

    items.forEach { count++ }        its loop has lines behind the end of the file

A table in the class (JSR 45, by an annotation) tells for them which line of the file calls.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

ANNOTATION = "kotlin.jvm.internal.SourceDebugExtension"
_STRATUM = "*S KotlinDebug"
_RANGE = re.compile(r"(\d+)(?:#\d+)?(?:,(\d+))?:(\d+)(?:,(\d+))?")


@dataclass(frozen=True, slots=True)
class InlinedLines:
    """The lines of a class that stand for calls."""

    ranges: tuple[tuple[int, int, int, int], ...] = ()
    """In order: the first line, how many there are for each line that calls, how many of those
    there are, and the first of them."""

    def line(self, line: int) -> int:
        """The line of the file that one of the class's code is seen at."""
        at = bisect_right(self.ranges, line, key=lambda it: it[0]) - 1
        if at < 0:
            return line
        first, each, count, calling = self.ranges[at]
        inside = (line - first) // each
        return calling + inside if inside < count else line


def inlined_lines(text: str) -> InlinedLines:
    """Reads a table; what it does not understand it leaves."""
    _, found, table = text.partition(_STRATUM)
    if not found:
        return InlinedLines()
    _, _, lines = table.partition("*L\n")
    ranges = []
    for line in lines.splitlines():
        if line.startswith("*"):
            break
        match = _RANGE.fullmatch(line.strip())
        if match is not None:
            calling, count, first, each = (int(it) if it else 1 for it in match.groups())
            if each > 0 and count > 0:
                ranges.append((first, each, count, calling))
    return InlinedLines(tuple(sorted(ranges)))
