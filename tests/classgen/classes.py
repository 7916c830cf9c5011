"""Classes, fields and methods (JVMS 4.1, 4.5, 4.6)."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from enum import IntFlag
from pathlib import Path

from .code import CodeBuilder, argument_slots, attributes
from .constants import ConstantPool


class Access(IntFlag):
    """Flags of classes and members; one bit may have several names."""

    PACKAGE = 0
    PUBLIC = 0x0001
    PRIVATE = 0x0002
    PROTECTED = 0x0004
    STATIC = 0x0008
    FINAL = 0x0010
    SUPER = 0x0020
    SYNCHRONIZED = 0x0020
    VOLATILE = 0x0040
    BRIDGE = 0x0040
    TRANSIENT = 0x0080
    VARARGS = 0x0080
    NATIVE = 0x0100
    INTERFACE = 0x0200
    ABSTRACT = 0x0400
    STRICT = 0x0800
    SYNTHETIC = 0x1000
    ANNOTATION = 0x2000
    ENUM = 0x4000
    MODULE = 0x8000


class FieldBuilder:
    """A field; a constant is the index of its ConstantValue."""

    def __init__(
        self, pool: ConstantPool, name: str, descriptor: str, access: int, constant: int | None
    ) -> None:
        self.pool, self.name, self.descriptor, self.access = pool, name, descriptor, access
        self.attributes: list[tuple[str, bytes]] = []
        if constant is not None:
            self.attributes.append(("ConstantValue", struct.pack(">H", constant)))

    def build(self) -> bytes:
        names = self.pool.utf8(self.name), self.pool.utf8(self.descriptor)
        return struct.pack(">3H", self.access, *names) + attributes(self.pool, self.attributes)


class MethodBuilder:
    """A method; it gets a Code attribute as soon as `code` is touched."""

    def __init__(self, pool: ConstantPool, name: str, descriptor: str, access: int) -> None:
        self.pool, self.name, self.descriptor, self.access = pool, name, descriptor, access
        self.attributes: list[tuple[str, bytes]] = []
        self._code: CodeBuilder | None = None

    @property
    def code(self) -> CodeBuilder:
        if self._code is None:
            receiver = 0 if self.access & Access.STATIC else 1
            self._code = CodeBuilder(self.pool, receiver + argument_slots(self.descriptor))
        return self._code

    def build(self) -> bytes:
        names = self.pool.utf8(self.name), self.pool.utf8(self.descriptor)
        code = [] if self._code is None else [("Code", self._code.build())]
        head = struct.pack(">3H", self.access, *names)
        return head + attributes(self.pool, code + self.attributes)


class ClassBuilder:
    """A class file. super_name=None writes index 0, as java/lang/Object has it."""

    def __init__(
        self,
        name: str,
        super_name: str | None = "java/lang/Object",
        interfaces: Sequence[str] = (),
        access: int = Access.PUBLIC | Access.SUPER,
        version: tuple[int, int] = (61, 0),
    ) -> None:
        self.name, self.super_name, self.interfaces = name, super_name, tuple(interfaces)
        self.access, self.version = access, version
        self.pool = ConstantPool()
        self.fields: list[FieldBuilder] = []
        self.methods: list[MethodBuilder] = []
        self.attributes: list[tuple[str, bytes]] = []
        self._bootstraps: list[bytes] = []

    def field(
        self,
        name: str,
        descriptor: str,
        access: int = Access.PUBLIC,
        constant: int | None = None,
    ) -> FieldBuilder:
        self.fields.append(FieldBuilder(self.pool, name, descriptor, access, constant))
        return self.fields[-1]

    def method(self, name: str, descriptor: str, access: int = Access.PUBLIC) -> MethodBuilder:
        self.methods.append(MethodBuilder(self.pool, name, descriptor, access))
        return self.methods[-1]

    def constructor(self, access: int = Access.PUBLIC) -> MethodBuilder:
        """A constructor without arguments that calls the superclass's; its code is left open."""
        method = self.method("<init>", "()V", access)
        method.code.emit("aload_0")
        method.code.invoke("invokespecial", self.super_name or "java/lang/Object", "<init>", "()V")
        return method

    def bootstrap(self, handle: int, *arguments: int) -> int:
        """A row of BootstrapMethods, for `pool.dynamic` and `pool.invoke_dynamic`."""
        row = struct.pack(f">{2 + len(arguments)}H", handle, len(arguments), *arguments)
        if row not in self._bootstraps:
            self._bootstraps.append(row)
        return self._bootstraps.index(row)

    def build(self) -> bytes:
        pool = self.pool
        names = [pool.class_(self.name), pool.class_(self.super_name) if self.super_name else 0]
        names += [len(self.interfaces), *(pool.class_(name) for name in self.interfaces)]
        body = struct.pack(f">H{len(names)}H", self.access, *names)
        for members in (self.fields, self.methods):
            body += struct.pack(">H", len(members)) + b"".join(m.build() for m in members)
        all_attributes = list(self.attributes)
        if self._bootstraps:
            rows = struct.pack(">H", len(self._bootstraps)) + b"".join(self._bootstraps)
            all_attributes.append(("BootstrapMethods", rows))
        body += attributes(pool, all_attributes)
        major, minor = self.version
        return struct.pack(">IHH", 0xCAFEBABE, minor, major) + pool.build() + body

    def write(self, folder: Path) -> Path:
        """Writes folder/a/b/C.class and returns its path."""
        path = folder / f"{self.name}.class"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.build())
        return path
