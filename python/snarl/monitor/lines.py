"""The files that the agent writes: a header, then lines of fields between tabs.

Backslash, tab and the ends of lines are escaped as in Java. The last line counts only if it is
whole: the JVM may have been killed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ESCAPED = re.compile(r"\\(.)")
ESCAPES = {"t": "\t", "n": "\n", "r": "\r"}


class LineError(ValueError):
    """A file that does not begin as it should."""


def read_lines(path: Path, header: str) -> Iterator[tuple[int, list[str]]]:
    """The fields of each line after the header, with the line's number."""
    # A character, too, may have been cut off.
    with path.open(encoding="utf-8", errors="replace", newline="\n") as file:
        if file.readline() != header + "\n":
            raise LineError(f"{path} is not a recording: its first line is not '{header}'")
        for number, line in enumerate(file, 2):
            if line.endswith("\n"):
                yield number, [_unescaped(field) for field in line[:-1].split("\t")]


def _unescaped(field: str) -> str:
    if "\\" not in field:
        return field
    return ESCAPED.sub(lambda match: ESCAPES.get(match[1], match[1]), field)
