"""Source text of classes, where it can be found."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path


class Sources:
    """Finds source files below some roots, by the package of a class and the file it names."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self._roots = list(roots)
        self._find = lru_cache(maxsize=None)(self._search)
        self._read = lru_cache(maxsize=64)(_lines)

    def find(self, class_name: str, file: str | None) -> Path | None:
        """The source file of a class; None if it is nowhere."""
        if file is None or "/" in file or "\\" in file:
            return None
        return self._find(class_name.rpartition(".")[0], file)

    def _search(self, package: str, file: str) -> Path | None:
        # Kotlin projects leave out the folders of a common package, so the file alone counts too.
        for root in self._roots:
            for candidate in (root.joinpath(*package.split("."), file), root / file):
                if candidate.is_file():
                    return candidate
        return None

    def line(self, path: Path, number: int) -> str | None:
        """A line of a source file, counted from 1."""
        lines = self._read(path)
        return lines[number - 1] if 0 < number <= len(lines) else None


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
