"""What the agent wrote down while it detected races, as tests read it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import as_file
from pathlib import Path
from tempfile import TemporaryDirectory

from agent_runs import java
from snarl.monitor.agent import JAR, container_lines


@dataclass(frozen=True, slots=True)
class Race:
    """Two accesses: what they access, and of which class the object is."""

    observed: bool
    owner: str
    member: str
    type: str


@dataclass(frozen=True, slots=True)
class Detection:
    """A JVM that ran under the agent."""

    races: frozenset[Race]
    deadlocks: int
    untransformed: tuple[str, ...]
    stopped: str | None
    complete: bool
    observed_in: frozenset[str]
    """The classes whose code accesses what nothing orders."""

    @property
    def observed(self) -> set[Race]:
        """The races that nothing orders."""
        return {race for race in self.races if race.observed}


@contextmanager
def detecting(folder: Path, noise: int = 0) -> Iterator[str]:
    """The option of `java` that detects races; good until the context ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with as_file(JAR) as agent, TemporaryDirectory(prefix="snarl-agent-") as tables:
        table = Path(tables) / "containers.txt"
        table.write_text("".join(f"{line}\n" for line in container_lines()), encoding="utf-8")
        pauses = f",noise={noise}" if noise else ""
        yield f"-javaagent:{agent}=detect={folder},containers={table}{pauses}"


def detect(
    home: Path, folder: Path, *arguments: str | Path, noise: int = 0
) -> tuple[subprocess.CompletedProcess[str], Detection]:
    """Runs Java under the agent, to its end."""
    with detecting(folder, noise) as option:
        done = java(home, option, *arguments)
    return done, read(folder)


def read(folder: Path) -> Detection:
    """What all JVMs wrote into a folder."""
    rows = [
        line.split("\t")
        for file in sorted(folder.glob("*.txt"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    kinds = [row[0] for row in rows]
    stopped = [row[1] for row in rows if row[0] == "stopped"]
    return Detection(
        frozenset(
            Race(row[1] == "observed", row[4], row[5], row[6]) for row in rows if row[0] == "race"
        ),
        kinds.count("deadlock"),
        tuple(row[1] for row in rows if row[0] == "untransformed"),
        stopped[0] if stopped else None,
        "end" in kinds,
        frozenset(_observed_in(rows)),
    )


def _observed_in(rows: list[list[str]]) -> Iterator[str]:
    is_observed = False
    for row in rows:
        if row[0] == "race":
            is_observed = row[1] == "observed"
        elif row[0] == "side" and is_observed:
            yield row[2]
