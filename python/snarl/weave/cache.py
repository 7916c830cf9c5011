"""Plans that were made before, kept in the user's cache folder.

A plan is found again if nothing has changed that it depends on: the files of the program (their
sizes and times; of a folder, those of all files in it), the JDK, snarl itself, and what was asked
for. What cannot be read is made anew. A run that ends in the middle leaves no half of a plan.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from snarl.weave.plan import HEADER, Plan, PlanError, read

_FOLDER = "snarl"
_MOST_PLANS = 50


@dataclass(frozen=True, slots=True)
class Question:
    """All that a plan depends on."""

    paths: Sequence[Path]
    classpath: Sequence[Path] = ()
    jdk: Path | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    """What else was asked for, in what JSON can write."""

    def key(self) -> str:
        """A name for the question: other files, another name."""
        from importlib.metadata import version

        digest = hashlib.sha256()
        for part in (version("snarl"), HEADER, *self._jdk(), *self._options(), *self._files()):
            digest.update(part.encode("utf-8", "surrogateescape"))
            digest.update(b"\0")
        return digest.hexdigest()[:40]

    def _jdk(self) -> Iterator[str]:
        if self.jdk is None:
            return
        yield str(self.jdk.resolve())
        yield from _state(self.jdk / "release")
        yield from _state(self.jdk / "lib" / "modules")

    def _options(self) -> Iterator[str]:
        yield json.dumps(self.options, sort_keys=True, default=str)

    def _files(self) -> Iterator[str]:
        for word, paths in (("paths", self.paths), ("classpath", self.classpath)):
            yield word
            for path in paths:
                yield str(path.resolve())
                yield from _states(path)


def _states(path: Path) -> Iterator[str]:
    """The states of a file, or of all files in a folder."""
    if not path.is_dir():
        yield from _state(path)
        return
    for folder, folders, files in os.walk(path):
        folders.sort()
        for name in sorted(files):
            yield os.path.relpath(Path(folder) / name, path)
            yield from _state(Path(folder) / name)


def _state(path: Path) -> Iterator[str]:
    try:
        found = path.stat()
    except OSError:
        yield "missing"
        return
    yield f"{found.st_size} {found.st_mtime_ns}"


def folder() -> Path:
    """The user's cache folder of snarl: under `XDG_CACHE_HOME`, or where the system has it."""
    if named := os.environ.get("XDG_CACHE_HOME"):
        return Path(named) / _FOLDER
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / _FOLDER
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / _FOLDER / "Cache"
    return Path.home() / ".cache" / _FOLDER


def find_or_make(question: Question, make: Callable[[], Plan]) -> tuple[Plan, bool]:
    """The plan that answers a question, and whether it was there already."""
    path = folder() / "plans" / f"{question.key()}.txt"
    try:
        found = read(path)
    except PlanError:
        made = make()
        _keep(made, path)
        return made, False
    _touch(path)
    return found, True


def _touch(path: Path) -> None:
    """Marks a plan as used, so that it is not among the first to go."""
    try:
        path.touch()
    except OSError:
        return


def _keep(plan: Plan, path: Path) -> None:
    """Keeps a plan if the folder can be written; it is a matter of time only."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        plan.write(path, notes=True)
        _forget_oldest(path.parent)
    except OSError:
        return


def _forget_oldest(plans: Path) -> None:
    """Removes those that were not used for longest, so that the folder does not grow for ever."""
    by_age = sorted(plans.glob("*.txt"), key=lambda it: it.stat().st_mtime, reverse=True)
    for path in by_age[_MOST_PLANS:]:
        path.unlink(missing_ok=True)
