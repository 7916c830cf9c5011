"""Sightings written by hand, as the agent would write them of examples/demo and others."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

Row = tuple[object, ...]

HEADER: Row = ("snarl run 1",)
END: Row = ("end",)
COUNTS: tuple[Row, ...] = (
    ("count", "classes", 2),
    ("count", "sites", 31),
    ("count", "threads", 3),
    ("count", "synchronizations", 4_000_123),
)
THREADS: tuple[Row, ...] = (
    ("thread", 0, "main", "main", -1),
    ("thread", 1, "main/1", "there", 0),
    ("frame", "java.lang.Thread", "start", "Thread.java", 802),
    ("frame", "demo.Transfer", "main", "Transfer.java", 20),
    ("thread", 2, "main/2", "back", 0),
    ("frame", "java.lang.Thread", "start", "Thread.java", 802),
    ("frame", "demo.Transfer", "main", "Transfer.java", 21),
)
ACCOUNT = "demo.BankAccount"


def jvm(pid: int = 4711, command: str = "demo.Transfer", java: str = "25.0.1") -> Row:
    return ("jvm", pid, java, command)


def race(
    how: str = "observed",
    *,
    kind: str = "field",
    owner: str = ACCOUNT,
    member: str = "balance",
    detectors: str = "racer+fasttrack",
    thing: tuple[str, str] = (ACCOUNT, "demo.Transfer.main:15#1"),
) -> Row:
    return ("race", how, detectors, kind, owner, member, *thing)


def side(
    access: str,
    method: str = "withdraw",
    line: int = 20,
    thread: int = 1,
    *,
    kept: str = "exact",
    bci: int = 2,
    owner: str = ACCOUNT,
    file: str = "BankAccount.java",
) -> Row:
    return ("side", access, owner, method, "(J)V", bci, file, line, thread, kept)


def calls(method: str, line: int, last: int, root: str) -> tuple[Row, ...]:
    """A stack that ends in a lambda of the program's main method."""
    return (
        ("frame", ACCOUNT, method, "BankAccount.java", line),
        ("frame", "demo.Transfer", "move", "Transfer.java", last),
        ("frame", "demo.Transfer", "repeat", "Transfer.java", 32),
        ("frame", "demo.Transfer", root, "Transfer.java", 18),
        ("frame", "java.lang.Thread", "run", "Thread.java", 1474),
    )


LOCK: Row = ("lock", "exclusive", ACCOUNT, "demo.Transfer.main:15#1")
BALANCE: tuple[Row, ...] = (
    race(),
    side("write", bci=7),
    *calls("withdraw", 20, 10, "lambda$main$0"),
    side("read", "deposit", 15, 2, kept="example"),
    LOCK,
    *calls("deposit", 15, 11, "lambda$main$1"),
)
INCREMENT: tuple[Row, ...] = (
    # Pairs of one line, in both orders: an increment reads and writes.
    race("predicted", owner="demo.Counter", member="hits", detectors="racer", thing=("", "")),
    side("read", "hit", 9, 1, owner="demo.Counter", file="Counter.java", kept="none"),
    side("write", "hit", 9, 2, owner="demo.Counter", file="Counter.java", bci=6),
    ("frame", "demo.Counter", "hit", "Counter.java", 9),
    race("predicted", owner="demo.Counter", member="hits", detectors="racer", thing=("", "")),
    side("write", "hit", 9, 1, owner="demo.Counter", file="Counter.java", bci=6, kept="none"),
    side("write", "hit", 9, 2, owner="demo.Counter", file="Counter.java", bci=6),
    ("frame", "demo.Counter", "hit", "Counter.java", 9),
    race("predicted", owner="demo.Counter", member="hits", detectors="racer", thing=("", "")),
    side("write", "hit", 9, 1, owner="demo.Counter", file="Counter.java", bci=6, kept="none"),
    side("read", "hit", 9, 2, owner="demo.Counter", file="Counter.java"),
    ("frame", "demo.Counter", "hit", "Counter.java", 9),
)
ELEMENTS: tuple[Row, ...] = (
    race(kind="array", owner="[I", member="", thing=("[I", "demo.Grid.<init>:5#1")),
    side("write", "fill", 12, 1, owner="demo.Grid", file="Grid.java"),
    side("read", "sum", 17, 0, owner="demo.Grid", file="Grid.java"),
)
CONTENTS: tuple[Row, ...] = (
    race(
        kind="container",
        owner="java.util.ArrayList",
        member="",
        thing=("java.util.ArrayList", "demo.Log.<init>:4#1"),
    ),
    side("write", "add", 8, 1, owner="demo.Log", file="Log.java"),
    side("write", "add", 8, 2, owner="demo.Log", file="Log.java"),
)


def edge(thread: int, held: int, wanted: int, line: int = 8) -> tuple[Row, ...]:
    made = f"demo.Transfer.main:{15}#"
    locks = (ACCOUNT, f"{made}{held}", ACCOUNT, f"{made}{wanted}")
    place = ("demo.Transfer", "move", "(Ldemo/Account;)V", 9, "Transfer.java", line)
    return (
        ("edge", thread, *locks, *place),
        ("frame", "demo.Transfer", "move", "Transfer.java", line),
        ("frame", "demo.Transfer", f"lambda$main${thread - 1}", "Transfer.java", 18),
    )


CYCLE: tuple[Row, ...] = (("cycle", 2), *edge(2, 2, 1), *edge(1, 1, 2))
DEADLOCK: tuple[Row, ...] = (("deadlock", 2), *edge(1, 1, 2), *edge(2, 2, 1))


def text(*rows: Iterable[Row] | Row) -> str:
    """A file; rows may be in groups."""
    flat: list[Row] = []
    for given in rows:
        if isinstance(given, tuple) and given and isinstance(given[0], str):
            flat.append(given)
        else:
            flat += given  # type: ignore[arg-type]
    return "".join("\t".join(map(str, row)) + "\n" for row in [HEADER, *flat])


def write(folder: Path, *rows: Iterable[Row] | Row, pid: int = 4711) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{pid}.txt"
    path.write_text(text(*rows), encoding="utf-8")
    return path


WHOLE = (jvm(), THREADS, BALANCE, INCREMENT, ELEMENTS, CONTENTS, CYCLE, COUNTS, END)
CLEAN = (jvm(), THREADS, COUNTS, END)
