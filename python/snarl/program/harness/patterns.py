"""The patterns of `--open`: which classes and interfaces the environment uses."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snarl.points_to.roots import RootError
from snarl.program.patterns import name_pattern

if TYPE_CHECKING:
    from snarl.program.surface import Surface


@dataclass(frozen=True, slots=True)
class Selection:
    """The classes that patterns select."""

    classes: list[int]
    """Classes of the application; the environment names them."""
    interfaces: list[int]
    """Interfaces, also of libraries and of the JDK; the environment uses what implements them."""


def select(surface: Surface, patterns: Sequence[str]) -> Selection:
    """The classes that patterns match; raises `RootError` for one that matches nothing."""
    types = _types(surface)
    names = {surface.name(it): it for it in types}
    selected: set[int] = set()
    for pattern in patterns:
        try:
            expression = name_pattern(pattern)
        except ValueError as error:
            raise RootError(f"--open {pattern}: {error}") from None
        found = [it for name, it in names.items() if expression.fullmatch(name)]
        if "*" in pattern and "$" not in pattern:
            found = [it for it in found if not surface.is_inside(it)]
        if not found:
            raise RootError(_nothing(pattern, list(names)))
        selected.update(found)
    ordered = [it for it in types if it in selected]
    own = [it for it in ordered if surface.is_application(it) and not surface.is_interface(it)]
    there = set(own)
    return Selection(own, [it for it in ordered if it not in there])


def _types(surface: Surface) -> list[int]:
    """All that a pattern can match: classes of the application, and what they are subtypes of."""
    types = dict.fromkeys(surface.application)
    for of in surface.application:
        types.update(dict.fromkeys(surface.above(of)))
    # Of the JDK itself nobody can call but what is public; of a library, those in its packages can.
    is_open = surface.is_public if surface.program.is_of_jdk else lambda _: True
    return [it for it in types if surface.name(it) != "java.lang.Object" and is_open(it)]


def _nothing(pattern: str, names: list[str]) -> str:
    said = f"--open {pattern} matches no class of the input, and no interface that one implements"
    close = _close(pattern, names)
    return f"{said}; did you mean {' or '.join(close)}?" if close else said


def _close(pattern: str, names: list[str]) -> list[str]:
    package, _, last = pattern.rpartition(".")
    if last == "*":
        packages = sorted({f"{name.rpartition('.')[0]}.*" for name in names if "." in name})
        return difflib.get_close_matches(f"{package.rstrip('.')}.*", packages, 3, 0.7)
    # The name may be right and the package wrong.
    same = [name for name in names if name.rpartition(".")[2] == last]
    return difflib.get_close_matches(pattern, names, 3, 0.7) or same[:3]
