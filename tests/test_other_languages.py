"""Data races in what the compilers of Kotlin and Scala make of real sources.

The programs say what is expected, as those in Java do (`races.expectations`). All of a language are
compiled in one run of its compiler, and each is checked from its own `main`.
"""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

import snarl
from conftest import maven
from java_homes import jdks
from races.comparison import complaints
from races.expectations import Source, read
from snarl.checking import check
from snarl.points_to import EdgeKind
from snarl.program.models import Purpose
from snarl.program.surface import Surface

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
    libraries: tuple[str, ...]
    """How the jars of its standard library, and of what else programs use, are called."""

    @property
    def sources(self) -> list[Source]:
        return [read(path) for path in sorted((PROGRAMS / self.name).glob(f"*{self.suffix}"))]


KOTLIN = Language(
    "kotlin",
    ".kt",
    "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
    ("-no-reflect", "-no-stdlib", "-jvm-target", "17", "-nowarn"),
    ("kotlin-stdlib-*.jar", "kotlinx-coroutines-core-jvm-*.jar"),
)
SCALA = Language("scala", ".scala", "scala.tools.nsc.Main", ("-nowarn",), ("scala-library-*.jar",))
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


def libraries(language: Language, compilers: Path) -> list[Path]:
    return [min(compilers.glob(name)) for name in language.libraries]


def compile_all(language: Language, compilers: Path, target: Path) -> Path:
    jars = os.pathsep.join(str(jar) for jar in sorted(compilers.glob("*.jar")))
    standard = os.pathsep.join(map(str, libraries(language, compilers)))
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


def test_calls_of_code_that_models_stand_for(compiled: dict[str, Path], compilers: Path) -> None:
    """Who asks for calls gets those of Scala's futures; who asks for threads gets their tasks."""
    scala = LANGUAGES["scala"]
    program = snarl.load([compiled["scala"]], classpath=libraries(scala, compilers), jdk=HOME)
    main = [name for it in scala.sources if it.name == "Futures" for name in it.options.main]

    def kinds(purpose: Purpose) -> set[EdgeKind]:
        graph = program.points_to(main=main, purpose=purpose).call_graph
        apply = program["scala.concurrent.Future$"].method("apply")
        return {edge.kind for edge in graph.callees_of(apply)}

    assert kinds("calls") == {EdgeKind.CALL}
    assert EdgeKind.SPAWN in kinds("threads")


def test_calls_by_which_coroutines_go_on(compiled: dict[str, Path], compilers: Path) -> None:
    """What suspends is read as if it did not, and calls nevertheless what it calls then."""
    kotlin = LANGUAGES["kotlin"]
    program = snarl.load([compiled["kotlin"]], classpath=libraries(kotlin, compilers), jdk=HOME)
    main = [
        name for it in kotlin.sources if it.name == "CoroutineMutex" for name in it.options.main
    ]
    graph = program.points_to(main=main, purpose="calls").call_graph
    failures = program["kotlin.ResultKt"].method("throwOnFailure")
    sites = Counter(edge.caller for edge in graph.callers_of(failures))
    # One where it starts, and one behind each call that may suspend.
    assert max(sites.values()) > 2


def test_what_scala_hides(compiled: dict[str, Path], compilers: Path) -> None:
    """Classes and members that are private or protected in their source, by its signature."""
    scala = LANGUAGES["scala"]
    program = snarl.load([compiled["scala"]], classpath=libraries(scala, compilers), jdk=HOME)
    surface = Surface(program)

    def names(of: str) -> set[str]:
        return {row.name for row in surface.callable(program[of].id)}

    shown = [it for it in map(surface.name, surface.public) if it.startswith("hidden.")]
    assert sorted(shown) == ["hidden.Counter", "hidden.Counter$", "hidden.Made"]
    assert names("hidden.Counter") == {"missBad", "missesBad", "stepsOk", "makeOk", "lastOk"}
    assert names("hidden.Counter$") == {"makeOk", "lastOk"}
    assert surface.is_makeable(program["hidden.Counter"].id)
    assert not surface.is_makeable(program["hidden.Made"].id)


def test_stacks_end_where_accesses_are_told(compiled: dict[str, Path], compilers: Path) -> None:
    """At the call of what the compiler has made for a field, and not in there."""
    kotlin = LANGUAGES["kotlin"]
    program = snarl.load([compiled["kotlin"]], classpath=libraries(kotlin, compilers), jdk=HOME)
    sites = [
        site
        for name in ("OwnDispatchers", "InlinedTasks")
        for it in kotlin.sources
        if it.name == name
        for finding in check(program, main=it.options.main).findings
        if finding.subject.kind == "field"
        for site in finding.sites
    ]
    assert sites
    assert [site.path[-1] for site in sites] == [site.frame for site in sites]


@pytest.mark.parametrize(("language", "source"), CASES)
def test_program(
    language: Language, source: Source, compiled: dict[str, Path], compilers: Path
) -> None:
    standard = libraries(language, compilers)
    program = snarl.load([compiled[language.name]], classpath=standard, jdk=HOME)
    options = source.options
    report = check(program, main=options.main, open=options.open)
    if found := complaints(source, report):
        pytest.fail("\n".join(found), pytrace=False)
