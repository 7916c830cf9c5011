"""Patterns of fields, methods and constructors: what stands in `get(…)` and `call(…)`.

AspectJ's Programming Guide, appendix B, "Method patterns", "Constructor patterns" and "Field
patterns".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from snarl.weave.types import AnnotationPattern, NamePattern, TypePattern

Rest = Literal[".."]
"""In a list of parameters: any number of them."""
REST: Rest = ".."


@dataclass(frozen=True, slots=True)
class Modifier:
    """A modifier that a member must have, or must not have."""

    word: str
    is_wanted: bool = True

    def __str__(self) -> str:
        return f"{'' if self.is_wanted else '!'}{self.word}"


Modifiers = tuple[Modifier | AnnotationPattern, ...]


@dataclass(frozen=True, slots=True)
class FieldPattern:
    """Fields: `volatile int com.acme..*.count`."""

    modifiers: Modifiers
    type: TypePattern
    owner: TypePattern | None
    """The type that declares it, or one below; None for any."""
    name: str

    def __str__(self) -> str:
        return f"{_before(self.modifiers)}{self.type} {_owner(self.owner)}{self.name}"


@dataclass(frozen=True, slots=True)
class Parameters:
    """A list of parameters."""

    items: tuple[TypePattern | Rest, ...]
    has_varargs: bool = False
    """Whether the last one is declared with three dots."""

    def __str__(self) -> str:
        return ", ".join(map(str, self.items)) + ("..." if self.has_varargs else "")


@dataclass(frozen=True, slots=True)
class MethodPattern:
    """Methods: `public * java.util.Map+.put(..)`."""

    modifiers: Modifiers
    result: TypePattern
    owner: TypePattern | None
    name: str
    parameters: Parameters
    throws: tuple[TypePattern, ...] = ()

    def __str__(self) -> str:
        shown = f"{_before(self.modifiers)}{self.result} {_owner(self.owner)}{self.name}"
        return f"{shown}({self.parameters}){_throws(self.throws)}"


@dataclass(frozen=True, slots=True)
class ConstructorPattern:
    """Constructors: `com.acme.Task+.new(int, ..)`."""

    modifiers: Modifiers
    owner: TypePattern | None
    parameters: Parameters
    throws: tuple[TypePattern, ...] = ()

    def __str__(self) -> str:
        shown = f"{_before(self.modifiers)}{_owner(self.owner)}new"
        return f"{shown}({self.parameters}){_throws(self.throws)}"


CodePattern = MethodPattern | ConstructorPattern


def _before(modifiers: Modifiers) -> str:
    return "".join(f"{it} " for it in modifiers)


def _owner(owner: TypePattern | None) -> str:
    if owner is None:
        return ""
    is_path = isinstance(owner, NamePattern) and not owner.dimensions
    return f"{owner}." if is_path else f"({owner})."


def _throws(thrown: tuple[TypePattern, ...]) -> str:
    return f" throws {', '.join(map(str, thrown))}" if thrown else ""
