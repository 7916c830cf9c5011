"""What Scala hides: private and protected classes and members, which are public in class files.

A class that is not inside another one has an annotation, with a table of the symbols of its source:
names, classes and values, each with its owner and flags. Its bytes are written as text, seven bits
in each character. (`scala.reflect.internal.pickling.PickleFormat` tells of the table.) What cannot
be read hides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

_SIGNATURE = "Lscala/reflect/ScalaSignature;"
_LONG_SIGNATURE = "Lscala/reflect/ScalaLongSignature;"
_NAMES = (1, 2)
_CLASS, _OBJECT, _VALUE = 6, 7, 8
_OWN = range(4, 9)
"""Kinds of entries: symbols of this source."""
_SYMBOLS = range(3, 11)
"""All symbols."""
_CONSTRUCTOR = b"<init>"
_PRIVATE, _PROTECTED, _IS_OBJECT = 0x4, 0x8, 0x400

Annotations = Iterable[tuple[str, Mapping[str, object]]]


@dataclass(frozen=True, slots=True)
class _Symbol:
    """A class, object or member."""

    kind: int
    name: str
    owner: int
    is_hidden: bool
    is_object: bool


class Signature:
    """What one source says of its classes. Names are without their package: `Outer$Inner`."""

    def __init__(self, data: bytes) -> None:
        self._entries = list(_entries(data))

    def is_hidden_class(self, name: str) -> bool:
        """Whether others cannot name a class."""
        return name in self._hidden_classes

    def is_hidden_member(self, of: str, name: str) -> bool:
        """Whether others cannot call the methods of a name that a class declares; all of them, for
        they are not told apart. A class forwards to its object."""
        found = [
            it
            for owner in {of, f"{of.removesuffix('$')}$"}
            for it in self._members.get((owner, name), ())
        ]
        return bool(found) and all(found)

    @cached_property
    def _hidden_classes(self) -> frozenset[str]:
        return frozenset(
            name
            for at in range(len(self._entries))
            if (name := self._class_name(at)) is not None and self._is_hidden(at)
        )

    def _is_hidden(self, at: int) -> bool:
        """Whether a class is hidden, or one that it is inside."""
        it = self._symbol(at)
        while it is not None:
            if it.is_hidden or (it.is_object and (it.owner, it.name) in self._hidden_objects):
                return True
            it = self._symbol(it.owner)
        return False

    @cached_property
    def _hidden_objects(self) -> frozenset[tuple[int, str]]:
        """Objects, of which the classes are symbols of their own, by owner and name."""
        symbols = (self._symbol(at) for at in range(len(self._entries)))
        return frozenset(
            (it.owner, it.name)
            for it in symbols
            if it is not None and it.kind == _OBJECT and it.is_hidden
        )

    @cached_property
    def _members(self) -> dict[tuple[str, str], list[bool]]:
        """Whether members are hidden, by their class and name."""
        found: dict[tuple[str, str], list[bool]] = {}
        for at in range(len(self._entries)):
            it = self._symbol(at)
            if it is not None and it.kind in (_OBJECT, _VALUE):
                owner = self._class_name(it.owner)
                if owner is not None:
                    found.setdefault((owner, it.name.strip()), []).append(it.is_hidden)
        return found

    def _class_name(self, at: int) -> str | None:
        """How a class file is called; None for what is in a method, or is no class."""
        names: list[str] = []
        first = it = self._symbol(at)
        while it is not None:
            if it.kind != _CLASS:
                return None
            names.append(it.name)
            it = self._symbol(it.owner)
        if first is None:
            return None
        return "$".join(reversed(names)) + ("$" if first.is_object else "")

    def _symbol(self, at: int) -> _Symbol | None:
        """A symbol of this source; None for all else."""
        return self._symbols.get(at)

    @cached_property
    def _symbols(self) -> dict[int, _Symbol]:
        """All symbols of this source, by their places; without those that are inside themselves."""
        found: dict[int, _Symbol] = {}
        for at in range(len(self._entries)):
            with suppress(IndexError, UnicodeDecodeError):
                it = self._read_symbol(at)
                found |= {} if it is None else {at: it}
        return {at: it for at, it in found.items() if _ends(at, found)}

    def _read_symbol(self, at: int) -> _Symbol | None:
        kind, data = self._entries[at]
        if kind not in _OWN:
            return None
        name, after = _number(data, 0)
        owner, after = _number(data, after)
        flags, after = _number(data, after)
        within, _ = _number(data, after)
        name_kind, text = self._entries[name]
        if name_kind not in _NAMES:
            return None
        # Where there is no package or class to which it is private, the type comes at once.
        is_within = self._entries[within][0] in _SYMBOLS
        is_hidden = is_within or bool(flags & (_PRIVATE | _PROTECTED))
        if text == _CONSTRUCTOR and flags & _PROTECTED:
            is_hidden = False  # others may have subclasses
        is_object = kind == _CLASS and bool(flags & _IS_OBJECT)
        return _Symbol(kind, text.decode(), owner, is_hidden, is_object)


def _ends(at: int, symbols: Mapping[int, _Symbol]) -> bool:
    """Whether a symbol is not inside itself."""
    seen: set[int] = set()
    while at in symbols:
        if at in seen:
            return False
        seen.add(at)
        at = symbols[at].owner
    return True


def signature(annotations: Annotations) -> Signature | None:
    """What Scala says in the annotations of a class; None if another compiler made it."""
    for name, values in annotations:
        said = values.get("bytes")
        if name == _SIGNATURE and isinstance(said, str):
            return _of_text(said)
        if name == _LONG_SIGNATURE and isinstance(said, list | tuple):
            return _of_text("".join(map(str, said)))
    return None


def _of_text(text: str) -> Signature | None:
    try:
        return Signature(_bytes(text))
    except IndexError:
        return None


def _bytes(text: str) -> bytes:
    """The bytes that are in a text: seven bits in each character, the lowest first, one added to
    each lest there be zeros."""
    found = bytearray()
    value = bits = 0
    for character in text:
        value |= (ord(character) - 1 & 0x7F) << bits
        bits += 7
        if bits >= 8:
            found.append(value & 0xFF)
            value >>= 8
            bits -= 8
    return bytes(found)


def _entries(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The entries of the table: their kinds and what is in them."""
    _, at = _number(data, 0)
    _, at = _number(data, at)  # two numbers of the version
    count, at = _number(data, at)
    for _ in range(count):
        kind = data[at]
        size, at = _number(data, at + 1)
        yield kind, data[at : at + size]
        at += size


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits in each byte, the highest first, and where it ends."""
    value = 0
    while True:
        value = value << 7 | data[at] & 0x7F
        at += 1
        if not data[at - 1] & 0x80:
            return value, at
