"""What the environment has of types that are not the application's: data, in `arguments.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

_FILE = Path(__file__).with_name("arguments.toml")


class Usual(NamedTuple):
    """The objects that stand for types; names are internal (`a/b/C`)."""

    classes: dict[str, str]
    """The most usual class of a type."""
    fill: list[tuple[str, str, str]]
    """How a container is filled: its type, name and descriptor of the method."""


@cache
def _document() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


@cache
def usual() -> Usual:
    """What stands for types of the JDK."""
    classes = {_internal(of): _internal(to) for of, to in _document()["classes"].items()}
    fill = []
    for of, method in _document()["fill"].items():
        name, bracket, descriptor = method.partition("(")
        fill.append((_internal(of), name, bracket + descriptor))
    return Usual(classes, fill)


@cache
def injected() -> frozenset[str]:
    """The descriptors of annotations of fields that a framework sets."""
    return frozenset(f"L{_internal(it)};" for it in _document()["inject"]["annotations"])


def _internal(name: str) -> str:
    return name.replace(".", "/")
