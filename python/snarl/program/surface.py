"""What the environment sees of a program: which classes it can name, make and call.

Rows of the engine are read once for a class and kept: a large program has ten thousand methods.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from snarl import _engine
from snarl.program import internal, scala_signature

if TYPE_CHECKING:
    from snarl.program.model import Method, Program

    Annotation = tuple[str, dict[str, object]]

PUBLIC = 0x0001
PRIVATE = 0x0002
PROTECTED = 0x0004
STATIC = 0x0008
FINAL = 0x0010
INTERFACE = 0x0200
ABSTRACT = 0x0400
SYNTHETIC = 0x1000
ENUM = 0x4000
BRIDGE = 0x0040

CONSTRUCTOR = "<init>"
_MAIN = ("main", "([Ljava/lang/String;)V")


_TYPE = r"\[{0,255}(?:[BCDFIJSZ]|L[^.;\[]+;)"
_FIELD = re.compile(_TYPE)
_METHOD = re.compile(rf"\((?:{_TYPE})*\)(?:V|{_TYPE})")


@cache
def _is_method(descriptor: str) -> bool:
    """Whether it is the descriptor of a method: a broken class may have any text."""
    return _METHOD.fullmatch(descriptor) is not None


class Row(NamedTuple):
    """A method of a class, as the engine has it."""

    owner: int
    place: int
    name: str
    descriptor: str
    flags: int

    @property
    def key(self) -> tuple[str, str]:
        """What an override has in common with what it overrides."""
        return self.name, self.descriptor


class Surface:
    """Looks up, and remembers, what a program declares."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._engine = program.engine
        self.application: list[int] = program.class_ids("application").tolist()
        self._is_application = frozenset(self.application)
        self._names: dict[int, str] = {}
        self._flags: dict[int, int] = {}
        self._methods: dict[int, list[Row]] = {}
        self._callable: dict[int, list[Row]] = {}
        self._above: dict[int, list[int]] = {}
        self._internal: dict[int, bool] = {}
        self._said: dict[int, Mapping[str, object] | None] = {}
        self._signatures: dict[int, scala_signature.Signature | None] = {}
        self._ids: dict[str, int | None] = {}

    def name(self, of: int) -> str:
        """The name of a class, with dots."""
        found = self._names.get(of)
        if found is None:
            found = self._names[of] = self._engine.class_name(of)
        return found

    def internal(self, of: int) -> str:
        """The name of a class, with slashes."""
        return self.name(of).replace(".", "/")

    def find(self, internal: str) -> int | None:
        """A class by its name with slashes; also one that is only referred to."""
        if internal not in self._ids:
            self._ids[internal] = self._engine.find_class(internal.replace("/", "."))
        return self._ids[internal]

    def flags(self, of: int) -> int:
        """The access flags of a class."""
        found = self._flags.get(of)
        if found is None:
            found = self._flags[of] = self._engine.class_access(of)
        return found

    def is_application(self, of: int) -> bool:
        """Whether a class is what is analysed."""
        return of in self._is_application

    def is_phantom(self, of: int) -> bool:
        """Whether a class is referred to but not there."""
        return self._engine.is_phantom(of)

    def method(self, row: Row) -> Method:
        """A method as people know it."""
        from snarl.program.model import Class, Method

        return Method(Class(self.program, row.owner), *row[1:])

    def methods(self, of: int) -> list[Row]:
        """The methods that a class declares."""
        found = self._methods.get(of)
        if found is None:
            rows = self._engine.methods(of)
            found = [Row(of, place, *row) for place, row in enumerate(rows) if _is_method(row[1])]
            self._methods[of] = found
        return found

    def fields(self, of: int) -> list[tuple[str, str, int]]:
        """The fields that a class declares: name, descriptor, flags."""
        return [row for row in self._engine.fields(of) if _FIELD.fullmatch(row[1])]

    def fields_annotated(self, of: int, by: frozenset[str]) -> list[tuple[str, str, int]]:
        """Those of its fields that have one of some annotations, by their descriptors."""
        return [
            row
            for place, row in enumerate(self._engine.fields(of))
            if _FIELD.fullmatch(row[1])
            and any(it in by for it, _ in self._engine.annotations(of, place))
        ]

    def annotations(self, of: int, method: int | None = None) -> list[Annotation]:
        """The annotations of a class or method: descriptor of their type, and values."""
        return self._engine.annotations(of, None, method)

    def super_class(self, of: int) -> int | None:
        """The super class; None for `java.lang.Object`."""
        return self._engine.super_class(of)

    def constructed(self, by: int) -> set[int]:
        """The classes whose constructors the code of a class names."""
        found = set()
        index = failures = 0
        # Behind a long constant is a gap of one; there are two in a row only at the end.
        while failures < 2 and not self.is_phantom(by):
            index += 1
            try:
                constant = self._engine.constant(by, index)
            except _engine.LoweringError:
                failures += 1
                continue
            failures = 0
            if constant[0] == "method" and constant[2] == CONSTRUCTOR:
                found.add(self.find(str(constant[1])))
        return {it for it in found if it is not None}

    def above(self, of: int) -> list[int]:
        """A class and all its super types."""
        found = self._above.get(of)
        if found is None:
            found = [of, *(it for it in self._engine.super_types(of).tolist() if it != of)]
            self._above[of] = found
        return found

    def is_public(self, of: int) -> bool:
        """Whether code of any package may name a class: it and all classes around it are public,
        and not their library's own."""
        if self._is_all_internal:
            return self._is_named_public(of)
        return self._is_named_public(of) and not self.is_internal(of)

    def _is_named_public(self, of: int) -> bool:
        return all(self.flags(it) & PUBLIC for it in self._with_outer(of))

    def is_inside(self, of: int) -> bool:
        """Whether a class is inside another one, and not public: only its own package can name it,
        or nobody but the class around it."""
        return "$" in self.name(of).rpartition(".")[2] and not self._is_named_public(of)

    def _with_outer(self, of: int) -> Iterator[int]:
        """A class, and those around it."""
        yield of
        name = self.name(of)
        at = name.rfind("$")
        while at > 0:
            outer = self.find(name[:at].replace(".", "/"))
            if outer is not None and not self.is_phantom(outer):
                yield outer
            at = name.rfind("$", 0, at)

    def is_internal(self, of: int) -> bool:
        """Whether a class of the application is its library's own, although it is public."""
        found = self._internal.get(of)
        if found is None:
            found = self._internal[of] = self.is_application(of) and (
                self._is_hidden_by_scala(of)
                or any(
                    internal.is_internal_package(self.name(it))
                    or internal.is_anonymous(self.name(it))
                    or ((said := self._kotlin(it)) is not None and internal.is_internal_class(said))
                    for it in self._with_outer(of)
                )
            )
        return found

    def _is_hidden_by_scala(self, of: int, member: str | None = None) -> bool:
        """Whether a class, or a member of it, is private or protected in its source."""
        if of not in self._signatures:
            self._signatures[of] = self._scala(of)
        said = self._signatures[of]
        if said is None:
            return False
        name = self.name(of).rpartition(".")[2]
        if member is None:
            return said.is_hidden_class(name)
        return said.is_hidden_member(name, member)

    def _scala(self, of: int) -> scala_signature.Signature | None:
        """What Scala says of a class that it has made: it says so once, of the outermost one."""
        package, _, name = self.name(of).rpartition(".")
        first = name[:1] + name[1:].partition("$")[0]
        outermost = self.find(f"{package}.{first}".lstrip(".").replace(".", "/"))
        if outermost is None or self.is_phantom(outermost):
            return None
        if outermost == of:
            return scala_signature.signature(self.annotations(of))
        if outermost not in self._signatures:
            self._signatures[outermost] = self._scala(outermost)
        return self._signatures[outermost]

    def _kotlin(self, of: int) -> Mapping[str, object] | None:
        """What Kotlin says of a class that it has made."""
        if of not in self._said:
            self._said[of] = internal.metadata(self.annotations(of))
        return self._said[of]

    @cached_property
    def _is_all_internal(self) -> bool:
        """Whether nothing of the application would be left to open: then all that is public is."""
        return all(self.is_internal(it) for it in self.application if self._is_named_public(it))

    def is_interface(self, of: int) -> bool:
        """Whether it is known to be an interface."""
        return bool(self.flags(of) & INTERFACE)

    def is_concrete(self, of: int) -> bool:
        """Whether a class can have instances of its own."""
        return not self.flags(of) & (ABSTRACT | INTERFACE)

    @cached_property
    def public(self) -> list[int]:
        """The classes and interfaces of the application that are public."""
        return [it for it in self.application if self.is_public(it)]

    def constructors(self, of: int, *, hidden: bool = False) -> list[Row]:
        """The constructors that the environment can call, itself or from a subclass of its own;
        `hidden`: all that are not private."""
        rows = (
            row for row in self.methods(of) if row.name == CONSTRUCTOR and not row.flags & SYNTHETIC
        )
        if hidden:
            return [row for row in rows if not row.flags & PRIVATE]
        if self._is_hidden_by_scala(of, CONSTRUCTOR) or self._is_scala_object(of):
            return []
        return [row for row in rows if row.flags & (PUBLIC | PROTECTED)]

    def _is_scala_object(self, of: int) -> bool:
        """Whether a class is that of one of Scala's objects, of which there is one each. That of an
        inner one has a public constructor, which no source can call."""
        own = f"L{self.internal(of)};"
        return any(
            name == "MODULE$" and descriptor == own and flags & STATIC
            for name, descriptor, flags in self.fields(of)
        )

    def is_makeable(self, of: int) -> bool:
        """Whether code of any package can make objects of a class."""
        return self.is_concrete(of) and self.is_public(of) and bool(self.constructors(of))

    def callable(self, of: int) -> list[Row]:
        """The public methods of a class, abstract ones too. Left out are what the compiler made,
        what Kotlin calls internal, what Scala names for itself or calls private or protected, and a
        main method: nobody calls it in threads."""
        found = self._callable.get(of)
        if found is None:
            found = self._callable[of] = [it for it in self.methods(of) if self._is_callable(it)]
        return found

    def _is_callable(self, row: Row) -> bool:
        if row.flags & (SYNTHETIC | BRIDGE) or not row.flags & PUBLIC or row.name[0] == "<":
            return False
        if row.flags & STATIC and row.key == _MAIN:
            return False
        if "$" in row.name and self._is_named_by_compiler(row):
            return False
        return not self._is_hidden_by_scala(row.owner, row.name)

    def _is_named_by_compiler(self, row: Row) -> bool:
        """Whether the name of a method is one that Kotlin or Scala has made."""
        return internal.is_unnameable(row.name) or (
            self._kotlin(row.owner) is not None and internal.is_internal_member(row.name)
        )
