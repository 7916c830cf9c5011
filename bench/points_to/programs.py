"""The programs: a small main of ours each, and the jar that it drives.

A program is closed: its main is the only entry, the main and the jar are the application, and the
rest is a JDK 17. Jars come from Maven Central by `programs/pom.xml`; the mains are compiled here.
All of them run, and end by themselves.
"""

from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

from bench import maven
from bench.jdks import Jdk
from bench.process import run

SOURCES = Path(__file__).parent / "programs"
TARGET = Path(__file__).parent / "target"
JARS = TARGET / "jars"
LIMIT = 600.0


class ProgramError(Exception):
    """A program could not be fetched or compiled; the text says why."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program: its main class, which is its source file's name, and its jar."""

    name: str
    main: str
    jar: str | None
    is_compared: bool = True
    """Whether the peer gets it too; the others only show how cost grows."""

    @property
    def title(self) -> str:
        """Its name and version."""
        return Path(self.jar).stem.replace("-", " ").strip() if self.jar else self.name

    @property
    def classes(self) -> Path:
        """The folder of its main's classes."""
        return TARGET / "classes" / self.name

    @property
    def application(self) -> list[Path]:
        """What is analysed as the application."""
        return [self.classes, JARS / self.jar] if self.jar else [self.classes]

    def class_names(self) -> set[str]:
        """The names of the application's classes."""
        entries = [str(file.relative_to(self.classes)) for file in self.classes.rglob("*.class")]
        if self.jar:
            with ZipFile(JARS / self.jar) as jar:
                entries += [entry for entry in jar.namelist() if entry.endswith(".class")]
        return {entry.removesuffix(".class").replace("/", ".") for entry in entries}


PROGRAMS = (
    Program("workers", "Workers", None),
    Program("pool", "Pool", "commons-pool-1.6.jar"),
    Program("antlr", "Antlr", "antlr-2.7.7.jar"),
    Program("lucene", "Lucene", "lucene-1.4.3.jar"),
    Program("hsqldb", "Hsqldb", "hsqldb-1.8.0.10.jar"),
    Program("derby", "Derby", "derby-10.1.1.0.jar"),
    Program("h2", "H2", "h2-1.4.200.jar"),
)


def prepare(programs: list[Program], jdk: Jdk) -> None:
    """Fetch the jars and compile the mains; quick if it is done already."""
    if any(program.jar and not (JARS / program.jar).exists() for program in programs):
        _fetch()
    for program in programs:
        if not _is_fresh(program):
            _compile(program, jdk)


def _fetch() -> None:
    try:
        maven.execute(SOURCES / "pom.xml", "generate-resources")
    except maven.MavenError as problem:
        raise ProgramError(f"the jars are missing: {problem}") from problem


def _source(program: Program) -> Path:
    return SOURCES / f"{program.main}.java"


def _is_fresh(program: Program) -> bool:
    made = program.classes / f"{program.main}.class"
    return made.exists() and made.stat().st_mtime > _source(program).stat().st_mtime


def _compile(program: Program, jdk: Jdk) -> None:
    program.classes.mkdir(parents=True, exist_ok=True)
    command: list[str | Path] = [jdk.tool("javac"), "-g", "-d", program.classes]
    if program.jar:
        command += ["-cp", JARS / program.jar]
    compiled = run([*command, _source(program)], limit=LIMIT)
    if compiled.code:
        raise ProgramError(f"javac failed on {program.main}.java:\n{compiled.errors[-2000:]}")
