"""Source text of classes, where it can be found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

_END_OF_LINE = re.compile(r"\r\n|\r|\n")


class Sources:
    """Finds source files by the package of a class and the file it names: below some roots, and
    among files that are known to belong to the program."""

    def __init__(self, roots: Sequence[Path], files: Sequence[Path] = ()) -> None:
        self._roots = list(dict.fromkeys(roots))
        self._files: dict[str, list[Path]] = {}
        for file in files:
            self._files.setdefault(file.name, []).append(file)
        self._find = lru_cache(maxsize=None)(self._search)
        self._read = lru_cache(maxsize=64)(_lines)

    def find(self, class_name: str, file: str | None) -> Path | None:
        """The source file of a class; None if it is nowhere."""
        if file is None or "/" in file or "\\" in file or "\0" in file:
            return None
        return self._find(class_name.rpartition(".")[0], file)

    def _search(self, package: str, file: str) -> Path | None:
        folders = package.split(".") if package else []
        known = self._files.get(file, [])
        for path in known:
            if not folders or list(path.parts[-1 - len(folders) : -1]) == folders:
                return path
        # Kotlin projects leave out the folders of a common package, so the file alone counts too.
        candidates = [
            candidate
            for root in self._roots
            for candidate in (root.joinpath(*folders, file), root / file)
        ]
        found = next((candidate for candidate in candidates if _is_file(candidate)), None)
        return found or (known[0] if len(known) == 1 else None)

    def line(self, path: Path, number: int) -> str | None:
        """A line of a source file, counted from 1."""
        lines = self._read(path)
        return lines[number - 1] if 0 < number <= len(lines) else None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long, for one
        return False


def _lines(path: Path) -> list[str]:
    """The lines as a compiler counts them: unlike `splitlines`, a form feed ends none."""
    try:
        data = path.read_bytes()
    except OSError:
        return []
    return _END_OF_LINE.split(_decoded(data))


def _decoded(data: bytes) -> str:
    """A source as text: most are in UTF-8, and of the others each byte is taken for a letter."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
