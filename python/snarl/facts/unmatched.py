"""Promises that are about nothing: names in the settings that the program does not have.

A mistyped name would pass unnoticed, and so would one that was right before its class was renamed.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING

from snarl.settings import matches

if TYPE_CHECKING:
    from snarl.program import Class, Program
    from snarl.settings import Settings
    from snarl.toml_lines import Key

_MEMBERS = "class or field"
_METHODS = "method"


def unmatched(program: Program, settings: Settings) -> Iterator[str]:
    """What to say of each name that matches nothing, with its line."""
    for keys, pattern, kind in _patterns(settings):
        if any(matches(name, [pattern]) for name in _names(program, pattern, kind)):
            continue
        close = get_close_matches(pattern, _near(program, pattern, kind), 1, 0.8)
        hint = f"; did you mean {close[0]}?" if close else ""
        yield str(settings.error(keys, f"the program has no {kind} {pattern}{hint}"))


def _patterns(settings: Settings) -> Iterator[tuple[tuple[Key, ...], str, str]]:
    for place, pair in enumerate(settings.not_parallel):
        for side, pattern in enumerate(pair):
            yield ("threads", "not-parallel", place, side), pattern, _METHODS
    for place, pattern in enumerate(settings.single):
        yield ("threads", "single", place), pattern, _METHODS
    for place, pattern in enumerate(settings.thread_local):
        yield ("shared", "thread-local", place), pattern, _MEMBERS


def _names(program: Program, pattern: str, kind: str) -> Iterator[str]:
    """All names that a pattern may match, as far as they are worth a look."""
    for cls in _classes(program, pattern):
        if kind == _METHODS:
            yield from (f"{cls.name}.{method.name}" for method in cls.methods)
            continue
        yield cls.name
        yield from (f"{cls.name}.{field.name}" for field in cls.fields)
        # What has no field that holds it is told by its variable.
        yield from (
            f"{cls.name}.{variable.name}"
            for method in cls.methods
            if cls.origin == "application" and method.has_code
            for variable in method.local_variables
        )


def _classes(program: Program, pattern: str) -> Iterator[Class]:
    """The classes that a pattern may be about: what stands before its first wildcard tells."""
    start = pattern.partition("*")[0]
    if start == pattern:
        found = (program.find_class(it) for it in (pattern, pattern.rpartition(".")[0]))
        yield from (cls for cls in found if cls is not None and not cls.is_phantom)
        return
    for cls in program.classes():
        if cls.name.startswith(start) or start.startswith(cls.name):
            yield cls


def _near(program: Program, pattern: str, kind: str) -> list[str]:
    """What may have been meant: members of the same class, else classes of the application."""
    if "*" in pattern:
        return []
    members = list(_names(program, pattern, kind))
    return members or [cls.name for cls in program.classes("application")]
