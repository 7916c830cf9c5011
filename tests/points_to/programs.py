"""Compiles the programs, all of one JDK into one folder, and analyses many of them at once.

Most of an analysis is the start of the JVM, so programs share one. They have no class in common:
what one finds of another is left out (`findings`).
"""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from java_homes import version
from points_to.expectations import PROGRAMS, Source, read

if TYPE_CHECKING:
    from snarl.points_to import Solution
    from snarl.program import Program

TIMEOUT = 300  # seconds; javac takes some five


def sources(jdk: int | None = None) -> list[Source]:
    """All programs, or those that a JDK can compile, in order."""
    found = [read(path) for path in sorted(PROGRAMS.glob("*.java"))]
    return [source for source in found if jdk is None or source.since <= jdk]


def compile_all(home: Path, given: Iterable[Source], folder: Path) -> Path:
    """Compiles programs into a folder, one run of javac for each set of options."""
    groups: dict[tuple[str, ...], list[Path]] = {}
    for source in given:
        groups.setdefault(source.javac, []).append(source.path)
        for name, text in source.resources.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for options, paths in groups.items():
        javac(home, folder, *options, *paths)
    return folder


def javac(home: Path, folder: Path, *arguments: str | Path) -> None:
    """Runs javac; its complaints are the error's."""
    command = [home / "bin" / "javac", "-nowarn", "-g", "-encoding", "UTF-8", "-d", folder]
    done = subprocess.run(
        [str(part) for part in (*command, *arguments)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    if done.returncode != 0:
        raise ValueError(f"javac failed:\n{done.stderr}")


def feature(home: Path) -> int:
    """The feature number of a JDK: 17, 25."""
    return int(version(home).split(".")[0])


def groups(given: Iterable[Source]) -> list[list[Source]]:
    """Programs that can be analysed together."""
    found: dict[tuple[str | None, str], list[Source]] = {}
    for source in given:
        alone = source.name if source.is_alone else ""
        found.setdefault((source.static, alone), []).append(source)
    return list(found.values())


def analyse(program: Program, group: Sequence[Source], selector: str) -> Solution:
    """Analyses a group of the programs that were loaded together."""
    models: dict[str, dict[str, object]] = {}
    for source in group:
        if source.settings is not None:
            settings = tomllib.loads(source.settings.read_text(encoding="utf-8"))
            models.update(settings["models"])
    return program.points_to(
        context=selector,
        main=[source.main for source in group],
        models=models or None,
        static_inherits=group[0].static != "empty",
        # With long contexts all of the JVM's own start takes minutes.
        start="full" if selector == "auto" else "light",
    )
