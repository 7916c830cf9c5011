"""Random class hierarchies with call sites, to compare linkage and selection with a real JVM.

A hierarchy lives in its own packages (`h7/p`, `h7/q`, `h7/r`). Every method body returns a number
of its own and every field holds one, so a result names the member that was chosen. Call sites are
static methods `c0`, `c1`, … of their calling class. Only what the verifier accepts is generated: a
`VerifyError` would hide every site of its class, and is not a question of resolution.

What makes these hierarchies hard is what javac would not write: overrides that reduce access,
static methods that hide instance methods, private methods between an override and what it
overrides, concrete classes without an implementation, two unrelated defaults, a default for a
method of Object.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from .classes import Access, ClassBuilder
from .code import CodeBuilder

OBJECT = "java/lang/Object"
INTEGER = "java/lang/Integer"
INT = "()I"
# Methods of Object that calls may end in, and the number that stands for each.
OBJECT_METHODS = {
    ("hashCode", INT): 1,
    ("clone", "()Ljava/lang/Object;"): 2,
    ("getClass", "()Ljava/lang/Class;"): 3,
}
VISIBILITIES = (Access.PUBLIC, Access.PROTECTED, Access.PACKAGE, Access.PRIVATE)


InvokeKind = Literal["virtual", "interface", "special", "static"]


@dataclass(frozen=True, slots=True)
class Member:
    """A method or field; number is what it returns or holds, None if abstract."""

    name: str
    descriptor: str
    access: Access
    number: int | None


@dataclass(slots=True)
class Type:
    """A class or interface of a hierarchy."""

    name: str
    access: Access
    version: int
    parent: Type | None = None
    interfaces: list[Type] = field(default_factory=list)
    methods: list[Member] = field(default_factory=list)
    fields: list[Member] = field(default_factory=list)
    nest_host: str | None = None
    nest_members: list[str] = field(default_factory=list)
    leaf: bool = False  # must have no subclass, see _hides

    @property
    def package(self) -> str:
        return self.name.rpartition("/")[0]

    @property
    def is_interface(self) -> bool:
        return bool(self.access & Access.INTERFACE)

    @property
    def is_concrete(self) -> bool:
        return not self.access & Access.ABSTRACT

    def superclasses(self) -> Iterator[Type]:
        """The proper superclasses, nearest first, without Object."""
        parent = self.parent
        while parent is not None:
            yield parent
            parent = parent.parent

    def supertypes(self) -> set[str]:
        """The names of this type and all its supertypes."""
        names = {self.name, OBJECT}
        for above in [*([self.parent] if self.parent else []), *self.interfaces]:
            names |= above.supertypes()
        return names

    def declares(self, name: str) -> bool:
        return any(member.name == name for member in self.methods + self.fields)

    def sees(self, other: Type) -> bool:
        return bool(other.access & Access.PUBLIC) or other.package == self.package


@dataclass(frozen=True, slots=True)
class CallSite:
    """A call of owner.name:descriptor by a method of caller; interface is the constant's kind."""

    id: str
    kind: InvokeKind
    caller: str
    owner: str
    name: str
    descriptor: str
    interface: bool
    receiver: str | None


@dataclass(frozen=True, slots=True)
class FieldSite:
    """A getstatic or getfield of owner.name:descriptor by a method of caller."""

    id: str
    static: bool
    caller: str
    owner: str
    name: str
    descriptor: str
    receiver: str | None


Site = CallSite | FieldSite


@dataclass(slots=True)
class Hierarchy:
    prefix: str
    types: list[Type] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)

    def numbers(self) -> dict[int, tuple[str, str, str]]:
        """What each number stands for: class, member name, descriptor."""
        table = {number: (OBJECT, *method) for method, number in OBJECT_METHODS.items()}
        for type in self.types:
            for member in type.methods + type.fields:
                if member.number is not None:
                    table[member.number] = (type.name, member.name, member.descriptor)
        return table

    def class_files(self) -> list[ClassBuilder]:
        sites: dict[str, list[Site]] = {}
        for site in self.sites:
            sites.setdefault(site.caller, []).append(site)
        files = [_class_file(type, sites.get(type.name, [])) for type in self.types]
        return files + [_factory(self, package) for package in _packages(self.prefix)]


def generate(seed: int, sites: int = 100) -> Hierarchy:
    """The hierarchy of a seed; seeds cycle through the shapes."""
    return _Generator(seed).run(sites)


@dataclass(frozen=True, slots=True)
class _Shape:
    """How many types there are, how they hang together, and what they declare."""

    interfaces: int
    classes: int
    extends: float  # the chance that a class extends another
    candidates: int  # of how many last classes one may be the superclass
    implements: int  # the most interfaces of a class
    declares: float  # the chance that a type declares a method
    visibility: tuple[int, int, int, int]  # weights of public, protected, package, private
    old: int  # weight of versions before 51, against 12 of each other one


_SHAPES = (
    _Shape(2, 9, 0.9, 3, 1, 0.55, (40, 10, 28, 12), old=6),  # long chains
    _Shape(7, 6, 0.75, 3, 3, 0.55, (40, 10, 28, 12), old=2),  # many defaults
    _Shape(4, 8, 0.75, 3, 3, 0.55, (40, 10, 28, 12), old=2),  # of both
    _Shape(0, 8, 1.0, 1, 0, 0.8, (35, 10, 50, 5), old=0),  # one chain through the packages
)


def _packages(prefix: str) -> list[str]:
    return [f"{prefix}/{package}" for package in "pqr"]


class _Generator:
    """Draws types top-down, then sites."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.shape = _SHAPES[seed % len(_SHAPES)]
        self.hierarchy = Hierarchy(f"h{seed}")
        self.number = 1000 * (seed + 1)

    def run(self, sites: int) -> Hierarchy:
        for index in range(self.shape.interfaces):
            self._interface(f"I{index}")
        for index in range(self.shape.classes):
            self._class(f"C{index}")
        for package in _packages(self.hierarchy.prefix):
            self._nest(package)
            outsider = Type(f"{package}/Outsider", Access.PUBLIC | Access.SUPER, 61)
            self.hierarchy.types.append(outsider)
        for index in range(sites):
            draw = self._field_site if index % 5 == 4 else self._call_site
            self.hierarchy.sites.append(draw(f"c{index}"))
        return self.hierarchy

    def _chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def _pick(self, weights: dict[str, int]) -> str:
        return self.random.choices(list(weights), list(weights.values()))[0]

    def _next(self) -> int:
        self.number += 1
        return self.number

    # Types

    def _new_type(self, simple: str, access: Access, version: int) -> Type:
        package = self.random.choice(_packages(self.hierarchy.prefix))
        if self._chance(0.9):
            access |= Access.PUBLIC
        return Type(f"{package}/{simple}", access, version)

    def _draw_interfaces(self, type: Type, most: int) -> None:
        known = [t for t in self.hierarchy.types if t.is_interface and type.sees(t)]
        type.interfaces = self.random.sample(known, min(len(known), self.random.randint(0, most)))

    def _names(self) -> list[tuple[str, str]]:
        names = [(name, INT) for name in ("m0", "m1", "m2") if self._chance(self.shape.declares)]
        if self._chance(0.12):
            names.append(("hashCode", INT))
        if self._chance(0.12):
            names.append(("clone", "()Ljava/lang/Object;"))
        return names

    def _interface(self, simple: str) -> None:
        version = self.random.choices((50, 52, 55, 61), (1, 4, 4, 4))[0]
        type = self._new_type(simple, Access.INTERFACE | Access.ABSTRACT, version)
        self._draw_interfaces(type, 3)
        for name, descriptor in self._names():
            access = self._interface_method_access() if version >= 52 else _ABSTRACT
            number = None if access & Access.ABSTRACT else self._next()
            type.methods.append(Member(name, descriptor, access, number))
        for name in ("f0", "f1"):
            if self._chance(0.35):
                access = Access.PUBLIC | Access.STATIC | Access.FINAL
                type.fields.append(Member(name, self._field_descriptor(), access, self._next()))
        self.hierarchy.types.append(type)

    def _interface_method_access(self) -> Access:
        kind = self._pick({"abstract": 33, "default": 42, "private": 11, "static": 14})
        if kind == "static":
            visibility = self.random.choice((Access.PUBLIC, Access.PUBLIC, Access.PRIVATE))
            return visibility | Access.STATIC
        return {
            "abstract": _ABSTRACT,
            "default": Access.PUBLIC,
            "private": Access.PRIVATE,
        }[kind]

    def _class(self, simple: str) -> None:
        old = self.shape.old
        version = self.random.choices((49, 50, 52, 55, 61), (old, old, 12, 12, 12))[0]
        access = Access.SUPER | (Access.ABSTRACT if self._chance(0.2) else Access.PACKAGE)
        type = self._new_type(simple, access, version)
        known = [t for t in self.hierarchy.types if not (t.is_interface or t.leaf) and type.sees(t)]
        if known and self._chance(self.shape.extends):
            type.parent = self.random.choice(known[-self.shape.candidates :])
        self._draw_interfaces(type, self.shape.implements)
        for name, descriptor in self._names():
            if not _overrides_final(type, name, descriptor):
                self._class_method(type, name, descriptor)
        if any(_hides(type, method) for method in type.methods):
            type.version = max(type.version, 52)
            type.leaf = True
        for name in ("f0", "f1"):
            if self._chance(0.45):
                access = self.random.choice(VISIBILITIES)
                if self._chance(0.5):
                    access |= Access.STATIC
                type.fields.append(Member(name, self._field_descriptor(), access, self._next()))
        self.hierarchy.types.append(type)

    def _class_method(self, type: Type, name: str, descriptor: str) -> None:
        access = self.random.choices(VISIBILITIES, self.shape.visibility)[0]
        if self._chance(0.1):
            access |= Access.STATIC
        elif self._chance(0.12) and access != Access.PRIVATE:
            access |= Access.ABSTRACT
        elif self._chance(0.05):
            access |= Access.FINAL
        number = None if access & Access.ABSTRACT else self._next()
        type.methods.append(Member(name, descriptor, access, number))

    def _field_descriptor(self) -> str:
        return self.random.choice("IIIJ")

    def _nest(self, package: str) -> None:
        types = [t for t in self.hierarchy.types if t.package == package and t.version >= 55]
        if len(types) < 2 or self._chance(0.4):
            return
        host, *members = self.random.sample(types, self.random.randint(2, len(types)))
        for member in members:
            member.nest_host = host.name
            if self._chance(0.9):  # a host that does not know its member makes no nest
                host.nest_members.append(member.name)

    # Sites

    def _caller(self, name: str) -> Type:
        """A type that can hold a static method, often in a package that declares the name."""
        able = [t for t in self.hierarchy.types if not (t.is_interface and t.version < 52)]
        declaring = [t for t in self.hierarchy.types if t.declares(name)]
        if declaring and self._chance(0.5):
            package = self.random.choice(declaring).package
            able = [t for t in able if t.package == package]
        return self.random.choice(able)

    def _receiver(self, *supertypes: str) -> str | None:
        fit = [t.name for t in self._concrete() if set(supertypes) <= t.supertypes()]
        return self.random.choice(fit) if fit else None

    def _concrete(self) -> list[Type]:
        return [t for t in self.hierarchy.types if t.is_concrete]

    def _owner(self, name: str) -> tuple[str, bool]:
        """A referenced class, often one that has the name, and whether it is an interface."""
        if self._chance(0.03):
            return OBJECT, False
        types = self.hierarchy.types
        if self._chance(0.8):
            declaring = {t.name for t in types if t.declares(name)}
            types = [t for t in types if declaring & t.supertypes()] or types
        owner = self.random.choice(types)
        return owner.name, owner.is_interface

    def _method_name(self) -> tuple[str, str]:
        return {
            "m0": ("m0", INT),
            "m1": ("m1", INT),
            "m2": ("m2", INT),
            "hashCode": ("hashCode", INT),
            "clone": ("clone", "()Ljava/lang/Object;"),
            "getClass": ("getClass", "()Ljava/lang/Class;"),
            "missing": ("missing", INT),
        }[
            self._pick(
                {"m0": 27, "m1": 27, "m2": 27, "hashCode": 7, "clone": 7, "getClass": 1}
                | {"missing": 2}
            )
        ]

    def _call_site(self, id: str) -> CallSite:
        while True:
            name, descriptor = self._method_name()
            caller = self._caller(name)
            kind = self._pick({"instance": 65, "special": 20, "static": 15})
            draw = {
                "instance": self._instance_call,
                "special": self._special_call,
                "static": self._static_call,
            }[kind]
            site = draw(id, caller, name, descriptor)
            if site is not None and not self._fails_protected_check(caller, site):
                return site

    def _instance_call(self, id: str, caller: Type, name: str, desc: str) -> CallSite | None:
        owner, is_interface = self._owner(name)
        kind: InvokeKind = "interface" if is_interface != self._chance(0.05) else "virtual"
        if is_interface and self._chance(0.04):
            receiver = self._receiver()  # the verifier takes interfaces for Object
        else:
            receiver = self._receiver(owner)
        if receiver is None:
            return None
        return CallSite(id, kind, caller.name, owner, name, desc, kind == "interface", receiver)

    def _special_call(self, id: str, caller: Type, name: str, desc: str) -> CallSite | None:
        receiver = self._receiver(caller.name)
        if caller.is_interface and self._chance(0.1):
            receiver = self._receiver()
        if receiver is None:
            return None
        supers = list(caller.superclasses())
        direct = [caller.name] + [t.name for t in supers[:1] or []]
        interfaces = [t.name for t in caller.interfaces] if caller.version >= 52 else []
        owner = self.random.choice(
            [caller.name] * 2 + [t.name for t in supers] + interfaces * 2 + [OBJECT]
        )
        is_interface = owner in interfaces or (owner == caller.name and caller.is_interface)
        if caller.version >= 52 and self._chance(0.06) and (is_interface or owner in direct):
            is_interface = not is_interface
        return CallSite(id, "special", caller.name, owner, name, desc, is_interface, receiver)

    def _static_call(self, id: str, caller: Type, name: str, desc: str) -> CallSite | None:
        static = [
            t
            for t in self.hierarchy.types
            if any(m.name == name and m.access & Access.STATIC for m in t.methods)
        ]
        owner, is_interface = self._owner(name)
        if static and self._chance(0.6):
            above = self.random.choice(static)
            below = [t for t in self.hierarchy.types if above.name in t.supertypes()]
            type = self.random.choice(below)
            owner, is_interface = type.name, type.is_interface
        if self._chance(0.06):
            is_interface = not is_interface
        if is_interface and caller.version < 52:
            return None
        return CallSite(id, "static", caller.name, owner, name, desc, is_interface, None)

    def _field_site(self, id: str) -> FieldSite:
        while True:
            name = self.random.choice(("f0", "f0", "f1", "f1", "missing"))
            caller = self._caller(name)
            static = self._chance(0.5)
            owner, _ = self._owner(name)
            receiver = None if static else self._receiver(owner)
            descriptor = self._field_descriptor()
            site = FieldSite(id, static, caller.name, owner, name, descriptor, receiver)
            if (static or receiver) and not self._fails_protected_check(caller, site):
                return site

    def _fails_protected_check(self, caller: Type, site: Site) -> bool:
        """JVMS 4.10.1.8, roughly: protected, of a superclass, on a receiver that is not ours."""
        above = list(caller.superclasses())
        if site.receiver is None or site.owner not in {OBJECT, *(t.name for t in above)}:
            return False
        receiver = next(t for t in self.hierarchy.types if t.name == site.receiver)
        if caller.name in receiver.supertypes():
            return False
        members = [m for t in above for m in t.methods + t.fields]
        return site.name == "clone" or any(
            m.name == site.name and m.access & Access.PROTECTED for m in members
        )


_ABSTRACT = Access.PUBLIC | Access.ABSTRACT


def _overrides_final(type: Type, name: str, descriptor: str) -> bool:
    """Whether a superclass has a final method of this name: such a class might not load."""
    return any(
        m.name == name and m.descriptor == descriptor and m.access & Access.FINAL
        for above in type.superclasses()
        for m in above.methods
    )


def _hides(type: Type, method: Member) -> bool:
    """Whether a method may override past a superclass's method that it does not override.

    HotSpot (17 and 25) can then leave an empty slot in the vtable, and crash when it links a
    subclass: if what it overrides is an interface's, or if the class is older than version 51,
    which knows no transitive overriding.
    """
    if method.access & (Access.PRIVATE | Access.STATIC):
        return False
    hidden = any(
        m.name == method.name
        and (m.access & Access.STATIC or not m.access & (Access.PUBLIC | Access.PROTECTED))
        for above in type.superclasses()
        for m in above.methods
    )
    return hidden and (type.version < 51 or _interface_declares(type.parent, method.name))


def _interface_declares(type: Type | None, name: str) -> bool:
    if type is None:
        return False
    here = type.is_interface and any(method.name == name for method in type.methods)
    return here or any(_interface_declares(t, name) for t in [type.parent, *type.interfaces])


# Class files


def _class_file(type: Type, sites: list[Site]) -> ClassBuilder:
    parent = type.parent.name if type.parent else OBJECT
    interfaces = [interface.name for interface in type.interfaces]
    cls = ClassBuilder(type.name, parent, interfaces, type.access, (type.version, 0))
    for member in type.fields:
        _emit_field(cls, member)
    if not type.is_interface:
        _emit_constructor(cls, type)
    for member in type.methods:
        method = cls.method(member.name, member.descriptor, member.access)
        if member.number is not None:
            _emit_return(method.code.push(member.number), member.descriptor)
    for site in sites:
        code = cls.method(site.id, INT, Access.PUBLIC | Access.STATIC).code
        _emit_site(code, site)
    if type.nest_host:
        cls.attributes.append(("NestHost", struct.pack(">H", cls.pool.class_(type.nest_host))))
    if type.nest_members:
        members = [cls.pool.class_(name) for name in type.nest_members]
        row = struct.pack(f">{1 + len(members)}H", len(members), *members)
        cls.attributes.append(("NestMembers", row))
    return cls


def _emit_field(cls: ClassBuilder, member: Member) -> None:
    constant = None
    if member.access & Access.STATIC:
        number = member.number or 0
        constant = cls.pool.long(number) if member.descriptor == "J" else cls.pool.integer(number)
    cls.field(member.name, member.descriptor, member.access, constant)


def _emit_constructor(cls: ClassBuilder, type: Type) -> None:
    code = cls.constructor().code
    for member in type.fields:
        if not member.access & Access.STATIC:
            code.emit("aload_0").push(member.number or 0)
            if member.descriptor == "J":
                code.emit("i2l")
            code.field("putfield", type.name, member.name, member.descriptor)
    code.emit("return")


def _emit_return(code: CodeBuilder, descriptor: str) -> None:
    if descriptor == INT:
        code.emit("ireturn")
        return
    code.invoke("invokestatic", INTEGER, "valueOf", f"(I)L{INTEGER};").emit("areturn")


def _emit_site(code: CodeBuilder, site: Site) -> None:
    if site.receiver is not None:
        package, _, simple = site.receiver.rpartition("/")
        code.invoke("invokestatic", f"{package}/Make", simple, f"()L{site.receiver};")
    if isinstance(site, FieldSite):
        mnemonic = "getstatic" if site.static else "getfield"
        code.field(mnemonic, site.owner, site.name, site.descriptor)
        code.emit("l2i" if site.descriptor == "J" else "nop").emit("ireturn")
        return
    code.invoke(f"invoke{site.kind}", site.owner, site.name, site.descriptor, site.interface)
    if site.name == "clone":
        code.type("checkcast", INTEGER).invoke("invokevirtual", INTEGER, "intValue", INT)
    elif site.name == "getClass":
        code.emit("pop").push(OBJECT_METHODS[site.name, site.descriptor])
    code.emit("ireturn")


def _factory(hierarchy: Hierarchy, package: str) -> ClassBuilder:
    """`Make` creates the receivers of its package, so that a caller need not see their classes."""
    make = ClassBuilder(f"{package}/Make", version=(52, 0))
    for type in hierarchy.types:
        if type.package == package and type.is_concrete:
            simple = type.name.rpartition("/")[2]
            method = make.method(simple, f"()L{type.name};", Access.PUBLIC | Access.STATIC)
            method.code.type("new", type.name).emit("dup")
            method.code.invoke("invokespecial", type.name, "<init>", "()V").emit("areturn")
    return make
