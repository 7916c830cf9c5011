"""Sightings: what the agent's detectors saw in a run, one file a JVM.

`java -javaagent:snarl-agent.jar=detect=FOLDER,…` writes `FOLDER/PID.txt` while the program runs. A
file may end anywhere, for the JVM may have been killed: what is whole counts. A race may stand
there twice, predicted first and observed later; the better evidence counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, get_args

from snarl.findings import Frame
from snarl.monitor.accesses import ACCESSES, KINDS, Access, Kind
from snarl.monitor.lines import LineError, read_lines
from snarl.monitor.recording import Site

Stack = Literal["exact", "example", "none"]
Mode = Literal["exclusive", "shared"]

STACKS: dict[str, Stack] = {stack: stack for stack in get_args(Stack)}
MODES: dict[str, Mode] = {mode: mode for mode in get_args(Mode)}
HEADER = "snarl run 1"


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread of the program."""

    number: int
    """In its JVM, as threads were first seen."""
    path: str
    """By creation: `main/1/3` is the third that the first of main's started."""
    name: str
    parent: int | None
    """Who started it."""
    started: tuple[Frame, ...] = ()
    """Where it was started, the innermost call first."""


@dataclass(frozen=True, slots=True)
class LockName:
    """A lock: its class, and the name of the object."""

    class_name: str
    name: str


@dataclass(frozen=True, slots=True)
class HeldLock:
    """A lock that was held at an access."""

    lock: LockName
    mode: Mode


@dataclass(frozen=True, slots=True)
class Place:
    """An instruction, and where its source is."""

    site: Site
    file: str | None
    line: int
    """0 where the class does not say."""


@dataclass(frozen=True, slots=True)
class Side:
    """One access of a race."""

    place: Place
    access: Access
    thread: int
    kept: Stack
    """Whether the stack is this access's own, or of an earlier one at the same place."""
    stack: tuple[Frame, ...] = ()
    """The innermost call first."""
    locks: tuple[HeldLock, ...] = ()


@dataclass(frozen=True, slots=True)
class Race:
    """Two accesses of one location by two threads, one of them a write; `first` came first."""

    is_observed: bool
    """Whether nothing ordered them; else they only held no lock in common."""
    detectors: tuple[str, ...]
    kind: Kind
    owner: str
    """The class that declares the field; of an array or container, its own class."""
    member: str
    """The field's name; empty for arrays and containers."""
    object_class: str
    object_name: str
    """Both empty for static fields."""
    first: Side
    second: Side

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both."""
        return self.first, self.second

    @property
    def key(self) -> object:
        """What is the same for two sightings of one race: what is accessed, and where."""
        sides = frozenset((side.place.site, side.access) for side in self.sides)
        return (self.kind, self.owner, self.member, sides)


@dataclass(frozen=True, slots=True)
class Edge:
    """A thread that held a lock wanted another."""

    thread: int
    held: LockName
    wanted: LockName
    place: Place
    """Where it wanted the other."""
    stack: tuple[Frame, ...] = ()
    """The innermost call first."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """Locks that threads acquired in orders that contradict each other."""

    is_deadlock: bool
    """Whether the threads did wait for each other."""
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class JvmSightings:
    """What was seen in one JVM."""

    pid: int
    java: str
    """Its version."""
    command: str
    """The main class or jar, and what it was given."""
    threads: Mapping[int, Thread]
    races: tuple[Race, ...]
    """Each pair of sites once."""
    cycles: tuple[Cycle, ...]
    untransformed: Mapping[str, str]
    """Classes, and methods as `Class#name(descriptor)`, that ran without hooks, and why."""
    counts: Mapping[str, int]
    stopped: str | None
    """Why nothing was looked at from some moment on; None if all was."""
    is_off: bool
    """Whether it was not to be watched."""
    is_complete: bool
    """Whether the JVM came to its end; if not, up to a second of the run is missing."""

    def thread(self, number: int) -> Thread:
        """A thread by its number, also one of which nothing was written."""
        return self.threads.get(number) or Thread(number, "", "", None)


@dataclass(frozen=True, slots=True)
class Sightings:
    """What was seen in all JVMs of a run."""

    jvms: tuple[JvmSightings, ...]
    """In the order of their process numbers."""
    problems: tuple[str, ...]
    """Files that could not be read, and why."""


class SightingsError(ValueError):
    """A file that is none of sightings."""


def read_all(folder: Path) -> Sightings:
    """The sightings of all JVMs that wrote into a folder."""
    jvms: list[JvmSightings] = []
    problems: list[str] = []
    for path in sorted(folder.glob("*.txt")):
        try:
            jvms.append(read(path))
        except (SightingsError, OSError) as problem:
            problems.append(str(problem))
    return Sightings(tuple(sorted(jvms, key=lambda jvm: jvm.pid)), tuple(problems))


def read(path: str | Path) -> JvmSightings:
    """The sightings of one JVM."""
    return _Reader(Path(path)).read()


@dataclass(slots=True)
class _Item:
    """A line, with the lines about frames and locks that follow it."""

    number: int
    fields: list[str]
    frames: list[Frame] = field(default_factory=list)
    locks: list[HeldLock] = field(default_factory=list)


class _Reader:
    """Reads one file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._jvm: tuple[int, str, str] | None = None
        self._threads: dict[int, Thread] = {}
        self._races: dict[object, Race] = {}
        self._cycles: dict[Cycle, None] = {}
        self._untransformed: dict[str, str] = {}
        self._counts: dict[str, int] = {}
        self._stopped: str | None = None
        self._is_off = False
        self._is_complete = False

    def read(self) -> JvmSightings:
        items = iter(self._items())
        for item in items:
            try:
                self._take(item, items)
            except ValueError as problem:
                if isinstance(problem, SightingsError):
                    raise
                raise self._error(item, str(problem)) from None
        if self._jvm is None:
            raise SightingsError(f"{self._path}: the JVM was ended before it wrote anything")
        return JvmSightings(
            *self._jvm,
            self._threads,
            tuple(self._races.values()),
            tuple(self._cycles),
            self._untransformed,
            self._counts,
            self._stopped,
            self._is_off,
            self._is_complete,
        )

    def _items(self) -> list[_Item]:
        items: list[_Item] = []
        try:
            for number, fields in read_lines(self._path, HEADER):
                match fields:
                    case ["frame", class_name, method, file, line] if items:
                        items[-1].frames.append(
                            Frame(class_name, method, file or None, _line(line))
                        )
                    case ["lock", mode, class_name, name] if items and mode in MODES:
                        items[-1].locks.append(HeldLock(LockName(class_name, name), MODES[mode]))
                    case _:
                        items.append(_Item(number, fields))
        except LineError as problem:
            raise SightingsError(str(problem)) from None
        except ValueError as problem:
            raise SightingsError(f"{self._path}: {problem}") from None
        return items

    def _take(self, item: _Item, following: Iterator[_Item]) -> None:
        match item.fields:
            case ["jvm", pid, java, command]:
                self._jvm = (int(pid), java, command)
            case ["thread", number, path, name, parent]:
                above = None if parent == "-1" else int(parent)
                self._threads[int(number)] = Thread(
                    int(number), path, name, above, tuple(item.frames)
                )
            case ["race", "observed" | "predicted", _, kind, _, _, _, _] if kind in KINDS:
                self._take_race(item, self._next(2, "side", following))
            case ["cycle" | "deadlock" as what, count]:
                edges = self._next(int(count), "edge", following)
                if edges:
                    self._cycles[Cycle(what == "deadlock", tuple(map(self._edge, edges)))] = None
            case ["untransformed", name, reason]:
                self._untransformed[name] = reason
            case ["count", what, count]:
                self._counts[what] = int(count)
            case ["stopped", reason]:
                self._stopped = reason
            case ["off"]:
                self._is_off = True
            case ["end"]:
                self._is_complete = True
            case _:
                raise self._error(item, "expected a sighting")

    def _next(self, count: int, what: str, following: Iterator[_Item]) -> list[_Item]:
        """The items that belong to one; none if the file ends before."""
        items: list[_Item] = []
        while len(items) < count:
            item = next(following, None)
            if item is None:
                return []
            if item.fields[0] != what:
                raise self._error(item, f"expected {what}")
            items.append(item)
        return items

    def _take_race(self, item: _Item, sides: list[_Item]) -> None:
        if not sides:
            return
        _, how, detectors, kind, owner, member, object_class, object_name = item.fields
        race = Race(
            how == "observed",
            tuple(it for it in detectors.split("+") if it),
            KINDS[kind],
            owner,
            member,
            object_class,
            object_name,
            self._side(sides[0]),
            self._side(sides[1]),
        )
        known = self._races.get(race.key)
        self._races[race.key] = race if known is None else better(known, race)

    def _side(self, item: _Item) -> Side:
        match item.fields:
            case ["side", access, *place, thread, kept] if access in ACCESSES and kept in STACKS:
                return Side(
                    _place(place),
                    ACCESSES[access],
                    int(thread),
                    STACKS[kept],
                    tuple(item.frames),
                    tuple(item.locks),
                )
        raise self._error(item, "expected a side of a race")

    def _edge(self, item: _Item) -> Edge:
        match item.fields:
            case ["edge", thread, held_class, held, wanted_class, wanted, *place]:
                return Edge(
                    int(thread),
                    LockName(held_class, held),
                    LockName(wanted_class, wanted),
                    _place(place),
                    tuple(item.frames),
                )
        raise self._error(item, "expected an edge")

    def _error(self, item: _Item, expected: str) -> SightingsError:
        return SightingsError(f"{self._path}, line {item.number}: {expected}, got {item.fields}")


def better(one: Race, other: Race) -> Race:
    """The better evidence of one race; whoever saw it is told."""
    best = other if _worth(other) > _worth(one) else one
    return replace(best, detectors=tuple(dict.fromkeys((*one.detectors, *other.detectors))))


def _worth(race: Race) -> tuple[bool, int]:
    return race.is_observed, sum(_STACK_WORTH[side.kept] for side in race.sides)


_STACK_WORTH: dict[Stack, int] = {"exact": 2, "example": 1, "none": 0}


def _place(fields: Iterable[str]) -> Place:
    class_name, method, descriptor, bci, file, line = fields
    return Place(Site(class_name, method, descriptor, int(bci)), file or None, _line(line))


def _line(text: str) -> int:
    return max(0, int(text))
