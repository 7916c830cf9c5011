"""The table of containers: what `containers.toml` says."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from snarl.facts.containers.of_libraries import NOTHING, READS, WRITES, Effects

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from snarl._engine import Program

_NO_CLASSES = frozenset({"shapes", "arrays", "arguments"})
"""Tables of `containers.toml` that are no class's."""


@dataclass(frozen=True, slots=True)
class Container:
    """What the methods of a class of containers do."""

    name: str
    reads: frozenset[str]
    writes: frozenset[str]
    locked: bool
    unlocked: frozenset[str]
    safe: bool
    backing: frozenset[str]
    """Fields of a wrapper that hold what it wraps."""

    def effects(self, name: str) -> Effects:
        """What a method does with it, by the method's name."""
        if self.safe:
            return NOTHING
        return WRITES if name in self.writes else READS if name in self.reads else NOTHING


@cache
def _tables() -> dict[str, dict[str, Any]]:
    text = files("snarl.facts.containers").joinpath("containers.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _classes() -> Iterator[tuple[str, dict[str, Any]]]:
    return ((name, entry) for name, entry in _tables().items() if name not in _NO_CLASSES)


@cache
def container_table() -> dict[str, Container]:
    """Classes that are containers, by their names."""
    shapes = _tables()["shapes"]
    found = {}
    for name, entry in _classes():
        methods = shapes[entry["like"]] if "like" in entry else entry
        found[name] = Container(
            name,
            frozenset(methods.get("reads", ())),
            frozenset(methods.get("writes", ())),
            entry.get("locked", False),
            frozenset(entry.get("unlocked", ())),
            entry.get("safe", False),
            frozenset(entry.get("backing", ())),
        )
    return found


@cache
def _collections() -> frozenset[str]:
    known = (name for name, entry in _classes() if entry.get("like") in ("list", "map"))
    return frozenset((*known, "java.util.Collection", "java.util.Map"))


def remedy(names: Iterable[str]) -> str:
    """What to do about containers that threads share, by the names of their classes and of what
    these extend: there are other collections, but a checksum or a format is each thread's own."""
    if any(name in _collections() for name in names):
        return "Guard all accesses with one lock, or use a collection of java.util.concurrent."
    return "Guard all accesses with one lock, or let each thread have its own."


def array_table() -> dict[str, dict[str, list[int]]]:
    """Methods that read or write the elements of arrays that are arguments of theirs."""
    found: dict[str, dict[str, list[int]]] = _tables()["arrays"]
    return found


@cache
def argument_table() -> dict[str, tuple[tuple[int, str], ...]]:
    """Methods that read or write containers which are arguments of theirs: where, and like which
    method of these."""
    entries = _tables()["arguments"]
    return {
        name: tuple((position, entry["as"]) for position in entry["at"])
        for name, entry in entries.items()
    }


@cache
def container_methods() -> frozenset[str]:
    """The names of all methods that read or write a container of some class."""
    return frozenset(name for it in container_table().values() for name in (*it.reads, *it.writes))


def nearest_container(engine: Program, class_id: int | None) -> Container | None:
    """What the table has of a class of the JDK, or of the nearest class above it."""
    while class_id is not None:
        found = container_table().get(engine.class_name(class_id))
        if found is not None:
            return found
        class_id = engine.super_class(class_id)
    return None


def array_arguments(method: str) -> list[int]:
    """The places of the arguments whose elements a method of the JDK reads or writes."""
    entry = array_table().get(method, {})
    return sorted({place for places in entry.values() for place in places})
