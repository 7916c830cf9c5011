"""Which types of a program a type pattern matches, and what is an instance of what.

Types are names as people write them: `int`, `a.b.C$D`, `a.b.C[]`. A nested type may be written with
a dot or a dollar. A name without a dot means a class of `java.lang` if there is one and the program
has none of that name itself, else all classes whose names end in it. Classes that the program does
not have match by their names alone, and are instances of `java.lang.Object`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING

from snarl.program.model import Access, Origin
from snarl.weave.types import (
    PRIMITIVES,
    AllTypes,
    AnnotatedType,
    AnyOfTypes,
    NamePattern,
    NotType,
    TypePattern,
)

if TYPE_CHECKING:
    from snarl.program import Program
    from snarl.weave.types import AnnotationPattern

OBJECT = "java.lang.Object"
OWN: tuple[Origin, ...] = ("application", "library")
"""Where the classes come from that can be woven."""
_ABOVE_ARRAYS = (OBJECT, "java.lang.Cloneable", "java.io.Serializable")
_LETTERS = {
    "Z": "boolean",
    "B": "byte",
    "C": "char",
    "S": "short",
    "I": "int",
    "J": "long",
    "F": "float",
    "D": "double",
    "V": "void",
}
_DESCRIPTOR = re.compile(r"\[*(?:[ZBCSIJFDV]|L[^;]*;)")


@cache
def type_of(descriptor: str) -> str:
    """The name of a type from a descriptor of the class file."""
    dimensions = len(descriptor) - len(descriptor.lstrip("["))
    letter, name = descriptor[dimensions], descriptor[dimensions + 1 : -1]
    return _LETTERS.get(letter, name.replace("/", ".")) + "[]" * dimensions


@cache
def signature(descriptor: str) -> tuple[tuple[str, ...], str]:
    """The types of the parameters and of the result of a method."""
    inside, _, result = descriptor[1:].rpartition(")")
    return tuple(type_of(it) for it in _DESCRIPTOR.findall(inside)), type_of(result)


@cache
def _regex(name: str) -> re.Pattern[str]:
    escaped = re.escape(name).replace(r"\*", "[^.]*").replace(r"\.\.", r"\.(?:.*\.)?")
    anywhere = "" if "." in name else r"(?:.*\.)?"
    return re.compile(anywhere + escaped)


@cache
def name_matches(pattern: str, name: str) -> bool:
    """Whether the name of a type without dimensions matches, with dots or dollars inside."""
    if pattern == "*":
        return True
    found = _regex(pattern)
    return bool(found.fullmatch(name) or ("$" in name and found.fullmatch(name.replace("$", "."))))


def element_of(name: str) -> tuple[str, int]:
    """The type of the innermost elements of an array, and how many dimensions it has."""
    dimensions = name.count("[]")
    return name[: len(name) - 2 * dimensions], dimensions


class Classes:
    """The types of a program, and of its run."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._engine = program.engine
        self._known: dict[tuple[TypePattern, str], bool] = {}
        self._above: dict[str, tuple[str, ...]] = {}
        self._resolved: dict[str, str] = {}
        self._meant: dict[NamePattern, list[int]] = {}
        self._may: dict[tuple[NamePattern, str], bool | None] = {}

    def learn(self, name: str, above: Iterable[str]) -> None:
        """Tells what is above a class that exists only in a run: a proxy, a lambda."""
        if name not in self._above and self._id(name) is None:
            found = {it for each in above for it in self.above(each)}
            self._above[name] = (name, *sorted(found | {OBJECT}))

    def above(self, name: str) -> tuple[str, ...]:
        """A type and all types above it."""
        if name not in self._above:
            self._above[name] = tuple(self._find_above(name))
        return self._above[name]

    def _find_above(self, name: str) -> Iterator[str]:
        yield name
        element, dimensions = element_of(name)
        if element in PRIMITIVES and not dimensions:
            return
        if dimensions:
            for it in self.above(element)[1:]:
                yield it + "[]" * dimensions
            yield from _ABOVE_ARRAYS
            return
        class_id = self._id(name)
        found = [] if class_id is None else self._engine.super_types(class_id).tolist()
        names = {self._engine.class_name(it) for it in found} | {OBJECT}
        yield from sorted(names - {name})

    def _id(self, name: str) -> int | None:
        return self._engine.find_class(name)

    def resolved(self, name: str) -> str:
        """The full name of a class of `java.lang` for its last part; else the name as it is."""
        if name not in self._resolved:
            is_simple = "." not in name and "*" not in name and name not in PRIMITIVES
            full = f"java.lang.{name}"
            is_meant = is_simple and name not in self._own_names and full in self._program
            self._resolved[name] = full if is_meant else name
        return self._resolved[name]

    @cached_property
    def _own_names(self) -> frozenset[str]:
        """The last parts of the names of the program's own classes."""
        found = (cls.name for of in OWN for cls in self._program.classes(of))
        return frozenset(name.replace("$", ".").rpartition(".")[2] for name in found)

    # Patterns

    def matches(self, pattern: TypePattern, name: str) -> bool:
        """Whether a type matches a pattern."""
        key = (pattern, name)
        if key not in self._known:
            self._known[key] = self._matches(pattern, name)
        return self._known[key]

    def _matches(self, pattern: TypePattern, name: str) -> bool:
        match pattern:
            case NotType(operand):
                return not self.matches(operand, name)
            case AllTypes(parts):
                return all(self.matches(part, name) for part in parts)
            case AnyOfTypes(parts):
                return any(self.matches(part, name) for part in parts)
            case AnnotatedType(annotations, operand):
                return self.matches(operand, name) and all(
                    self._is_annotated(name, it) for it in annotations
                )
            case NamePattern("*", _, 0):
                return True
        return self._is_named(pattern, name)

    def _is_named(self, pattern: NamePattern, name: str) -> bool:
        element, dimensions = element_of(name)
        wanted = self.resolved(pattern.name)
        if pattern.with_subtypes and not pattern.dimensions and dimensions:
            return any(name_matches(wanted, it) for it in _ABOVE_ARRAYS)
        if dimensions != pattern.dimensions:
            return False
        names = self.above(element) if pattern.with_subtypes else (element,)
        return any(name_matches(wanted, it) for it in names)

    def _is_annotated(self, name: str, pattern: AnnotationPattern) -> bool:
        found = self._program.find_class(name)
        names = [] if found is None or found.is_phantom else [it.name for it in found.annotations]
        return carries(pattern, names)

    # Instances

    def is_instance(self, name: str, of: NamePattern) -> bool:
        """Whether an object of a class is an instance of a type."""
        if of.name == "*" and not of.dimensions:
            return True
        return any(self._is_named(of, it) for it in self.above(name))

    def may_be_instance(self, declared: str, of: NamePattern) -> bool | None:
        """Whether what is declared with a type is an instance of another one; None if only the run
        tells."""
        key = (of, declared)
        if key not in self._may:
            self._may[key] = self._find_whether(declared, of)
        return self._may[key]

    def _find_whether(self, declared: str, of: NamePattern) -> bool | None:
        if (self.resolved(of.name), of.dimensions) == (OBJECT, 0) or self.is_instance(declared, of):
            return True
        element, dimensions = element_of(declared)
        if element in PRIMITIVES:
            return False
        if dimensions:
            return self._elements_may_be(element, dimensions, of)
        if of.dimensions:
            return None if declared in _ABOVE_ARRAYS else False
        return None if self._may_have_below(declared, of) else False

    def _elements_may_be(self, element: str, dimensions: int, of: NamePattern) -> bool | None:
        if of.dimensions == dimensions:
            return self.may_be_instance(element, NamePattern(of.name))
        deeper = of.dimensions > dimensions and element in _ABOVE_ARRAYS
        return None if deeper else False

    def _may_have_below(self, declared: str, of: NamePattern) -> bool:
        """Whether something can be below a declared class and another type."""
        class_id = self._id(declared)
        if class_id is None or self._engine.is_phantom(class_id):
            return True
        flags = self._engine.class_access(class_id)
        if flags & Access.FINAL:
            return False
        return any(self._have_common(class_id, flags, it) for it in self.meant(of))

    def _have_common(self, class_id: int, flags: int, other: int) -> bool:
        """Whether a class that is not final and another one may have a common subclass."""
        if self._engine.is_subclass(other, class_id):
            return True
        others = self._engine.class_access(other)
        return bool((flags | others) & Access.INTERFACE) and not others & Access.FINAL

    def meant(self, of: NamePattern) -> list[int]:
        """The classes that a name means."""
        if of not in self._meant:
            self._meant[of] = list(self._find_meant(self.resolved(of.name)))
        return self._meant[of]

    def _find_meant(self, name: str) -> Iterator[int]:
        exact = self._id(name)
        if exact is not None:
            yield exact
            return
        for class_id in self._engine.class_ids().tolist():
            if name_matches(name, self._engine.class_name(class_id)):
                yield class_id

    def is_known(self, of: NamePattern) -> bool:
        """Whether a name means something in the program."""
        return of.name in PRIMITIVES or not of.is_exact or bool(self.meant(of))


def carries(pattern: AnnotationPattern, names: Iterable[str]) -> bool:
    """Whether something with annotations of some types is what a pattern wants."""
    return pattern.is_wanted == any(name_matches(pattern.name, it) for it in names)
