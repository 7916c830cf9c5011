"""Data races in what the compilers of Kotlin and Scala make of real sources.

The programs say what is expected, as those in Java do (`races.expectations`). All of a language are
compiled in one run of its compiler, and each is checked from its own `main`.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

import snarl
from conftest import maven
from java_homes import jdks
from races.comparison import complaints
from races.expectations import Source, read
from snarl.checking import check

PROGRAMS = Path(__file__).parent / "programs"
POM = Path(__file__).parent / "compilers" / "pom.xml"
FOLDER = Path(__file__).parents[1] / "build" / "compilers"
TIMEOUT = 300  # seconds; a compiler takes some ten
HOME = jdks()[0]


@dataclass(frozen=True)
class Language:
    """How programs of a language are compiled."""

    name: str
    suffix: str
    compiler: str
    options: tuple[str, ...]
    library: str
    """How the jar of its standard library is called."""

    @property
    def sources(self) -> list[Source]:
        return [read(path) for path in sorted((PROGRAMS / self.name).glob(f"*{self.suffix}"))]


KOTLIN = Language(
    "kotlin",
    ".kt",
    "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
    ("-no-reflect", "-no-stdlib", "-jvm-target", "17", "-nowarn"),
    "kotlin-stdlib-*.jar",
)
SCALA = Language("scala", ".scala", "scala.tools.nsc.Main", ("-nowarn",), "scala-library-*.jar")
LANGUAGES = {language.name: language for language in (KOTLIN, SCALA)}
CASES = [
    pytest.param(language, source, id=f"{language.name}-{source.name}")
    for language in LANGUAGES.values()
    for source in language.sources
]


@pytest.fixture(scope="session")
def compilers() -> Path:
    """The folder of the compilers, filled by Maven."""
    maven(POM, FOLDER)
    return FOLDER


@pytest.fixture(scope="module")
def compiled(compilers: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The classes of all programs of each language."""
    return {
        name: compile_all(language, compilers, tmp_path_factory.mktemp(name))
        for name, language in LANGUAGES.items()
    }


def library(language: Language, compilers: Path) -> Path:
    return min(compilers.glob(language.library))


def compile_all(language: Language, compilers: Path, target: Path) -> Path:
    jars = os.pathsep.join(str(jar) for jar in sorted(compilers.glob("*.jar")))
    standard = str(library(language, compilers))
    command = [str(HOME / "bin" / "java"), "-cp", jars, language.compiler, *language.options]
    arguments = ["-cp", standard, "-d", str(target)]
    done = subprocess.run(
        [*command, *arguments, *(str(source.path) for source in language.sources)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, f"the compiler of {language.name} failed:\n{done.stderr}"
    return target


@pytest.mark.parametrize(("language", "source"), CASES)
def test_program(
    language: Language, source: Source, compiled: dict[str, Path], compilers: Path
) -> None:
    standard = library(language, compilers)
    program = snarl.load([compiled[language.name]], classpath=[standard], jdk=HOME)
    report = check(program, main=source.options.main)
    if found := complaints(source, report):
        pytest.fail("\n".join(found), pytrace=False)
