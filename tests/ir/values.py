"""Java's data: numbers are Python's, strings are `str`, null is None, the rest is here.

Types are called as Java writes them: `int`, `a.b.C`, `int[][]`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from snarl.program.body import ClassLiteral, MethodHandle

PRIMITIVES = {
    "Z": "boolean",
    "B": "byte",
    "C": "char",
    "S": "short",
    "I": "int",
    "J": "long",
    "F": "float",
    "D": "double",
}


@dataclass(eq=False, slots=True)
class Object:
    """An instance of a class. Fields by declaring class and name; `state` is for the library."""

    type: str
    fields: dict[tuple[str, str], Value] = field(default_factory=dict)
    state: list[object] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Array:
    """An array; `element` is the type of what it holds."""

    element: str
    items: list[Value]


@dataclass(eq=False, slots=True)
class Lambda:
    """What a lambda expression gives: an instance of `type` whose method `name` calls `handle`."""

    type: str
    name: str
    erased: str
    instantiated: str
    handle: MethodHandle
    captured: list[Value]


Reference = Object | Array | Lambda | ClassLiteral | str | None
Value = int | float | Reference


class Thrown(Exception):  # noqa: N818 - it carries one
    """A Java exception on its way."""

    def __init__(self, exception: Object) -> None:
        super().__init__(exception.type)
        self.exception = exception


def type_of(value: Value) -> str:
    """The class of a reference that is not null."""
    match value:
        case str():
            return "java.lang.String"
        case ClassLiteral():
            return "java.lang.Class"
        case Array():
            return value.element + "[]"
        case Object() | Lambda():
            return value.type
    raise TypeError(f"{value!r} is no object")


def type_of_descriptor(descriptor: str) -> str:
    base = descriptor.lstrip("[")
    name = PRIMITIVES.get(base) or base[1:-1].replace("/", ".")
    return name + "[]" * (len(descriptor) - len(base))


def type_of_constant(name: str) -> str:
    """The type that a class constant names: an array by its descriptor."""
    return type_of_descriptor(name) if name.startswith("[") else name.replace("/", ".")


def default(type: str) -> Value:
    """What a field or an element holds at first."""
    if type in ("float", "double"):
        return 0.0
    return 0 if type in PRIMITIVES.values() else None
