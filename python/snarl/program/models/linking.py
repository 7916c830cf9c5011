"""The classes, fields and methods that models name, looked up in a program.

What is not there is told with what was expected and what is there instead.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from snarl.program.model import Program

OBJECT = "Ljava/lang/Object;"
_PRIMITIVES = {
    "boolean": "Z",
    "byte": "B",
    "char": "C",
    "double": "D",
    "float": "F",
    "int": "I",
    "long": "J",
    "short": "S",
    "void": "V",
}
_NAMES = {descriptor: name for name, descriptor in _PRIMITIVES.items()}
# Access flags as plain numbers: those of an IntFlag take most of the time of loading.
PRIVATE = 0x0002
STATIC = 0x0008
NATIVE = 0x0100
_BRIDGE = 0x0040


class MissingError(Exception):
    """A name that means nothing in the program, or more than one thing."""


class FoundField(NamedTuple):
    """A field: the internal name of its class, its name and descriptor."""

    owner: str
    name: str
    descriptor: str
    is_static: bool


class FoundMethod(NamedTuple):
    """A method, with the descriptors of its parameters and result."""

    owner: str
    name: str
    descriptor: str
    parameters: tuple[str, ...]
    returns: str
    flags: int

    @property
    def is_static(self) -> bool:
        """Whether it has no receiver."""
        return bool(self.flags & STATIC)

    @property
    def is_special(self) -> bool:
        """Whether no other class can override it: it is private, or a constructor."""
        return bool(self.flags & PRIVATE) or self.name == "<init>"

    def __str__(self) -> str:
        """As one would write it in a model."""
        return f"{self.name}({', '.join(map(type_name, self.parameters))})"


@cache
def split(descriptor: str) -> tuple[tuple[str, ...], str]:
    """The descriptors of a method's parameters, and of its result."""
    end = descriptor.rindex(")")
    parameters = []
    at = 1
    while at < end:
        start = at
        while descriptor[at] == "[":
            at += 1
        at = descriptor.index(";", at) + 1 if descriptor[at] == "L" else at + 1
        parameters.append(descriptor[start:at])
    return tuple(parameters), descriptor[end + 1 :]


def type_name(descriptor: str) -> str:
    """`java.lang.Object[]` for `[Ljava/lang/Object;`."""
    element = descriptor.lstrip("[")
    brackets = "[]" * (len(descriptor) - len(element))
    name = _NAMES.get(element) or element[1:-1].replace("/", ".")
    return name + brackets


def internal(name: str) -> str:
    """`a/b/C` for `a.b.C`."""
    return name.replace(".", "/")


class Linker:
    """Looks up, and remembers, what a program declares."""

    def __init__(self, program: Program) -> None:
        self._engine = program.engine
        self._classes: dict[str, int | None] = {}
        self._members: dict[int, dict[str, list[tuple[int, str, int]]]] = {}
        self._fields: dict[tuple[int, str], FoundField | None] = {}
        self._chosen: dict[tuple[str, str, tuple[str | None, ...]], FoundMethod] = {}
        self._descriptors: dict[str, str] = {}

    def find_class(self, name: str) -> int | None:
        """The id of a class that is there, by its name with dots."""
        if name not in self._classes:
            found = self._engine.find_class(name)
            there = found is not None and not self._engine.is_phantom(found)
            self._classes[name] = found if there else None
        return self._classes[name]

    def class_id(self, name: str) -> int:
        """The id of a class; raises `MissingError` if it is not there."""
        found = self.find_class(name)
        if found is None and "." not in name:
            found = self.find_class(f"java.lang.{name}")
        if found is None:
            raise MissingError(f"expected a class of the program, got {name}, which is not there")
        return found

    def descriptor(self, name: str) -> str:
        """The descriptor of a type by its name; `java.lang` may be left out."""
        known = self._descriptors.get(name)
        if known is None:
            known = self._descriptors[name] = self._descriptor(name)
        return known

    def _descriptor(self, name: str) -> str:
        element = name.replace("[]", "")
        depth = (len(name) - len(element)) // 2
        if element in _PRIMITIVES:
            return "[" * depth + _PRIMITIVES[element]
        if "." not in element and self.find_class(f"java.lang.{element}") is not None:
            element = f"java.lang.{element}"
        return "[" * depth + f"L{internal(element)};"

    def type(self, name: str) -> str:
        """The descriptor of a type that must be there."""
        descriptor = self.descriptor(name)
        element = descriptor.lstrip("[")
        if element[0] == "L":
            self.class_id(element[1:-1].replace("/", "."))
        return descriptor

    def declared(self, class_id: int) -> dict[str, list[tuple[int, str, int]]]:
        """The methods that a class declares: (index, descriptor, flags) by name."""
        found = self._members.get(class_id)
        if found is None:
            found = {}
            for index, (name, descriptor, flags) in enumerate(self._engine.methods(class_id)):
                found.setdefault(name, []).append((index, descriptor, flags))
            self._members[class_id] = found
        return found

    def _class_of(self, descriptor: str, wanted: str) -> int:
        """The class whose members an expression of some type has."""
        if descriptor[0] == "[":
            return self.class_id("java.lang.Object")
        if descriptor[0] != "L":
            raise MissingError(f"expected an object before .{wanted}, got {type_name(descriptor)}")
        return self.class_id(descriptor[1:-1].replace("/", "."))

    def field(self, of: str, name: str) -> FoundField:
        """The field that an object of some type has."""
        class_id = self._class_of(of, name)
        found = self._field(class_id, name)
        if found is None:
            raise self._no_field(class_id, name)
        if found.is_static:
            raise MissingError(
                f"expected a field of an object, got {type_name(of)}.{name}, which is static: "
                f"write 'static {type_name(of)}.{name}'"
            )
        return found

    def static_field(self, owner: str, name: str) -> FoundField:
        """The static field of a class."""
        class_id = self.class_id(owner)
        found = self._field(class_id, name)
        if found is None:
            raise self._no_field(class_id, name)
        if not found.is_static:
            raise MissingError(f"expected a static field, got {owner}.{name}, which is not static")
        return found

    def _field(self, class_id: int, name: str) -> FoundField | None:
        key = class_id, name
        if key not in self._fields:
            self._fields[key] = self._search_field(class_id, name)
        return self._fields[key]

    def _search_field(self, class_id: int, name: str) -> FoundField | None:
        for above in self._upwards(class_id):
            for found, descriptor, flags in self._engine.fields(above):
                if found == name:
                    owner = internal(self._engine.class_name(above))
                    return FoundField(owner, name, descriptor, bool(flags & STATIC))
        return None

    def _no_field(self, class_id: int, name: str) -> MissingError:
        owner = self._engine.class_name(class_id)
        names = [row[0] for above in self._upwards(class_id) for row in self._engine.fields(above)]
        remedy = _close(name, names)
        if not remedy and owner == "java.lang.Object":
            remedy = "; cast it first: x = (a.b.C) place"
        return MissingError(f"expected a field of {owner}, got {name}{remedy}")

    def _upwards(self, class_id: int) -> Iterator[int]:
        """The class, its super classes (`Object` for an interface), then all their interfaces."""
        classes = []
        at: int | None = class_id
        while at is not None:
            classes.append(at)
            at = self._engine.super_class(at)
        yield from classes
        seen: set[int] = set()
        for found in classes:
            yield from self._interfaces(found, seen)

    def _interfaces(self, class_id: int, seen: set[int]) -> Iterator[int]:
        for found in self._engine.interfaces(class_id):
            if found not in seen:
                seen.add(found)
                yield found
                yield from self._interfaces(found, seen)

    def method(self, of: str, name: str, types: tuple[str | None, ...]) -> FoundMethod:
        """The method, or constructor `<init>`, that objects of some type have with that many
        parameters, of these types where told."""
        found = self._find(of, name, types)
        if found.is_static:
            raise MissingError(
                f"expected a method of an object, got {type_name(of)}.{found}, which is static"
            )
        return found

    def static_method(self, owner: str, name: str, types: tuple[str | None, ...]) -> FoundMethod:
        """The static method of a class with that many parameters."""
        found = self._find(self.descriptor(owner), name, types)
        if not found.is_static:
            raise MissingError(
                f"expected a static method, got {owner}.{found}, which needs an object"
            )
        return found

    def _find(self, of: str, name: str, types: tuple[str | None, ...]) -> FoundMethod:
        found = self._chosen.get((of, name, types))
        if found is None:
            found = self._chosen[of, name, types] = self._search(of, name, types)
        return found

    def _search(self, of: str, name: str, types: tuple[str | None, ...]) -> FoundMethod:
        """The one that fits in the nearest class that has any; a bridge is none."""
        class_id = self._class_of(of, name)
        wanted = [None if it is None else self.descriptor(it) for it in types]
        for owner in self._owners(class_id, name):
            declared = self._declared_named(owner, name)
            fitting = [it for it in declared if not it.flags & _BRIDGE and _fits(it, wanted)]
            if len(fitting) == 1:
                return fitting[0]
            if fitting:
                raise self._no_method(class_id, name, types, fitting)
        raise self._no_method(class_id, name, types, [])

    def _owners(self, class_id: int, name: str) -> Iterator[int]:
        return iter([class_id]) if name == "<init>" else self._upwards(class_id)

    def _declared_named(self, class_id: int, name: str) -> list[FoundMethod]:
        rows = self.declared(class_id).get(name)
        if rows is None:
            return []
        owner = internal(self._engine.class_name(class_id))
        return [
            FoundMethod(owner, name, descriptor, *split(descriptor), flags)
            for _, descriptor, flags in rows
        ]

    def _no_method(
        self,
        class_id: int,
        name: str,
        types: tuple[str | None, ...],
        fitting: list[FoundMethod],
    ) -> MissingError:
        owner = self._engine.class_name(class_id)
        shown = "constructor" if name == "<init>" else f"method {name}"
        told = ", ".join("_" if of is None else of for of in types)
        if fitting:
            return MissingError(
                f"expected one {shown} of {owner} for ({told}), got {len(fitting)}: "
                f"{', '.join(map(str, fitting))}; put types before the places"
            )
        owners = list(self._owners(class_id, name))
        named = [method for it in owners for method in self._declared_named(it, name)]
        if named:
            there = ", ".join(dict.fromkeys(map(str, named)))
            return MissingError(f"expected a {shown} of {owner} for ({told}), got only {there}")
        names = [other for it in owners for other in self.declared(it)]
        return MissingError(f"expected a method of {owner}, got {name}{_close(name, names)}")


def _fits(method: FoundMethod, wanted: Sequence[str | None]) -> bool:
    if len(method.parameters) != len(wanted):
        return False
    return all(want in (None, has) for want, has in zip(wanted, method.parameters, strict=True))


def _close(name: str, names: Sequence[str]) -> str:
    found = get_close_matches(name, sorted(set(names)), 3)
    return f"; did you mean {' or '.join(found)}?" if found else ""
