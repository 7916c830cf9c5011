"""Recordings: the calls and allocations of a real run, which the agent's recorder wrote.

They are the oracle for static call graphs: every edge here happened. `java
-javaagent:snarl-agent.jar=record=FILE …` writes one; the agent's package `snarl.agent.record` says
how, and what it does not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from snarl.monitor.lines import LineError, read_lines

Kind = Literal[
    "call",
    "reflective",
    "lambda",
    "dynamic",
    "generated",
    "class-init",
    "callback",
    "thread-start",
]
"""How a method came to run.

- `call`: an invoke instruction of the caller.
- `reflective`: through `Method.invoke`, `newInstance`, a method handle or a proxy.
- `lambda`: a call of a functional interface on what a lambda or method reference made.
- `dynamic`: through an `invokedynamic` that is no lambda: string concatenation, methods of records.
- `generated`: the callee is of a class that the JDK made at run time; nothing more is known of it.
- `class-init`: a static initializer, because of an instruction of the caller.
- `callback`: code that is not instrumented, or the JVM, called back.
- `thread-start`: the caller started the thread that the callee is the first method of.
"""

KINDS: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}
HEADER = "snarl recording 1"


@dataclass(frozen=True, slots=True)
class Site:
    """An instruction: class (with dots), method, and index in the bytecode, -1 if unknown."""

    class_name: str
    method: str
    descriptor: str
    bci: int


@dataclass(frozen=True, slots=True)
class MethodName:
    """A method: the class that declares it (with dots), its name and descriptor."""

    class_name: str
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class CallEdge:
    """`callee` ran because of `caller`, which is None where the JVM itself called."""

    caller: Site | None
    callee: MethodName
    kind: Kind


@dataclass(frozen=True, slots=True)
class Recording:
    """What a run did."""

    edges: frozenset[CallEdge]
    allocations: Mapping[Site, frozenset[str]]
    """Names of the types that each `new` made, as `Class.getName` gives them."""
    untransformed: Mapping[str, str]
    """Classes, and methods as `Class#name(descriptor)`, that ran without hooks, and why."""
    unresolved: frozenset[tuple[Site, str]]
    """Calls whose callee was not seen and not found."""
    complete: bool
    """Whether the JVM came to its end; if not, up to a second of the run is missing."""


class RecordingError(ValueError):
    """A file that is no recording."""


def read(path: str | Path) -> Recording:
    """Reads a recording. The last line counts only if it is whole: the JVM may have been killed."""
    edges: set[CallEdge] = set()
    allocations: dict[Site, set[str]] = {}
    untransformed: dict[str, str] = {}
    unresolved: set[tuple[Site, str]] = set()
    complete = False
    for number, fields in _lines(Path(path)):
        match fields:
            case ["edge", kind, *caller, type_name, name, descriptor] if kind in KINDS:
                callee = MethodName(type_name, name, descriptor)
                edges.add(CallEdge(_site(caller) if caller[0] else None, callee, KINDS[kind]))
            case ["allocation", *site, made]:
                allocations.setdefault(_site(site), set()).add(made)
            case ["untransformed", name, reason]:
                untransformed[name] = reason
            case ["unresolved", *site, reason]:
                unresolved.add((_site(site), reason))
            case ["end"]:
                complete = True
            case _:
                raise RecordingError(f"{path}, line {number}: expected an edge, got {fields}")
    made_at = {site: frozenset(types) for site, types in allocations.items()}
    return Recording(frozenset(edges), made_at, untransformed, frozenset(unresolved), complete)


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    try:
        yield from read_lines(path, HEADER)
    except LineError as problem:
        raise RecordingError(str(problem)) from None


def _site(fields: list[str]) -> Site:
    class_name, method, descriptor, bci = fields
    return Site(class_name, method, descriptor, int(bci))
