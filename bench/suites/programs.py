"""The programs: drivers of the other parts, and test suites of libraries, as they were published.

A library's `tests` jar is run by JUnit's console launcher in a JVM of its own, or by Maven, whose
surefire starts the JVM.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bench import maven
from bench.recall import programs as recall
from bench.soundness import programs as soundness

HERE = Path(__file__).parent
TARGET = HERE / "target"
JARS = TARGET / "jars"

JUNIT = "org.junit.platform:junit-platform-console-standalone:1.10.2"
JUNIT4 = "junit:junit:4.13.2"
HAMCREST = "org.hamcrest:hamcrest:2.2"
EASYMOCK = ("org.easymock:easymock:5.2.0", "org.objenesis:objenesis:3.3")
OLDEST = 17
BOTH = (17, 25)

Kind = Literal["driver", "tests", "maven"]


@dataclass(frozen=True, slots=True)
class Program:
    """Something that runs, and what is known of it beforehand."""

    name: str
    kind: Kind
    about: str
    main: str
    libraries: tuple[Path, ...] = ()
    arguments: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    """Of the JVM."""
    jdks: tuple[int, ...] = BOTH

    @property
    def classes(self) -> Path:
        """Where the classes of a driver are."""
        return TARGET / "classes" / self.name

    @property
    def class_path(self) -> str:
        """Its own classes, if it has some, and its libraries."""
        own = (self.classes,) if self.kind == "driver" else ()
        return os.pathsep.join(str(part.resolve()) for part in (*own, *self.libraries))

    def command(self, java: Path, folder: Path, reports: Path) -> list[str]:
        """How it is run: in a folder, and with reports of tests, if it runs some, in another."""
        if self.kind == "maven":
            pom = HERE / self.name / "pom.xml"
            return ["mvn", "-o", "-q", "-B", "-f", str(pom), "test", f"-Dbuild={folder}"]
        options = [f"-Djava.io.tmpdir={folder}", *self.options]
        start = [str(java), *options, "-cp", self.class_path, self.main]
        if self.kind == "driver":
            return [*start, str(folder / "work")]
        listing = ["--details=none", "--disable-banner", f"--reports-dir={reports}"]
        return [*start, "execute", *listing, *self.arguments]


def _of_recall(program: recall.Program) -> Program:
    jdks = BOTH if program.jdk == OLDEST else (program.jdk,)
    libraries = tuple(program.libraries)
    return Program(program.name, "driver", program.about, program.main, libraries, jdks=jdks)


def _of_soundness(program: soundness.Program) -> Program:
    libraries = (program.application, *program.classpath)
    about = f"{program.title}: several threads"
    return Program(f"{program.name}-threads", "driver", about, program.main, libraries)


def _tests(
    name: str,
    about: str,
    jars: tuple[str, ...],
    arguments: tuple[str, ...],
    options: tuple[str, ...] = (),
) -> Program:
    launcher = "org.junit.platform.console.ConsoleLauncher"
    libraries = tuple(JARS / maven.jar_of(jar) for jar in (*jars, JUNIT))
    return Program(name, "tests", about, launcher, libraries, arguments, options)


def _packages(*names: str) -> tuple[str, ...]:
    return tuple(f"--select-package={name}" for name in names)


LANG = "org.apache.commons:commons-lang3:3.14.0"
COLLECTIONS = "org.apache.commons:commons-collections4:4.4"
LANG_JARS = (
    LANG,
    f"{LANG}:tests",
    "org.apache.commons:commons-text:1.11.0",
    "org.junit-pioneer:junit-pioneer:1.9.1",
    HAMCREST,
    *EASYMOCK,
)
COLLECTIONS_JARS = (COLLECTIONS, f"{COLLECTIONS}:tests", LANG, JUNIT4, HAMCREST, *EASYMOCK)

SUITES = (
    _tests(
        "lang3",
        "tests of commons-lang3 3.14.0: concurrent, event, builder, reflect, mutable, tuple",
        LANG_JARS,
        _packages(
            *(
                f"org.apache.commons.lang3.{name}"
                for name in ("concurrent", "event", "builder", "reflect", "mutable", "tuple")
            )
        ),
        tuple(
            f"--add-opens=java.base/{package}=ALL-UNNAMED"
            for package in ("java.lang", "java.lang.reflect", "java.util", "java.time")
        ),
    ),
    _tests(
        "collections4",
        "tests of commons-collections4 4.4: list, queue, bag, multimap, iterators",
        COLLECTIONS_JARS,
        _packages(
            *(
                f"org.apache.commons.collections4.{name}"
                for name in ("list", "queue", "bag", "multimap", "iterators")
            )
        ),
    ),
    Program("pool2", "maven", "tests of commons-pool2 2.12.0, by `mvn test`", ""),
)

UNSTEADY = ("log4j",)
"""Drivers that do not always end, alone either: the appender of log4j 1.2.13 loses a `notify`."""

PROGRAMS = (
    *map(_of_recall, recall.PROGRAMS),
    *(_of_soundness(it) for it in soundness.PROGRAMS if it.name not in UNSTEADY),
    *SUITES,
)
LIBRARIES = (JUNIT, *LANG_JARS, *COLLECTIONS_JARS)


def named(names: tuple[str, ...]) -> list[Program]:
    """The programs of these names, or all."""
    return [program for program in PROGRAMS if not names or program.name in names]
