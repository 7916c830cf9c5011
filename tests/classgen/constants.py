"""The constant pool (JVMS 4.4): every kind, each constant stored once, indices from 1."""

from __future__ import annotations

import struct


def modified_utf8(text: str) -> bytes:
    """Java's own UTF-8 (JVMS 4.4.7): NUL takes two bytes, other planes are surrogate pairs."""
    utf16 = text.encode("utf-16-be", "surrogatepass")
    units = struct.unpack(f">{len(utf16) // 2}H", utf16)
    out = bytearray()
    for unit in units:
        if 0 < unit < 0x80:
            out.append(unit)
        elif unit < 0x800:
            out += bytes((0xC0 | unit >> 6, 0x80 | unit & 0x3F))
        else:
            out += bytes((0xE0 | unit >> 12, 0x80 | unit >> 6 & 0x3F, 0x80 | unit & 0x3F))
    return bytes(out)


class ConstantPool:
    """Collects constants; each method returns the index of its constant."""

    def __init__(self) -> None:
        self._entries: list[bytes] = []
        self._index: dict[bytes, int] = {}
        self.count = 1

    def raw(self, entry: bytes, slots: int = 1) -> int:
        """Any entry, tag byte included; equal entries share one index."""
        if entry not in self._index:
            self._index[entry] = self.count
            self._entries.append(entry)
            self.count += slots
        return self._index[entry]

    def _u2(self, tag: int, *values: int) -> int:
        return self.raw(struct.pack(f">B{len(values)}H", tag, *values))

    def utf8(self, text: str | bytes) -> int:
        data = text if isinstance(text, bytes) else modified_utf8(text)
        return self.raw(struct.pack(">BH", 1, len(data)) + data)

    def integer(self, value: int) -> int:
        return self.raw(struct.pack(">Bi", 3, value))

    def float_(self, value: float) -> int:
        return self.raw(struct.pack(">Bf", 4, value))

    def long(self, value: int) -> int:
        return self.raw(struct.pack(">Bq", 5, value), slots=2)

    def double(self, value: float) -> int:
        return self.raw(struct.pack(">Bd", 6, value), slots=2)

    def class_(self, name: str) -> int:
        return self._u2(7, self.utf8(name))

    def string(self, text: str) -> int:
        return self._u2(8, self.utf8(text))

    def name_and_type(self, name: str, descriptor: str) -> int:
        return self._u2(12, self.utf8(name), self.utf8(descriptor))

    def field(self, owner: str, name: str, descriptor: str) -> int:
        return self._u2(9, self.class_(owner), self.name_and_type(name, descriptor))

    def method(self, owner: str, name: str, descriptor: str, interface: bool = False) -> int:
        tag = 11 if interface else 10
        return self._u2(tag, self.class_(owner), self.name_and_type(name, descriptor))

    def method_handle(self, kind: int, reference: int) -> int:
        """kind is 1 to 9 (JVMS table 4.4.8-A); reference is the index of a member reference."""
        return self.raw(struct.pack(">BBH", 15, kind, reference))

    def method_type(self, descriptor: str) -> int:
        return self._u2(16, self.utf8(descriptor))

    def dynamic(self, bootstrap: int, name: str, descriptor: str) -> int:
        """bootstrap is an index given by ClassBuilder.bootstrap."""
        return self._u2(17, bootstrap, self.name_and_type(name, descriptor))

    def invoke_dynamic(self, bootstrap: int, name: str, descriptor: str) -> int:
        return self._u2(18, bootstrap, self.name_and_type(name, descriptor))

    def module(self, name: str) -> int:
        return self._u2(19, self.utf8(name))

    def package(self, name: str) -> int:
        return self._u2(20, self.utf8(name))

    def build(self) -> bytes:
        return struct.pack(">H", self.count) + b"".join(self._entries)
