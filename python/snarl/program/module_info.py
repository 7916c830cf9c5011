"""Which classes provide a service, as a compiled `module-info` says (JVMS 4.7.25)."""

from __future__ import annotations

import struct

_UTF8 = 1
_WIDE = {5, 6}
_SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 15: 3, 16: 2, 19: 2, 20: 2}
_PAIR = 4
_POINTER = 2
_MAGIC = 0xCAFEBABE


class ModuleInfoError(ValueError):
    """A file that is no `module-info`, or a broken one."""


def provided(data: bytes) -> dict[str, list[str]]:
    """The names of the providers of each service. Raises `ModuleInfoError`."""
    try:
        return _Reader(data).provided()
    except (struct.error, KeyError, UnicodeDecodeError) as error:
        raise ModuleInfoError(f"is no module-info ({error})") from error


class _Reader:
    """Reads a class file from its beginning to the attribute that describes a module."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self._texts: dict[int, str] = {}
        self._classes: dict[int, int] = {}

    def provided(self) -> dict[str, list[str]]:
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
        return {}

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

    def _read_module(self) -> dict[str, list[str]]:
        self._skip(6)
        self._skip(6 * self._count())  # what it requires
        for _ in ("exports", "opens"):
            for _ in range(self._count()):
                self._skip(4)
                self._skip(2 * self._count())
        self._skip(2 * self._count())  # what it uses
        services = (self._read_service() for _ in range(self._count()))
        return dict(services)

    def _read_service(self) -> tuple[str, list[str]]:
        service = self._class_name()
        return service, [self._class_name() for _ in range(self._count())]

    def _class_name(self) -> str:
        return self._texts[self._classes[self._count()]].replace("/", ".")
