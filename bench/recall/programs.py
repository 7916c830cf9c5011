"""The programs: a main of ours each, in `drivers/`, and the libraries that it works with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
DRIVERS = HERE / "drivers"
TARGET = HERE / "target"
JARS = TARGET / "jars"


@dataclass(frozen=True, slots=True)
class Program:
    """A main class that does real work, the JDK that it is for, and what it shows."""

    name: str
    main: str
    about: str
    jdk: int = 17

    @property
    def sources(self) -> list[Path]:
        """Its sources; their suffix tells the language."""
        return sorted(path for path in (DRIVERS / self.name).rglob("*") if path.is_file())

    @property
    def libraries(self) -> list[Path]:
        """Its jars, which Maven fetched."""
        return sorted((JARS / self.name).glob("*.jar"))


PROGRAMS = (
    Program("derby", "DerbyWork", "embedded database: SQL, transactions, two connections"),
    Program("h2", "H2Work", "embedded database: SQL, a pool of connections, threads"),
    Program("hsqldb", "HsqldbWork", "embedded database: SQL, procedures, triggers, threads"),
    Program("lucene", "LuceneWork", "an index in a folder, many kinds of queries"),
    Program("tomcat", "TomcatWork", "servlets, a filter, sessions, requests over loopback"),
    Program("jetty", "JettyWork", "servlets, one asynchronous, handlers, requests over loopback"),
    Program("jackson", "JacksonWork", "beans, records, polymorphic types, trees, streams"),
    Program("guava", "GuavaWork", "collections, caches, an event bus, futures, services"),
    Program("kotlin", "KotlinWorkKt", "collections, sequences, delegates, coroutines, flows"),
    Program("scala", "ScalaWork", "pattern matching, collections, type classes, futures"),
    Program("futures", "FuturesWork", "CompletableFuture, pools, timers, parallel streams"),
    Program("threads", "ThreadsWork", "virtual threads, scoped values, patterns", jdk=25),
    Program("groovy", "GroovyWork", "scripts that are compiled and run, closures"),
)


def named(names: tuple[str, ...]) -> list[Program]:
    """The programs of these names, or all; an unknown name raises `KeyError`."""
    if not names:
        return list(PROGRAMS)
    by_name = {program.name: program for program in PROGRAMS}
    return [by_name[name] for name in names]
