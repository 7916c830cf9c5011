"""Callbacks: methods that frameworks call, in threads that the program does not start.

They are data: `callbacks.toml` beside this module, and the tables under `[callbacks]` in the user's
`snarl.toml`, in the same language (`docs/callbacks.md`). What they say of a class is that the
environment has an object of it, or one for each call, and which of its methods it calls.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from snarl.points_to.roots import RootError
from snarl.program.models.linking import split
from snarl.program.patterns import name_pattern
from snarl.program.surface import ABSTRACT, BRIDGE, PRIVATE, PUBLIC, STATIC, SYNTHETIC, Row

if TYPE_CHECKING:
    from snarl.program.surface import Surface

_FILE = Path(__file__).with_name("callbacks.toml")
_TEXTS = ("methods", "setup", "except", "shared-if", "unshared-if")
_FLAGS = ("shared", "declared", "inherited", "beside-main", "sufficient")
_CHOICES = {"threads": ("many", "one", "each"), "when": ("always", "unmade", "mostly")}
_KEYS = (*_TEXTS, *_FLAGS, *_CHOICES, "with")
_METHOD = re.compile(r"[\w$*]+|@[\w$]+(?:\.[\w$]+)*")


class CallbackError(RootError):
    """Callbacks that cannot be used: the keys that lead to them, and what was expected."""

    def __init__(self, keys: tuple[str | int, ...], message: str) -> None:
        place = ".".join(f"'{key}'" if "." in str(key) else str(key) for key in keys)
        super().__init__(f"callbacks.{place}: {message}")  # who knows the file tells the line too
        self.keys = ("callbacks", *keys)
        self.message = message


@dataclass(frozen=True, slots=True)
class Callbacks:
    """What a framework does with the classes of some types."""

    key: str
    """The name of their table."""
    types: tuple[str, ...]
    """Patterns of super types, or `@` and the name of an annotation."""
    methods: tuple[str, ...] = ()
    """Names with `*`, or `@` and the name of an annotation: what is called in many threads."""
    setup: tuple[str, ...] = ()
    """The same for what is called alone, before."""
    left_out: tuple[str, ...] = ()
    """Names of methods that are not called after all."""
    values: Mapping[str, str] | None = None
    """What the annotation must say."""
    shared: bool = True
    """Whether all threads have the same object; else each call has its own."""
    shared_if: tuple[str, ...] = ()
    """Annotations of a class that make its object shared after all."""
    unshared_if: tuple[str, ...] = ()
    """Annotations of a class that give each call its own object after all."""
    declared: bool = False
    """Only methods that the type declares, or an interface below it."""
    inherited: bool = False
    """Whether subtypes of what has the annotation have it too."""
    threads: Literal["many", "one", "each"] = "many"
    """`each`: one thread for each method."""
    when: Literal["always", "unmade", "mostly"] = "always"
    """`unmade`: only if no code of the application makes an object of the class. `mostly`: only if
    the program has hardly anything else."""
    beside_main: bool = True
    """Whether they are called in a program with a main method too."""
    sufficient: bool = True
    """Whether a program that has them is no library: nothing else is called."""
    is_own: bool = False
    """Whether the user wrote them."""


@dataclass(frozen=True, slots=True)
class Found:
    """A class of the application that a framework uses."""

    of: int
    callbacks: Callbacks
    methods: list[Row]
    setup: list[Row]
    shared: bool


def load(own: Mapping[str, object] | None = None) -> list[Callbacks]:
    """All callbacks: the user's, then snarl's own. Raises `CallbackError`."""
    return [_entry(key, table, is_own=True) for key, table in (own or {}).items()] + _known()


@cache
def _known() -> list[Callbacks]:
    document = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return [_entry(key, table, is_own=False) for key, table in document.items()]


def _entry(key: str, table: object, *, is_own: bool) -> Callbacks:
    if not isinstance(table, Mapping):
        raise CallbackError((key,), f"expected a table, but got {table!r}")
    types = tuple(part.strip() for part in key.split("|"))
    for of in types:
        try:
            name_pattern(of.removeprefix("@"))
        except ValueError as error:
            raise CallbackError((key,), str(error)) from None
    for name in table:
        if name not in _KEYS:
            close = difflib.get_close_matches(name, _KEYS, 1)
            hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(_KEYS)}"
            raise CallbackError((key, name), f"there is no such key; {hint}")
    texts = {name: _list_of_texts(key, name, table.get(name, [])) for name in _TEXTS}
    if not texts["methods"] and not texts["setup"]:
        raise CallbackError((key,), "expected methods or setup: a list of names of methods")
    flags = {name: _flag(key, name, table[name]) for name in _FLAGS if name in table}
    return Callbacks(
        key,
        types,
        texts["methods"],
        texts["setup"],
        texts["except"],
        _values(key, table.get("with")),
        flags.get("shared", True),
        texts["shared-if"],
        texts["unshared-if"],
        flags.get("declared", False),
        flags.get("inherited", False),
        _choice(key, "threads", table),  # type: ignore[arg-type]
        _choice(key, "when", table),  # type: ignore[arg-type]
        flags.get("beside-main", True),
        flags.get("sufficient", True),
        is_own,
    )


def _list_of_texts(key: str, name: str, given: object) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise CallbackError((key, name), f"expected a list of texts, but got {given!r}")
    for index, text in enumerate(given):
        if not isinstance(text, str):
            raise CallbackError((key, name, index), f"expected a text, but got {text!r}")
        if name in ("methods", "setup", "except") and not _METHOD.fullmatch(text):
            raise CallbackError(
                (key, name, index),
                f"expected the name of a method, with *, or @ and an annotation, but got {text!r}",
            )
    return tuple(given)


def _flag(key: str, name: str, given: object) -> bool:
    if not isinstance(given, bool):
        raise CallbackError((key, name), f"expected true or false, but got {given!r}")
    return given


def _choice(key: str, name: str, table: Mapping[str, object]) -> str:
    choices = _CHOICES[name]
    given = table.get(name, choices[0])
    if given not in choices:
        raise CallbackError((key, name), f"expected {' or '.join(choices)}, but got {given!r}")
    return str(given)


def _values(key: str, given: object) -> Mapping[str, str] | None:
    if given is None:
        return None
    if not isinstance(given, Mapping) or not all(isinstance(it, str) for it in given.values()):
        raise CallbackError((key, "with"), f"expected a table of texts, but got {given!r}")
    return dict(given)


class Finder:
    """Finds the classes of a program that frameworks use."""

    def __init__(self, surface: Surface, callbacks: Sequence[Callbacks]) -> None:
        self._surface = surface
        self._callbacks = callbacks
        self._types: dict[int, list[Callbacks]] = {}

    def find(self) -> list[Found]:
        """The classes with callbacks that do not depend on what the program makes, in the order of
        the program; a class may be there for several frameworks."""
        self._check_names()
        return [found for of in self._surface.application for found in self._of(of, when="always")]

    def find_unmade(self) -> list[Found]:
        """The classes with callbacks that are called because no code of the application makes
        objects of them."""
        return [
            found
            for of in self._surface.application
            for found in self._of(of, when="unmade")
            if of not in self._made
        ]

    def find_most(self, besides: Sequence[Found]) -> list[Found]:
        """The classes with callbacks that are called because most classes of the application, but
        for those inside others, have such, or others that were found."""
        before = {it.of for it in besides}
        found = [
            it
            for of in self._surface.application
            for it in self._of(of, when="mostly")
            if of not in before
        ]
        outer = [it for it in self._surface.application if "$" not in self._surface.name(it)]
        having = before.union(it.of for it in found if it.methods).intersection(outer)
        return found if 2 * len(having) >= len(outer) else []

    def _check_names(self) -> None:
        """A name of the user's that the program does not know is a mistake."""
        for callbacks in self._callbacks:
            for of in callbacks.types if callbacks.is_own else ():
                if not self._is_known(of):
                    raise CallbackError((callbacks.key,), self._unknown(of))
            if callbacks.is_own:
                self._check_methods(callbacks)

    def _check_methods(self, callbacks: Callbacks) -> None:
        """So is a name that no method has, of the classes that are meant."""
        rows = [
            row
            for of in self._surface.application
            if self._surface.is_concrete(of) and self._is_meant(of, callbacks)
            for row in self._candidates(of, callbacks, None)
        ]
        names = sorted({row.name for row in rows})
        for key, wanted in (("methods", callbacks.methods), ("setup", callbacks.setup)):
            for place, name in enumerate(wanted if names else ()):
                if not any(self._is_named(row, (name,)) for row in rows):
                    close = difflib.get_close_matches(name, names, 1)
                    hint = f"; did you mean {close[0]}?" if close else ""
                    what = "annotated with" if name.startswith("@") else "called"
                    what = f"no method of these classes is {what} {name.removeprefix('@')}{hint}"
                    raise CallbackError((callbacks.key, key, place), what)

    def _is_meant(self, of: int, callbacks: Callbacks) -> bool:
        if any(callbacks in self._by_type(above) for above in self._surface.above(of)):
            return True
        return any(callbacks in self._by_name.get(f"@{it}", ()) for it in self._annotations(of))

    def _is_known(self, of: str) -> bool:
        if of.startswith("@"):
            return of[1:] in self._annotations_used or self._surface.find(of[1:]) is not None
        if "*" not in of and self._surface.find(of) is not None:
            return True
        expression = name_pattern(of)
        return any(expression.fullmatch(name) for name in self._names_above)

    def _unknown(self, of: str) -> str:
        names = self._annotations_used if of.startswith("@") else self._names_above
        close = difflib.get_close_matches(of.removeprefix("@"), sorted(names), 3, 0.7)
        what = "annotation" if of.startswith("@") else "type"
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        return f"the program has no {what} {of.removeprefix('@')}{hint}"

    @cached_property
    def _annotations_used(self) -> set[str]:
        return {name for of in self._surface.application for name in self._annotations(of)}

    @cached_property
    def _names_above(self) -> set[str]:
        surface = self._surface
        return {surface.name(it) for of in surface.application for it in surface.above(of)}

    def _of(self, of: int, *, when: str) -> Iterator[Found]:
        if not self._surface.is_concrete(of):
            return
        annotations = self._annotations(of)
        seen: set[Row] = set()
        for above in self._surface.above(of):
            for callbacks in self._by_type(above):
                if callbacks.when == when and self._may_have(callbacks):
                    yield from self._found(of, callbacks, above, annotations, seen)
        for above in self._surface.above(of):
            for name, values in self._annotations(above).items():
                for callbacks in self._by_name.get(f"@{name}", ()):
                    is_its = above == of or callbacks.inherited
                    if is_its and callbacks.when == when and _says(values, callbacks.values):
                        yield from self._found(of, callbacks, None, annotations, seen)

    def _found(
        self,
        of: int,
        callbacks: Callbacks,
        above: int | None,
        annotations: Mapping[str, Mapping[str, object]],
        seen: set[Row],
    ) -> Iterator[Found]:
        rows = [row for row in self._candidates(of, callbacks, above) if row not in seen]
        setup = [row for row in rows if self._is_named(row, callbacks.setup)]
        methods = [
            row for row in rows if row not in setup and self._is_named(row, callbacks.methods)
        ]
        seen.update(setup, methods)
        if setup or methods:
            shared = callbacks.shared
            if shared:
                shared = annotations.keys().isdisjoint(callbacks.unshared_if)
            else:
                shared = not annotations.keys().isdisjoint(callbacks.shared_if)
            yield Found(of, callbacks, methods, setup, shared)

    def _candidates(self, of: int, callbacks: Callbacks, above: int | None) -> Iterator[Row]:
        """The methods that a class has, its own and those of super classes in the application."""
        declared = self._declared(of, above) if callbacks.declared and above is not None else None
        overridden: set[tuple[str, str]] = set()
        for owner in self._surface.above(of):
            if not self._surface.is_application(owner):
                continue
            for row in self._surface.methods(owner):
                if row.flags & (ABSTRACT | PRIVATE | BRIDGE | SYNTHETIC) or row.name[0] == "<":
                    continue
                if row.key in overridden or _matches(row.name, callbacks.left_out):
                    continue
                overridden.add(row.key)
                if declared is None or row.key in declared:
                    yield row

    def _declared(self, of: int, above: int) -> set[tuple[str, str]]:
        surface = self._surface
        interfaces = (it for it in surface.above(of) if surface.is_interface(it))
        below = (it for it in interfaces if above in surface.above(it))
        return {row.key for it in below for row in surface.methods(it) if not row.flags & STATIC}

    def _is_named(self, row: Row, names: Sequence[str]) -> bool:
        for name in names:
            if name.startswith("@"):
                if name[1:] in self._annotations_of_method(row):
                    return True
            elif _matches(row.name, (name,)):
                # What a name with a wildcard happens to match must be what a framework can call.
                return "*" not in name or bool(row.flags & PUBLIC)
        return False

    def _may_have(self, callbacks: Callbacks) -> bool:
        """Whether a class may have one of the methods: annotations that none has need no look."""
        names = (*callbacks.methods, *callbacks.setup)
        return any(it[0] != "@" or it[1:] in self._annotations_of_methods for it in names)

    @cached_property
    def _annotations_of_methods(self) -> set[str]:
        """The annotations that some method of the application has, or one that it overrides."""
        surface = self._surface
        types = {above for of in surface.application for above in surface.above(of)}
        return {
            name
            for of in types
            for row in surface.methods(of)
            for name in self._annotations_of(row)
        }

    def _annotations_of_method(self, row: Row) -> set[str]:
        """The annotations of a method, and of those that it overrides: frameworks look there too.
        A type argument may have changed what a parameter is, but not how many there are."""
        found, surface = set(self._annotations_of(row)), self._surface
        count = len(split(row.descriptor)[0])
        for above in surface.above(row.owner):
            for other in surface.methods(above) if above != row.owner else ():
                if other.name == row.name and len(split(other.descriptor)[0]) == count:
                    found.update(self._annotations_of(other))
        return found

    def _annotations_of(self, row: Row) -> Mapping[str, object]:
        return self._annotations(row.owner, row.place)

    def _by_type(self, above: int) -> list[Callbacks]:
        """The callbacks for subtypes of a type."""
        found = self._types.get(above)
        if found is None:
            name = self._surface.name(above)
            found = self._types[above] = self._by_name.get(name, []) + [
                it for expression, it in self._by_pattern if expression.fullmatch(name)
            ]
        return found

    @cached_property
    def _by_name(self) -> dict[str, list[Callbacks]]:
        """Callbacks by the plain name of a type, or by an annotation with its `@`."""
        named = defaultdict(list)
        for it in self._callbacks:
            for of in it.types:
                named[of].append(it)
        return named

    @cached_property
    def _by_pattern(self) -> list[tuple[re.Pattern[str], Callbacks]]:
        types = ((of, it) for it in self._callbacks for of in it.types)
        return [(name_pattern(of), it) for of, it in types if "*" in of]

    def _annotations(self, of: int, method: int | None = None) -> dict[str, dict[str, object]]:
        """The annotations of a class or method: their values by their names."""
        rows = self._surface.annotations(of, method)
        return {name[1:-1].replace("/", "."): values for name, values in rows}

    @cached_property
    def _made(self) -> set[int]:
        """The classes of the application that some code of it makes objects of: that names their
        constructor, for more than that of a super class."""
        return {
            owner
            for by in self._surface.application
            for owner in self._surface.constructed(by)
            if owner != self._surface.super_class(by)
        }


def _matches(name: str, patterns: Sequence[str]) -> bool:
    return any(name == it or ("*" in it and fnmatchcase(name, it)) for it in patterns)


def _says(values: Mapping[str, object], wanted: Mapping[str, str] | None) -> bool:
    """Whether an annotation has some values; that of an enum constant is its name."""
    return all(_text(values.get(key)) == text for key, text in (wanted or {}).items())


def _text(value: object) -> object:
    return value[2] if isinstance(value, tuple) and value[0] == "enum" else value
