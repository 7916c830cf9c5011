"""What a compiled `module-info` says: who may use what, who provides a service (JVMS 4.7.25)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

_UTF8 = 1
_WIDE = {5, 6}
_SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 15: 3, 16: 2, 19: 2, 20: 2}
_PAIR = 4
_POINTER = 2
_MAGIC = 0xCAFEBABE


class ModuleInfoError(ValueError):
    """A file that is no `module-info`, or a broken one."""


@dataclass(frozen=True, slots=True)
class ModuleInfo:
    """What a module says of itself."""

    exports: list[str] = field(default_factory=list)
    """The packages that every other module may use."""
    provides: dict[str, list[str]] = field(default_factory=dict)
    """The names of the providers of each service."""


def read(data: bytes) -> ModuleInfo:
    """Read a class file. Raises `ModuleInfoError`."""
    try:
        return _Reader(data).read()
    except (struct.error, KeyError, UnicodeDecodeError) as error:
        raise ModuleInfoError(f"is no module-info ({error})") from error


class _Reader:
    """Reads a class file from its beginning to the attribute that describes a module."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self._texts: dict[int, str] = {}
        self._classes: dict[int, int] = {}

    def read(self) -> ModuleInfo:
        if self._take(">I") != _MAGIC:
            raise KeyError("magic number")
        self._skip(4)
        self._read_constants()
        self._skip(6)
        self._skip(2 * self._count())  # interfaces; a module has neither fields nor methods
        self._skip(4)
        for _ in range(self._count()):
            name, length = self._texts[self._count()], self._take(">I")
            if name == "Module":
                return self._read_module()
            self._skip(length)
        return ModuleInfo()

    def _take(self, form: str) -> int:
        (value,) = struct.unpack_from(form, self._data, self._at)
        self._at += struct.calcsize(form)
        return int(value)

    def _count(self) -> int:
        return self._take(">H")

    def _skip(self, size: int) -> None:
        self._at += size

    def _read_constants(self) -> None:
        count, index = self._count(), 1
        while index < count:
            tag = self._take(">B")
            if tag == _UTF8:
                length = self._count()
                self._texts[index] = self._data[self._at : self._at + length].decode()
                self._skip(length)
            elif _SIZES.get(tag) == _POINTER:
                self._classes[index] = self._count()
            else:
                self._skip(_SIZES.get(tag, _PAIR))
            index += 2 if tag in _WIDE else 1

    def _read_module(self) -> ModuleInfo:
        self._skip(6)
        self._skip(6 * self._count())  # what it requires
        exports = list(self._read_packages())
        list(self._read_packages())  # what it opens to reflection
        self._skip(2 * self._count())  # what it uses
        services = (self._read_service() for _ in range(self._count()))
        return ModuleInfo(exports, dict(services))

    def _read_packages(self) -> Iterator[str]:
        """The packages that are for all others, not for some modules alone."""
        for _ in range(self._count()):
            package = self._name()
            self._skip(2)
            friends = self._count()
            self._skip(2 * friends)
            if not friends:
                yield package

    def _read_service(self) -> tuple[str, list[str]]:
        service = self._name()
        return service, [self._name() for _ in range(self._count())]

    def _name(self) -> str:
        return self._texts[self._classes[self._count()]].replace("/", ".")
