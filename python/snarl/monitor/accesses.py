"""Accesses of a real run that nothing orders, which the agent wrote.

They are the oracle for static data races: each pair here happened, in two threads, on one location,
one of them a write. If it was *observed*, neither is before the other. If it is *predicted*,
nothing orders the two but monitors, and they hold none in common. `java
-javaagent:snarl-agent.jar=accesses=FILE …` writes one; the agent's package `snarl.agent.accesses`
says how, and what it does not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from snarl.monitor.lines import LineError, read_lines
from snarl.monitor.recording import Site

Kind = Literal["field", "static", "array", "container"]
Access = Literal["read", "write"]
Evidence = Literal["observed", "predicted"]

KINDS: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}
ACCESSES: dict[str, Access] = {access: access for access in get_args(Access)}
HEADER = "snarl accesses 1"


@dataclass(frozen=True, slots=True)
class Side:
    """One access of a pair."""

    site: Site
    access: Access
    thread: int
    """Threads are numbered as they were first seen."""
    thread_name: str


@dataclass(frozen=True, slots=True)
class UnorderedPair:
    """Two accesses of one location by two threads that nothing orders; `first` was seen first."""

    is_observed: bool
    """Whether nothing at all orders them; else only that the one came to a monitor first."""
    kind: Kind
    owner: str
    """The class that declares the field; of an array or container, its own class."""
    member: str
    """The field's name; empty for arrays and containers."""
    first: Side
    second: Side

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both."""
        return self.first, self.second

    @property
    def evidence(self) -> Evidence:
        """In a word."""
        return "observed" if self.is_observed else "predicted"

    @property
    def accesses(self) -> frozenset[tuple[Site, Access]]:
        """What two runs may have in common: the sites, and what they do."""
        return frozenset((side.site, side.access) for side in self.sides)

    @property
    def subject(self) -> str:
        """What is accessed, for people."""
        return f"{self.owner}.{self.member}" if self.member else self.owner


@dataclass(frozen=True, slots=True)
class AccessRecording:
    """What a run showed."""

    pairs: tuple[UnorderedPair, ...]
    """Each pair of sites once."""
    untransformed: Mapping[str, str]
    """Classes, and methods as `Class#name(descriptor)`, that ran without hooks, and why."""
    counts: Mapping[str, int]
    """How many `classes`, `sites`, `accesses`, `synchronizations`, `threads` there were, and how
    many accesses were `left-out` for want of memory."""
    stopped: str | None
    """Why nothing was recorded from some moment on; None if all was."""
    complete: bool
    """Whether the JVM came to its end; if not, up to a second of the run is missing."""


class AccessRecordingError(ValueError):
    """A file that is no recording of accesses."""


def read(path: str | Path) -> AccessRecording:
    """Reads a recording. The last line counts only if it is whole: the JVM may have been killed."""
    pairs: list[UnorderedPair] = []
    untransformed: dict[str, str] = {}
    counts: dict[str, int] = {}
    stopped = None
    complete = False
    race: tuple[bool, Kind, str, str] | None = None
    sides: list[Side] = []
    for number, fields in _lines(Path(path)):
        match fields:
            case ["observed" | "predicted" as how, kind, owner, member] if kind in KINDS:
                race = (how == "observed", KINDS[kind], owner, member)
                sides = []
            case ["side", access, *site, thread, name] if access in ACCESSES and len(site) == 4:
                sides.append(Side(_site(site), ACCESSES[access], int(thread), name))
                if race is not None and len(sides) == 2:
                    pairs.append(UnorderedPair(*race, *sides))
                    race = None
            case ["untransformed", name, reason]:
                untransformed[name] = reason
            case ["count", what, count]:
                counts[what] = int(count)
            case ["stopped", reason]:
                stopped = reason
            case ["end"]:
                complete = True
            case _:
                raise AccessRecordingError(f"{path}, line {number}: expected a pair, got {fields}")
    return AccessRecording(tuple(pairs), untransformed, counts, stopped, complete)


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    try:
        yield from read_lines(path, HEADER)
    except LineError as problem:
        raise AccessRecordingError(str(problem)) from None


def _site(fields: list[str]) -> Site:
    class_name, method, descriptor, bci = fields
    return Site(class_name, method, descriptor, int(bci))
