"""What is public for the JVM and yet not meant for callers from outside.

Kotlin's `internal` is public in class files, and so are its lambdas and local classes: of a member
its name tells, `trim$okhttp`; of a class its metadata, a message of protocol buffers. Scala's
anonymous classes are public as well, and so is what it makes of private members of traits and of
values that these set, by names that no source can have; what its sources call private or protected,
`scala_signature` tells. And by convention a package `internal`, and all below it, is its library's
own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_METADATA = "Lkotlin/Metadata;"
_CLASS = 1
_FLAGS = 0x08
"""The tag of a class's flags: field 1, a number."""
_MADE_UP = 3
"""A class that stands for a lambda, or for the defaults of an interface."""
_HIDDEN = (0, 1, 4, 5)
"""Visibilities: internal, private, private to its object, local to a function."""
_MANGLED = re.compile(r"[^$]+\$(?!default$|annotations$)[A-Za-z_]\w*")
_PACKAGE = "internal"
_ANONYMOUS = "$$anon"
_UNNAMEABLE = ("$$", "$_setter_$", "$init$")
"""What is in names that Scala makes for itself."""


def is_internal_package(class_name: str) -> bool:
    """Whether a class is in a package that is its library's own."""
    return _PACKAGE in class_name.split(".")[:-1]


def is_internal_member(name: str) -> bool:
    """Whether a member of a class that Kotlin made is `internal`."""
    return _MANGLED.fullmatch(name) is not None


def is_anonymous(class_name: str) -> bool:
    """Whether a class is one that Scala made of an expression."""
    return _ANONYMOUS in class_name


def is_unnameable(name: str) -> bool:
    """Whether a member is one that Scala made for itself: the setter of a trait's value, a private
    member that classes inside another one use."""
    return any(part in name for part in _UNNAMEABLE)


def metadata(
    annotations: Iterable[tuple[str, Mapping[str, object]]],
) -> Mapping[str, object] | None:
    """What Kotlin says of a class; None if another compiler made it."""
    return next((values for name, values in annotations if name == _METADATA), None)


def is_internal_class(said: Mapping[str, object]) -> bool:
    """Whether a class of Kotlin is `internal`, local or a lambda, by its metadata."""
    parts = said.get("d1")
    if said.get("k") == _MADE_UP:
        return True
    if said.get("k") != _CLASS or not isinstance(parts, list | tuple) or not parts:
        return False
    text = "".join(map(str, parts))
    if not text.startswith("\0"):
        return False  # an older form, with seven bits in each character
    data = bytes(ord(it) & 0xFF for it in text[1:])
    try:
        size, at = _number(data, 0)
        at += size  # the table of names
        if data[at] != _FLAGS:
            return False  # those that are most common are left out: public and final
        flags, _ = _number(data, at + 1)
    except IndexError:
        return False
    return flags >> 1 & 0b111 in _HIDDEN


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits in each byte, and where it ends."""
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if not data[at - 1] & 0x80:
            return value, at
