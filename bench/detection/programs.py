"""The programs: mains of ours that compute on several threads, each correctly synchronized."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import maven
from bench.jdks import Jdk
from bench.process import run

HERE = Path(__file__).parent
SOURCES = HERE / "programs"
TARGET = HERE / "target"
JARS = TARGET / "jars"
COMPILE_LIMIT = 120.0


class ProgramError(Exception):
    """A program could not be compiled or run; the text says why."""


@dataclass(frozen=True, slots=True)
class Program:
    """A main class that takes the number of threads, and how much work there is."""

    name: str
    main: str
    what: str
    """What is typical of it."""
    work: int
    """So much that it runs for about two seconds on two idle cores."""
    little: int
    """Enough to see that it works."""
    threads: int = 2
    jars: tuple[str, ...] = ()
    """Coordinates of the libraries that it drives; they are watched like its own classes."""

    @property
    def classes(self) -> Path:
        """Its compiled classes."""
        return TARGET / "classes" / self.name

    @property
    def libraries(self) -> list[Path]:
        """The jars."""
        return [JARS / maven.jar_of(jar) for jar in self.jars]

    @property
    def class_path(self) -> str:
        """All of its classes."""
        return os.pathsep.join(str(part.resolve()) for part in (self.classes, *self.libraries))

    def arguments(self, is_quick: bool) -> list[str]:
        """What its main is given."""
        return [str(self.threads), str(self.little if is_quick else self.work)]


PROGRAMS = (
    Program("relaxation", "Relaxation", "rows of doubles, barriers", 2_400, 40),
    Program("molecules", "Molecules", "objects with doubles, an array of forces", 300, 10),
    Program("ray-tracer", "RayTracer", "small objects with final fields", 1_700, 200),
    Program("monte-carlo", "MonteCarlo", "generators and arrays of one thread", 180_000, 5_000),
    Program("salesman", "Salesman", "branch and bound, the best under a lock", 20, 15),
    Program("decomposition", "Decomposition", "rows of doubles, barriers", 2_500, 300),
    Program("bank", "Bank", "two monitors a transfer", 3_600_000, 50_000),
    Program("pool", "Pool", "wait and notify, arrays handed over", 60_000, 1_000),
    Program("database", "Database", "read-write locks, hash index, maps", 1_200_000, 20_000),
    Program("indexer", "Indexer", "strings, maps, a monitor for each word", 6_000, 200),
)


def named(names: tuple[str, ...]) -> list[Program]:
    """The programs of these names, or all."""
    return [program for program in PROGRAMS if not names or program.name in names]


def prepare(programs: Sequence[Program], jdk: Jdk) -> None:
    """Fetches the libraries, compiles the programs."""
    try:
        maven.fetch([jar for program in programs for jar in program.jars], JARS)
    except maven.MavenError as problem:
        raise ProgramError(f"the libraries are missing: {problem}") from problem
    for program in programs:
        _compile(program, jdk)


def _compile(program: Program, jdk: Jdk) -> None:
    """Each into a folder of its own, with what it uses of the others."""
    shutil.rmtree(program.classes, ignore_errors=True)
    program.classes.mkdir(parents=True)
    command: list[str | Path] = [jdk.tool("javac"), "-g", "-nowarn", "-d", program.classes]
    command += ["-sourcepath", SOURCES, "-cp", program.class_path]
    done = run([*command, SOURCES / f"{program.main}.java"], limit=COMPILE_LIMIT)
    if done.code:
        raise ProgramError(f"{program.name} does not compile:\n{done.output}{done.errors}")
