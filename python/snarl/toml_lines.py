"""Where the keys and values of a TOML document stand.

`tomllib` gives values without their lines, and an error about a setting should name one. This goes
through a document that `tomllib` has taken already, so it need not check anything.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence

Key = str | int
"""The name of a key, or the place of an element."""

_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}(?!")'  # longest first: a string of several lines may end in quotes
    r"|'''.*?'{3,5}(?!')"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'",
    re.DOTALL,
)
_BARE_KEY = re.compile(r"[\w-]+")
_BARE_VALUE = re.compile(r"[^,\]}\n#]*")


def line_of(text: str, keys: Sequence[Key]) -> int | None:
    """The line of what these keys lead to, counted from 1; else of the nearest thing around it."""
    lines = _Scan(text).lines
    for length in range(len(keys), 0, -1):
        if (line := lines.get(tuple(keys[:length]))) is not None:
            return line
    return None


class _Scan:
    """One pass over a valid document; `lines` has the line of every path of keys."""

    def __init__(self, text: str) -> None:
        self._text = text.replace("\r\n", "\n")
        self._at = 0
        self.lines: dict[tuple[Key, ...], int] = {}
        self._last: dict[tuple[Key, ...], int] = {}
        """The place of the last element, by the path of an array of tables."""
        table: tuple[Key, ...] = ()
        while self._skip_blank():
            if self._takes("[["):
                table = self._element(self._keys((), through_elements=False))
                self._takes("]]")
            elif self._takes("["):
                table = self._keys(())
                self._takes("]")
            else:
                self._pair(table)

    def _skip_blank(self) -> bool:
        """Goes to what comes next; tells whether anything does."""
        found = _BLANK.match(self._text, self._at)
        assert found is not None
        self._at = found.end()
        return self._at < len(self._text)

    def _takes(self, sign: str) -> bool:
        self._skip_blank()
        if not self._text.startswith(sign, self._at):
            return False
        self._at += len(sign)
        return True

    def _note(self, path: tuple[Key, ...]) -> None:
        self.lines.setdefault(path, self._text.count("\n", 0, self._at) + 1)

    def _keys(self, path: tuple[Key, ...], *, through_elements: bool = True) -> tuple[Key, ...]:
        """The path with the keys that are written here: `a.'b.c'`.

        A key that names an array of tables means its last element; for the last key of `[[…]]` it
        means the array.
        """
        while True:
            path = (*path, self._key())
            self._note(path)
            is_last = not self._takes(".")
            if path in self._last and (through_elements or not is_last):
                path = (*path, self._last[path])
            if is_last:
                return path

    def _key(self) -> str:
        self._skip_blank()
        bare = _BARE_KEY.match(self._text, self._at)
        if bare:
            self._at = bare.end()
            return bare[0]
        return str(tomllib.loads(f"key = {self._string()}")["key"])

    def _string(self) -> str:
        found = _STRING.match(self._text, self._at)
        assert found is not None
        self._at = found.end()
        return found[0]

    def _element(self, array: tuple[Key, ...]) -> tuple[Key, ...]:
        place = self._last[array] = self._last.get(array, -1) + 1
        self._note((*array, place))
        return (*array, place)

    def _pair(self, table: tuple[Key, ...]) -> None:
        path = self._keys(table)
        self._takes("=")
        self._value(path)

    def _value(self, path: tuple[Key, ...]) -> None:
        self._skip_blank()
        self._note(path)
        if self._takes("["):
            place = 0
            while not self._takes("]"):
                self._value((*path, place))
                self._takes(",")
                place += 1
        elif self._takes("{"):
            while not self._takes("}"):
                self._pair(path)
                self._takes(",")
        elif self._text[self._at] in "\"'":
            self._string()
        else:
            bare = _BARE_VALUE.match(self._text, self._at)
            assert bare is not None
            self._at = bare.end()
