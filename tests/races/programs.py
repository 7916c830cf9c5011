"""Compiles the programs, all of one JDK in one run of javac, and checks them one by one.

All classes of a program are its main class and classes nested in it, so that a class file's name
tells the program that it belongs to. Each program gets a folder of its own.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import snarl
from java_homes import version
from races.expectations import PROGRAMS, Source, read

if TYPE_CHECKING:
    from snarl.findings import Report

TIMEOUT = 300  # seconds; javac takes some ten


def sources(jdk: int | None = None) -> list[Source]:
    """All programs, or those that a JDK can compile, in order."""
    found = [read(path) for path in sorted(PROGRAMS.glob("*.java"))]
    return [source for source in found if jdk is None or source.needs <= jdk]


def feature(home: Path) -> int:
    """The feature number of a JDK: 17, 25."""
    return int(version(home).split(".")[0])


def home_for(source: Source, homes: Iterable[Path]) -> Path | None:
    """The oldest of the JDKs that can compile a program."""
    fitting = [home for home in homes if source.needs <= feature(home)]
    return min(fitting, key=feature, default=None)


def compile_all(home: Path, given: Iterable[Source], folder: Path) -> Path:
    """Compiles programs, each into the folder of its name in a folder."""
    chosen = {source.name: source.path for source in given}
    everything = folder / ".all"
    everything.mkdir(parents=True)
    command = [home / "bin" / "javac", "-nowarn", "-g", "-encoding", "UTF-8", "-d", everything]
    done = subprocess.run(
        [str(part) for part in (*command, *chosen.values())],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    if done.returncode != 0:
        raise ValueError(f"javac failed:\n{done.stderr}")
    for name in chosen:
        (folder / name).mkdir()
    for path in everything.iterdir():
        name = path.stem.partition("$")[0]
        if name not in chosen:
            raise ValueError(f"{path.name}: nest it in the main class of its program")
        path.rename(folder / name / path.name)
    everything.rmdir()
    return folder


def analyse(home: Path, source: Source, folder: Path) -> Report:
    """Checks a program that was compiled into a folder."""
    from snarl.checking import check

    program = snarl.load([folder / source.name], jdk=home)
    options = source.options
    return check(
        program,
        main=options.main or None,
        open=options.open or None,
        context=options.context,
    )
