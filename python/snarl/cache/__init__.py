"""What was found out before, kept in the user's cache folder: plans of runs, reports of checks.

An answer is found again if nothing has changed that it depends on: the files of the program (their
sizes and times; of a folder, those of all files in it), the JDK, snarl itself, and what was asked
for. What cannot be read is found out anew; a folder that cannot be written costs time only.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from snarl._engine import __version__

_FOLDER = "snarl"
_ITSELF = Path(__file__).parents[1]
_CODE = (".py", ".so", ".pyd", ".toml", ".lark")
"""How the files of snarl's own end that answers depend on."""


@dataclass(frozen=True, slots=True)
class Question:
    """All that an answer depends on."""

    paths: Sequence[Path]
    classpath: Sequence[Path] = ()
    jdk: Path | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    """What else was asked for, in what JSON can write."""

    def key(self) -> str:
        """A name for the question: other files, another name."""
        digest = hashlib.sha256()
        for part in (__version__, *self._itself(), *self._jdk(), *self._rest()):
            digest.update(part.encode("utf-8", "surrogateescape"))
            digest.update(b"\0")
        return digest.hexdigest()[:40]

    def _itself(self) -> Iterator[str]:
        """Who works on snarl changes its files, and not its version."""
        yield from _states(_ITSELF, _CODE)

    def _jdk(self) -> Iterator[str]:
        if self.jdk is None:
            return
        yield str(self.jdk.resolve())
        yield from _state(self.jdk / "release")
        yield from _state(self.jdk / "lib" / "modules")

    def _rest(self) -> Iterator[str]:
        yield json.dumps(self.options, sort_keys=True, default=str)
        for word, paths in (("paths", self.paths), ("classpath", self.classpath)):
            yield word
            for path in paths:
                yield os.path.realpath(path)
                yield from _states(path)


def _states(path: Path, endings: tuple[str, ...] = ("",)) -> Iterator[str]:
    """The states of a file, or of all files in a folder whose names end so."""
    if not path.is_dir():
        yield from _state(path)
        return
    for folder, folders, files in os.walk(path):
        folders.sort()
        for name in sorted(files):
            if name.endswith(endings):
                file = os.path.join(folder, name)  # noqa: PTH118, a path object a file is slow
                yield file
                yield from _state(file)


def _state(path: Path | str) -> Iterator[str]:
    try:
        found = os.stat(path)  # noqa: PTH116, as above
    except OSError:
        yield "missing"
        return
    yield f"{found.st_size} {found.st_mtime_ns}"


def folder(of: str) -> Path:
    """A folder in the user's cache: under `XDG_CACHE_HOME`, or where the system has it."""
    return _folder() / of


def _folder() -> Path:
    if named := os.environ.get("XDG_CACHE_HOME"):
        return Path(named) / _FOLDER
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / _FOLDER
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / _FOLDER / "Cache"
    return Path.home() / ".cache" / _FOLDER


def touch(path: Path) -> None:
    """Marks an answer as used, so that it is not among the first to go."""
    try:
        path.touch()
    except OSError:
        return


def forget_oldest(answers: Path, most: int) -> None:
    """Removes those that were not used for longest, so that the folder does not grow for ever."""
    by_age = sorted(answers.iterdir(), key=lambda it: it.stat().st_mtime, reverse=True)
    for path in by_age[most:]:
        path.unlink(missing_ok=True)
