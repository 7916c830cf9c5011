"""Where the sources of a program lie that was run: beside its classes, or where builds put them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from snarl.monitor.launch import is_java
from snarl.program.inputs import roots_beside
from snarl.program.sources import Sources

_CLASS_PATHS = ("-cp", "-classpath", "--class-path", "-jar")
_DEPTH = 2
"""How far below the working folder modules of a build are looked for."""


def sources_of(command: Sequence[str], folder: Path) -> Sources:
    """The sources of what a command runs in a folder."""
    given = [folder / path for path in _class_path(command)]
    roots = [root for path in given for root in (*roots_beside(path), path)]
    return Sources(list(dict.fromkeys([*roots, *_of_builds(folder)])))


def _class_path(command: Sequence[str]) -> Iterator[str]:
    if not is_java(command):
        return
    options = iter(command[1:])
    for option in options:
        name, equals, value = option.partition("=")
        if option in _CLASS_PATHS:
            yield from _paths(next(options, ""))
        elif equals and name == "--class-path":
            yield from _paths(value)
        elif option.endswith(".java"):
            yield str(Path(option).parent)
    yield from _paths(os.environ.get("CLASSPATH", ""))


def _paths(text: str) -> Iterator[str]:
    for path in text.split(os.pathsep):
        if path:
            yield path.removesuffix("*")


def _of_builds(folder: Path) -> Iterator[Path]:
    for depth in range(_DEPTH + 1):
        yield from sorted(folder.glob(f"{'*/' * depth}src/*/*"))
    yield folder
