"""The programs: jars from Maven Central, how they are open, and what paper 1 counted for them.

What is open is what a program promises to many threads: an interface that says so (JDBC, a record
manager), else its public classes. Of a library whose other parts are for one thread each, only the
part that is for many. The hello-world is ours, and closed.
"""

from dataclasses import dataclass
from pathlib import Path

from bench import maven
from bench.jdks import Jdk
from bench.machine import GIB
from bench.process import last_line, run

SOURCES = Path(__file__).parent / "programs"
TARGET = Path(__file__).parent / "target"
JARS = TARGET / "jars"
COMPILE_LIMIT = 120.0


class ProgramError(Exception):
    """A program could not be fetched or compiled; the text says why."""


@dataclass(frozen=True, slots=True)
class Figure11:
    """A row of paper 1's figure 11: time, pairs of accesses left by each stage, and bugs."""

    time: str
    original: int
    reachable: int
    aliasing: int
    escaping: int
    unlocked: int
    bugs: int


@dataclass(frozen=True, slots=True)
class Goal:
    """The most that snarl may need."""

    seconds: float
    memory: int | None = None

    def __str__(self) -> str:
        memory = f", ≤ {self.memory / GIB:g} GiB" if self.memory else ""
        return f"≤ {self.seconds:g} s{memory}"


@dataclass(frozen=True, slots=True)
class Program:
    """What is checked: jars by their coordinates, or a main of ours."""

    name: str
    jar: str | None
    """Its coordinates; without, the program is the main's source in `programs/`."""
    libraries: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    """Patterns for `--open`; without, all that is public."""
    main: str | None = None
    paper: Figure11 | None = None
    goal: Goal | None = None

    @property
    def title(self) -> str:
        """Its name and version."""
        return " ".join(self.jar.split(":")[1:]) if self.jar else f"{self.name} (two threads)"

    @property
    def application(self) -> Path:
        """What is checked: a jar or a folder of classes."""
        return JARS / maven.jar_of(self.jar) if self.jar else TARGET / "classes" / self.name

    @property
    def classpath(self) -> list[Path]:
        """What it needs beyond the JDK."""
        return [JARS / maven.jar_of(library) for library in self.libraries]

    @property
    def options(self) -> list[str]:
        """The options of `snarl check` that say how it starts and what it needs."""
        words = [word for pattern in self.open for word in ("--open", pattern)]
        words += ["--main", self.main] if self.main else []
        return words + [word for jar in self.classpath for word in ("--classpath", str(jar))]

    @property
    def how(self) -> str:
        """In words, how it is open."""
        if self.main:
            return f"`--main {self.main}`"
        return ", ".join(f"`{pattern}`" for pattern in self.open) or "all that is public"


COLLECTIONS = "commons-collections:commons-collections:3.1"
LOGGING = "commons-logging:commons-logging:1.0.4"
POOL = "commons-pool:commons-pool:1.2"
SERVLET = "javax.servlet:servlet-api:2.4"
JTA = "javax.transaction:jta:1.1"
DERBY = Figure11("26m03s", 57681326, 847236, 83817, 80662, 1018, 319)

PROGRAMS = (
    Program("hello-world", None, main="Hello", goal=Goal(0.6)),
    Program(
        "commons-pool",
        POOL,
        (COLLECTIONS,),
        paper=Figure11("5m29s", 9741876, 959, 776, 705, 115, 17),
        goal=Goal(2),
    ),
    Program(
        "jtds",
        "net.sourceforge.jtds:jtds:1.2",
        open=("java.sql.*",),
        paper=Figure11("3m23s", 28773219, 386241, 26506, 8430, 48, 16),
        goal=Goal(2),
    ),
    Program(
        "jdbm",
        "jdbm:jdbm:1.0",
        open=("jdbm.RecordManager",),
        paper=Figure11("1m33s", 11189853, 33443, 7511, 2756, 91, 2),
    ),
    Program(
        "derby",
        "org.apache.derby:derby:10.1.1.0",
        open=("java.sql.*",),
        paper=DERBY,
        goal=Goal(10, 3 * GIB),
    ),
    Program(
        "derby-public",
        "org.apache.derby:derby:10.1.1.0",
        open=("org.apache.derby..*",),
        paper=DERBY,
        goal=Goal(10, 3 * GIB),
    ),
    Program("hsqldb", "hsqldb:hsqldb:1.8.0.10", (SERVLET,), open=("java.sql.*",)),
    Program(
        "commons-dbcp",
        "commons-dbcp:commons-dbcp:1.2",
        (POOL, COLLECTIONS),
        open=("org.apache.commons.dbcp..*",),
    ),
    Program("log4j", "log4j:log4j:1.2.13", open=("org.apache.log4j.*",)),
    Program(
        "quartz",
        "opensymphony:quartz:1.6.0",
        (LOGGING, COLLECTIONS, "commons-dbcp:commons-dbcp:1.2", POOL, SERVLET, JTA),
        open=("org.quartz.Scheduler", "org.quartz.SchedulerFactory", "org.quartz.spi.*"),
    ),
    Program("c3p0", "c3p0:c3p0:0.9.1.2", open=("com.mchange.v2.c3p0.*", "javax.sql.*")),
    Program(
        "ehcache",
        "net.sf.ehcache:ehcache:1.2.4",
        (LOGGING, COLLECTIONS, SERVLET),
        open=("net.sf.ehcache.*", "net.sf.ehcache.store.*"),
    ),
    Program(
        "guava",
        "com.google.guava:guava:33.7.2-jre",
        ("com.google.guava:failureaccess:1.0.3",),
        open=(
            "com.google.common.cache.Cache",
            "com.google.common.cache.LoadingCache",
            *(
                f"com.google.common.util.concurrent.{name}"
                for name in (
                    "AtomicDouble*",
                    "AtomicLongMap",
                    "Monitor",
                    "MoreExecutors",
                    "RateLimiter",
                    "Service*",
                    "SettableFuture",
                    "Striped",
                )
            ),
        ),
    ),
    Program(
        "caffeine",
        "com.github.ben-manes.caffeine:caffeine:3.3.1",
        open=tuple(
            f"com.github.benmanes.caffeine.cache.{name}"
            for name in ("Cache", "LoadingCache", "AsyncCache", "AsyncLoadingCache")
        ),
    ),
    Program(
        "agrona",
        "org.agrona:agrona:2.6.0",
        open=(
            "org.agrona.concurrent.ManyToMany*",
            "org.agrona.concurrent.SnowflakeIdGenerator",
            "org.agrona.concurrent.status.ConcurrentCountersManager",
        ),
    ),
    Program(
        "jctools",
        "org.jctools:jctools-core:4.0.7",
        open=("org.jctools.queues.Mpmc*", "org.jctools.maps.*", "org.jctools.counters.*"),
    ),
)


def prepare(programs: list[Program], jdk: Jdk) -> None:
    """Fetch the jars and compile the mains; quick if it is done already."""
    jars = [jar for program in programs for jar in (program.jar, *program.libraries) if jar]
    try:
        maven.fetch(jars, JARS)
    except maven.MavenError as problem:
        raise ProgramError(f"the jars are missing: {problem}") from problem
    for program in programs:
        if program.main:
            _compile(program, program.main, jdk)


def _compile(program: Program, main: str, jdk: Jdk) -> None:
    program.application.mkdir(parents=True, exist_ok=True)
    source = SOURCES / f"{main}.java"
    command: list[str | Path] = [jdk.tool("javac"), "-g", "-d", program.application, source]
    compiled = run(command, limit=COMPILE_LIMIT)
    if compiled.code:
        raise ProgramError(f"javac failed on {main}.java: {last_line(compiled)}")
