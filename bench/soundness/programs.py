"""The programs: a main of ours each, in `drivers/`, and the libraries that it works with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bench import maven

HERE = Path(__file__).parent
DRIVERS = HERE / "drivers"
TARGET = HERE / "target"
JARS = TARGET / "jars"

COLLECTIONS = "commons-collections:commons-collections:3.1"
LOGGING = "commons-logging:commons-logging:1.0.4"
POOL = "commons-pool:commons-pool:1.2"
HSQLDB = "hsqldb:hsqldb:1.8.0.10"


@dataclass(frozen=True, slots=True)
class Program:
    """A main class that uses a library from several threads."""

    name: str
    main: str
    jar: str
    """The coordinates of the library that is looked at."""
    libraries: tuple[str, ...] = ()
    """What else is needed to run it."""

    @property
    def title(self) -> str:
        """The library and its version."""
        return " ".join(self.jar.split(":")[1:])

    @property
    def sources(self) -> list[Path]:
        """Its sources."""
        return sorted((DRIVERS / self.name).glob("*.java"))

    @property
    def application(self) -> Path:
        """The library's jar, which is part of what is checked."""
        return JARS / maven.jar_of(self.jar)

    @property
    def classpath(self) -> list[Path]:
        """The other jars."""
        return [JARS / maven.jar_of(library) for library in self.libraries]


PROGRAMS = (
    Program("pool", "PoolWork", POOL, (COLLECTIONS,)),
    Program("dbcp", "DbcpWork", "commons-dbcp:commons-dbcp:1.2", (POOL, COLLECTIONS, HSQLDB)),
    Program("c3p0", "C3p0Work", "c3p0:c3p0:0.9.1.2", (HSQLDB,)),
    Program("hsqldb", "HsqldbWork", HSQLDB),
    Program("derby", "DerbyWork", "org.apache.derby:derby:10.1.1.0"),
    Program("log4j", "Log4jWork", "log4j:log4j:1.2.13"),
    Program(
        "quartz",
        "QuartzWork",
        "opensymphony:quartz:1.6.0",
        (LOGGING, COLLECTIONS, "javax.transaction:jta:1.1"),
    ),
    Program("ehcache", "EhcacheWork", "net.sf.ehcache:ehcache:1.2.4", (LOGGING, COLLECTIONS)),
    Program(
        "guava",
        "GuavaWork",
        "com.google.guava:guava:33.7.2-jre",
        ("com.google.guava:failureaccess:1.0.3",),
    ),
    Program("caffeine", "CaffeineWork", "com.github.ben-manes.caffeine:caffeine:3.3.1"),
    Program("jctools", "JctoolsWork", "org.jctools:jctools-core:4.0.7"),
)


def named(names: tuple[str, ...]) -> list[Program]:
    """The programs of these names, or all; an unknown name raises `KeyError`."""
    if not names:
        return list(PROGRAMS)
    by_name = {program.name: program for program in PROGRAMS}
    return [by_name[name] for name in names]
