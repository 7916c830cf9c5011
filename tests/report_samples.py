"""Made-up findings about examples/demo, for the tests of reports."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import run_samples
from snarl.findings import (
    Finding,
    Frame,
    Report,
    Run,
    Severity,
    Site,
    Subject,
    ThreadInfo,
    WatchedJvm,
)
from snarl.monitor.sightings import JvmSightings, read
from snarl.monitor.verdicts import findings

ADA = Frame("demo.Transfer", "main", "Transfer.java", 15)
BOB = Frame("demo.Transfer", "main", "Transfer.java", 16)


THERE = ThreadInfo("Transfer.lambda$main$0", Frame("demo.Transfer", "main", "Transfer.java", 20))
BACK = ThreadInfo("Transfer.lambda$main$1", Frame("demo.Transfer", "main", "Transfer.java", 21))


def access(what: str, method: str, line: int, thread: ThreadInfo, *locks: str) -> Site:
    """An access in `demo.BankAccount`."""
    first = thread.name.rpartition(".")[2]
    path = (
        Frame("demo.Transfer", first, "Transfer.java", 18),
        Frame("demo.Transfer", "repeat", "Transfer.java", 32),
        Frame("demo.Transfer", "move", "Transfer.java", 10),
        Frame("demo.BankAccount", method, "BankAccount.java", line),
    )
    where = ("demo.BankAccount", method, "(J)V", "BankAccount.java", line)
    return Site(*where, what, thread, locks, path)


BALANCE = Finding(
    "data-race",
    Severity.ERROR,
    "demo.BankAccount.balance is written in withdraw without the lock that is held in deposit",
    Subject("field", "demo.BankAccount", "balance"),
    (
        access("write", "withdraw", 20, THERE),
        access("read", "deposit", 15, BACK, "this (demo.BankAccount)"),
        access("read", "balance", 25, ThreadInfo("main"), "this (demo.BankAccount)"),
    ),
    confidence="high",
    why="Both threads are started in demo.Transfer.main and neither waits for the other; no lock "
    "is held at both accesses.",
    hint="Hold this (demo.BankAccount) in withdraw, as at 3 of the 5 accesses.",
    objects=(ADA, BOB),
)

CACHE = Finding(
    "data-race",
    Severity.WARNING,
    "the java.util.HashMap in demo.Cache.entries is changed by two threads at once",
    Subject("container", "demo.Cache", "entries"),
    (
        Site(
            *("demo.Cache", "put", "(Ljava/lang/String;)V", "Cache.java", 9, "write"),
            ThreadInfo("a caller of Cache.put"),
            path=(Frame("demo.Cache", "put", "Cache.java", 9),),
        ),
    )
    * 2,
    why="Any thread may call demo.Cache.put.",
    note="The map is filled at the start, as its name says.",
    hint="Make it a java.util.concurrent.ConcurrentHashMap.",
    objects=(Frame("demo.Cache", "<init>", "Cache.java", 5), BOB),
    details={"container": "java.util.HashMap"},
)

HITS = Finding(
    "data-race",
    Severity.NOTE,
    "demo.Cache.hits is counted up by two threads at once",
    Subject("field", "demo.Cache", "hits"),
    (
        Site(
            *("demo.Cache", "get", "()V", "Cache.java", 14, "write"),
            ThreadInfo("a caller of Cache.get"),
        ),
        Site("demo.Cache", "get", "()V", "Cache.java", 14, "read", ThreadInfo("main")),
    ),
    confidence="low",
    note="it is only counted up and printed, so that a lost update is a number slightly too low",
)

DONE = Finding(
    "data-race",
    Severity.NOTE,
    "demo.Cache.done is set by one thread and polled by another",
    Subject("field", "demo.Cache", "done"),
    (
        Site("demo.Cache", "stop", "()V", None, 0, "write", ThreadInfo("main")),
        Site("demo.Cache", "run", "()V", None, 0, "read", ThreadInfo("Cache.run")),
    ),
)

STAGES = {"original": 1204, "reachable": 310, "aliasing": 120, "escaping": 40, "unlocked": 5}
SECONDS = {"load": 0.4, "points-to": 1.25, "facts": 0.3, "check": 0.1}

SAMPLE = Report(
    (BALANCE, CACHE, HITS, DONE),
    paths=("examples/demo",),
    mode="closed",
    roots=("demo.Transfer.main",),
    stages=STAGES,
    warnings=("lib.jar: does not exist",),
    seconds=SECONDS,
)
EMPTY = Report((), ("app.jar",), "open", ("a.B.c",), {}, (), {"load": 0.25})


def seen(*rows: object) -> JvmSightings:
    """Sightings that were written by hand."""
    with TemporaryDirectory() as folder:
        return read(run_samples.write(Path(folder), *rows))  # type: ignore[arg-type]


RUN = Report(
    tuple(findings([seen(*run_samples.WHOLE)])),
    (),
    "run",
    ("demo.Transfer",),
    {},
    (),
    {"run": 1.5},
    run=Run(
        ("java", "demo.Transfer"),
        0,
        ("racer", "fasttrack"),
        "all accesses",
        (
            WatchedJvm(4711, "25.0.1", "demo.Transfer", False, 2, 31, 3),
            WatchedJvm(4712, "17.0.15", "org.tool.Launcher test", True, 0, 0, 0),
        ),
        {"a.Big#m()V": "it would be too large"},
        12,
    ),
)
